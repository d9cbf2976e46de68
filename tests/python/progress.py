#!/usr/bin/python3
"""Progress of calls: the last number shown is the number of samples, remarks stay whole, and files see nothing."""
import contextlib
import io
import sys
import types
import unittest

import support
from support import EXAMPLES, PackageTest

import montecopter
from montecopter.progress import Display, is_wanted

SURVEY = EXAMPLES / "x500-survey.toml"


class FakeBar:
    """What tqdm's bar has of what is used."""
    made = []

    def __init__(self, total, desc, unit, file):
        self.total, self.desc, self.unit, self.n, self.shown, self.closed = total, desc, unit, 0, [], False
        FakeBar.made.append(self)

    def set_postfix_str(self, text, refresh):
        self.postfix = text

    def refresh(self):
        self.shown.append((self.n, self.total))

    def close(self):
        self.closed = True


class ProgressTest(PackageTest):
    def setUp(self):
        super().setUp()
        FakeBar.made = []

    def fly(self, **options):
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            result = montecopter.run(SURVEY, output="a.h5", fresh=True, set={"simulation.duration_s": 5.0}, **options)
        return told.getvalue(), result

    def has_tqdm(self, yes):
        kept = {name: sys.modules.get(name) for name in ("tqdm", "tqdm.auto")}
        self.addCleanup(lambda: [sys.modules.pop(name) if module is None else sys.modules.__setitem__(name, module)
                                 for name, module in kept.items()])
        sys.modules["tqdm"] = types.ModuleType("tqdm") if yes else None
        sys.modules["tqdm.auto"] = types.SimpleNamespace(tqdm=FakeBar) if yes else None

    def test_text_without_tqdm(self):
        self.has_tqdm(False)
        text, result = self.fly(samples=300, progress=True)
        self.assertRegex(text, r"\r\[#{20}\] 100%.*300/300")
        self.assertTrue(text.endswith("\n"))
        self.assertEqual(result.summary["samples"], 300)

    def test_a_bar_of_tqdm(self):
        self.has_tqdm(True)
        text, _ = self.fly(samples=300, progress=True)
        bar, = FakeBar.made
        self.assertEqual((text, bar.desc, bar.unit, bar.n, bar.total, bar.closed), ("", "run", " samples", 300, 300, True))
        self.assertEqual([n for n, _ in bar.shown], sorted(n for n, _ in bar.shown))

    def test_silent_elsewhere_and_when_turned_off(self):
        self.has_tqdm(True)
        for progress in (None, False):  # here stderr is no terminal
            self.assertEqual(self.fly(samples=3, progress=progress)[0], "")
        self.assertEqual(FakeBar.made, [])

    def test_notebooks_and_terminals_show_it(self):
        self.assertFalse(is_wanted(None))
        self.assertTrue(is_wanted(True))

        class ZMQInteractiveShell:  # the name of the shell of notebooks
            pass
        sys.modules["IPython"] = types.SimpleNamespace(get_ipython=ZMQInteractiveShell)
        self.addCleanup(sys.modules.pop, "IPython")
        self.assertTrue(is_wanted(None))
        self.assertFalse(is_wanted(False))

    def test_errors_hold_no_progress(self):
        self.fly(samples=3)
        self.has_tqdm(True)
        with self.assertRaises(montecopter.RefusedError) as raised, contextlib.redirect_stderr(io.StringIO()):
            montecopter.run(SURVEY, samples=3, output="a.h5", progress=True)
        self.assertRegex(raised.exception.message, r"^a.h5: error: [^\r\033]*$")


class Remarks(unittest.TestCase):
    """The forms of cli/progress.cpp, byte by byte."""

    def told(self, *pieces):
        display = Display(False)
        for piece in pieces:
            display.take(piece.encode())
        return display.close()

    def test_bars_and_lines_are_taken_out(self):
        bar = "\r[####--              ]  20%  eta 00:00:01  64/300  3 failed\033[K"
        self.assertEqual(self.told(bar, bar + "\n", "a.h5: error: it is full\n"), "a.h5: error: it is full\n")
        self.assertEqual(self.told("  effects  45%  eta 00:00:12\n", "  effects 100%\na.h5: warning: 50%\n"), "a.h5: warning: 50%\n")
        self.assertEqual(self.told("  verifying a.h5   5%  eta 00:01:12  0.10 of 2.00 GB\n"
                                   "  verifying a.h5 100%, then statistics  2.00 of 2.00 GB\n"), "")
        self.assertEqual(self.told("\r\033[Kinterrupted: finishing\n"), "interrupted: finishing\n")
        for kept in ("  the limit is 45 %\n", "a [####] 5%\n", "x: error: 12/30\n", "\r\n"):
            self.assertEqual(self.told(kept), kept)

    def test_a_bar_in_pieces(self):
        FakeBar.made = []
        sys.modules["tqdm.auto"] = types.SimpleNamespace(tqdm=FakeBar)
        self.addCleanup(sys.modules.pop, "tqdm.auto")
        display = Display(True, "run")
        bar = b"\r[####--              ]  20%  eta 00:00:01  64/300  3 failed\033[K"
        display.take(bar[:40])
        self.assertEqual(FakeBar.made, [])
        display.take(bar[40:])
        display.take(b"\r[####################] 100%  300/300  0 failed\033[K\n")
        self.assertEqual(display.close(), "")
        self.assertEqual(FakeBar.made[0].shown, [(64, 300), (300, 300)])
        self.assertEqual(FakeBar.made[0].postfix, "")


if __name__ == "__main__":
    support.main()
