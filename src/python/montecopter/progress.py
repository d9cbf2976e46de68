"""Progress of a call: a bar of tqdm in notebooks and on terminals if it is installed, otherwise text on a terminal."""
from __future__ import annotations

import re
import sys
import typing

_ERASE = "\033[K"
# A bar of the program, "[####--    ]  45%  eta 00:01:23  450/1000", and a line, "  verifying a.h5  45%  eta 00:00:12".
_BAR = re.compile(r"\[[#\- ]{20}\] +(\d+)%(?:.*?  (\d+)/(\d+)\b)?")
_LINE = re.compile(r"  (?:\S.* )? *(\d+)%(?:  eta [\d:]+|, then [\w ]+)?(?:  [\d.]+ of [\d.]+ GB)?$")


def is_wanted(requested: bool | None) -> bool:
    """Whether a call shows its progress: as requested, otherwise in notebooks and on terminals."""
    return (_is_notebook() or sys.stderr.isatty()) if requested is None else requested


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


class Display:
    """Takes what the program writes to stderr, shows its progress, and returns the rest when it is closed."""

    def __init__(self, is_shown: bool, title: str = "") -> None:
        self.is_shown, self.title = is_shown, title
        self.written = bytearray()
        self.begun = ""  # a piece of text whose end is still to come
        self.bar: typing.Any = None
        self.is_line_open = False

    def take(self, data: bytes) -> None:
        """Shows the newest progress in these bytes."""
        self.written += data
        if not self.is_shown:
            return
        *pieces, self.begun = re.split(r"[\r\n]", self.begun + data.decode("utf-8", "replace"))
        if self.begun.endswith(_ERASE):  # a bar has no end of its line
            pieces.append(self.begun)
        for piece in reversed(pieces):
            text = piece.replace(_ERASE, "")
            if found := _BAR.match(text) or _LINE.match(text):
                self._show(text.strip(), *found.groups())
                return

    def close(self) -> str:
        """Ends the display. Returns what the program wrote, without progress."""
        if self.bar is not None:
            self.bar.close()
        if self.is_line_open:
            print(file=sys.stderr, flush=True)
        text = self.written.decode("utf-8", "surrogateescape")
        text = re.sub(r"\r(?:\[[#\- ]{20}\][^\r\n\033]*)?\033\[K\n?", "", text)
        return "".join(line for line in text.splitlines(keepends=True) if not _LINE.match(line.rstrip("\n")))

    def _show(self, text: str, percent: str, done: str | None = None, total: str | None = None) -> None:
        if self.bar is None and not self.is_line_open:
            self.bar = _new_bar(self.title, "%" if total is None else " samples")
        if self.bar is None:
            self.is_line_open = True
            print(f"\r{text}{_ERASE}", end="", file=sys.stderr, flush=True)
            return
        self.bar.n, self.bar.total = int(done or percent), int(total or 100)
        failed = re.search(r"([1-9]\d*) failed", text)
        self.bar.set_postfix_str(failed[0] if failed else "", refresh=False)
        self.bar.refresh()


def _new_bar(title: str, unit: str) -> typing.Any:
    """A bar of tqdm; None if it is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=100, desc=title, unit=unit, file=sys.stderr)
