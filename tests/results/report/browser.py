#!/usr/bin/python3
"""montecopter report in headless Chromium: it loads without errors, shows the numbers of the file, zooms, turns, fits
narrow windows, and can be read in light and dark."""
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli"))
import support  # noqa: E402
import webdriver  # noqa: E402
from support import SCENARIO, ProgramTest  # noqa: E402

HOSTILE = '<script>alert(1)</script>"\'&amp;<img src=x onerror=alert(1)>'
CONTROLS = "".join(map(chr, [*range(1, 32), 127, 0x202e, 0x2028, 0xfeff]))
HOSTILE_NAME = "<img src=x onerror=alert(1)>'\"&`$(x)\x1b[31m\n.h5"
REQUIREMENTS = """
[requirement.lean]
type = "probability"
metric = "max_tilt_deg"
at_most = 60
probability = 0.9
[requirement.never]
type = "mean"
metric = "max_tilt_deg"
at_most = 0.001
"""
SWEEP = '\n[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.5, 2.0]\n[sweep."vehicle.mass_kg"]\nvalues = [1, 1.2]\n'


def setUpModule():
    """One browser and one set of pages for all tests."""
    Browsing.pages = tempfile.mkdtemp(prefix="montecopter-pages-")
    unittest.addModuleCleanup(shutil.rmtree, Browsing.pages, ignore_errors=True)
    Browsing.browser = webdriver.Browser(os.path.join(Browsing.pages, "profile"))
    unittest.addModuleCleanup(Browsing.browser.close)
    Browsing().make_pages()


class Browsing(ProgramTest):
    pages, browser = None, None

    def make_pages(self):
        self.dir = self.pages
        undispersed = SCENARIO.replace('[disperse."vehicle.mass_kg"]\ndist = "truncated_normal"\nmean = 1.0\nsd = 0.05\n'
                                       'low = 0.9\nhigh = 1.1\n', "")
        texts = {"plain": SCENARIO + REQUIREMENTS, "sweep": undispersed + REQUIREMENTS + SWEEP,
                 "hostile": SCENARIO + REQUIREMENTS.replace("[requirement.never]", f"text = '''{HOSTILE}'''\n[requirement.never]")
                 + f"[metrics.energy]\nformula = \"max(norm(velocity))\"\nunit = '''{HOSTILE}'''\n"
                 + f"[record]\nwaivers = ['''{HOSTILE}''', '''{'long ' * 2000}''']\n"
                 + f"[source]\nvehicle.mass_kg = {json.dumps(HOSTILE + 'x' * 10000 + CONTROLS)}\nmonte_carlo.seed = {json.dumps(HOSTILE)}\n"}
        for name, text in texts.items():
            self.write(f"{name}.toml", text)
            self.expect(1, "run", f"{name}.toml", "--progress", "none", "-o", f"{name}.h5")
            self.expect(0, "report", f"{name}.h5", "-o", f"{name}.html")
        shutil.copy(self.path("plain.h5"), self.path(HOSTILE_NAME))
        self.expect(0, "report", "plain.h5", HOSTILE_NAME, "plain.h5", "-o", "several.html")

    def runTest(self):
        pass

    def open(self, name):
        self.browser.chrome("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        self.browser.chrome("Emulation.clearDeviceMetricsOverride")
        self.browser.open(os.path.join(self.pages, f"{name}.html"))

    def svg(self, figure):
        return f"figure[id='{figure}'] svg"


class Loading(Browsing):
    def test_without_errors_and_without_network(self):
        for name in ("plain", "sweep", "hostile", "several"):
            with self.subTest(name):
                self.open(name)
                self.assertEqual(self.browser.console(), [])
                self.assertEqual(self.browser.run("return document.documentElement.dataset.interactive"), "yes")
                self.assertEqual(self.browser.run("return performance.getEntriesByType('resource').length"), 0)

    def test_no_hostile_text_becomes_an_element(self):
        for name in ("several", "hostile"):
            self.open(name)
            self.assertEqual(self.browser.run("return document.querySelectorAll('img').length"), 0)
            self.assertEqual(self.browser.run(
                "return [...document.querySelectorAll('script')].filter((s) => !s.type).length"), 2)  # D3 and ours
            shown = self.browser.run("return document.body.innerText")
            self.assertFalse([c for c in shown if ord(c) < 32 and c not in "\n\t"])
            self.assertLess(self.browser.run(
                "return Math.max(...[...document.querySelectorAll('td, th, a, code')].map((e) => e.textContent.length))"), 5000)
        self.assertIn(HOSTILE, self.browser.run("return document.querySelector('#verdicts').textContent"))

    def test_it_shows_the_numbers_of_the_file(self):
        self.open("plain")
        shown = self.browser.run("""
            const row = [...document.querySelectorAll('#metrics tbody tr')]
              .find((r) => r.querySelector('th').textContent === 'max_tilt_deg');
            return [row.cells[3].querySelector('data').value, row.cells[3].innerText]""")
        with h5py.File(os.path.join(self.pages, "plain.h5")) as file:
            mean = file["m_max_tilt_deg"][:].mean()
        self.assertAlmostEqual(float(shown[0]), mean, delta=1e-12 * mean)
        self.assertAlmostEqual(float(shown[1]), mean, delta=1e-3 * mean)

    def test_the_verdicts_are_seen(self):
        self.open("plain")
        words = self.browser.run("return [...document.querySelectorAll('.badge')].map((b) => b.innerText)")
        self.assertEqual(words, ["✓ met", "✗ violated"])


class Moving(Browsing):
    def domain(self, figure):
        return self.browser.run("return montecopterReport.domains(arguments[0]).x", figure)

    def ticks(self, figure):
        return self.browser.run("return [...document.querySelectorAll(arguments[0] + ' .axis.x text')].map((t) => t.textContent)",
                                self.svg(figure))

    def test_zoom_changes_the_axis_and_back(self):
        self.open("plain")
        figure = "trace-velocity.x"
        whole, before = self.domain(figure), self.ticks(figure)
        self.browser.click(f"figure[id='{figure}'] .tools button:nth-child(1)")
        self.browser.run("return new Promise((done) => setTimeout(done, 50))")
        zoomed = self.domain(figure)
        self.assertAlmostEqual((whole[1] - whole[0]) / (zoomed[1] - zoomed[0]), 1.5, delta=1e-6)
        self.browser.press(self.svg(figure), "+", "+")
        self.assertAlmostEqual((whole[1] - whole[0]) / (self.domain(figure)[1] - self.domain(figure)[0]), 1.5 ** 3, delta=1e-6)
        self.assertNotEqual(self.ticks(figure), before)
        left = self.domain(figure)[0]
        self.browser.press(self.svg(figure), "ArrowRight")
        self.assertGreater(self.domain(figure)[0], left)
        self.browser.press(self.svg(figure), "0")
        np.testing.assert_allclose(self.domain(figure), whole)
        self.assertEqual(self.browser.console(), [])

    def test_zoom_leaves_lines_where_their_numbers_are(self):
        """A point of a line, and where the zoomed axis says that it is."""
        self.open("plain")
        figure = "trace-velocity.x"
        self.browser.press(self.svg(figure), "+", "+", "ArrowRight")
        got = self.browser.run("""
            const figure = document.getElementById(arguments[0]), spec = JSON.parse(figure.querySelector('script').textContent);
            const path = figure.querySelector('.line.median'), k = Math.floor(spec.data.x.length / 2);
            const m = path.getCTM(), inverse = figure.querySelector('svg').getCTM().inverse();
            const seen = path.getPointAtLength(0).matrixTransform(inverse.multiply(m));
            const d = montecopterReport.domains(arguments[0]), [l, r] = spec.x.range;
            return [d.x[0] + (seen.x - l) / (r - l) * (d.x[1] - d.x[0]), spec.data.x[0]]""", figure)
        self.assertAlmostEqual(got[0], got[1], delta=0.002)

    def test_values_under_the_pointer(self):
        self.open("plain")
        text = self.browser.run("""
            const svg = document.querySelector(arguments[0]), box = svg.getBoundingClientRect();
            svg.dispatchEvent(new MouseEvent('mousemove', {clientX: box.left + box.width / 2, clientY: box.top + 50, bubbles: true}));
            return svg.parentNode.querySelector('.readout').textContent""", self.svg("trace-velocity.x"))
        self.assertRegex(text, r"time \[s\] 0\.\d+: min: .*, q50: .*, max: ")

    def test_things_in_space_turn(self):
        self.open("plain")
        for figure in ("path-space", "vehicle-space"):
            with self.subTest(figure):
                look = "return document.querySelector(arguments[0] + ' .things').innerHTML"
                before = self.browser.run(look, self.svg(figure))
                self.browser.press(self.svg(figure), "ArrowLeft", "ArrowUp")
                self.assertNotEqual(self.browser.run(look, self.svg(figure)), before)
                self.browser.press(self.svg(figure), "ArrowRight", "ArrowDown")
                view = self.browser.run("return montecopterReport.view(arguments[0])", figure)
                self.assertEqual([view["azimuth"], view["elevation"]], [30, 25 if figure == "path-space" else 30])


CONTRAST = """
    const parse = (c) => c.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
      .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
    const paper = (e) => { for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
    const worst = [];
    for (const e of document.querySelectorAll('h1,h2,p,code,th,td,a,caption,summary,.badge,.cell,svg text,.legend li,button')) {
      if (!e.textContent.trim()) continue;
      const style = getComputedStyle(e), ink = parse(e.closest('svg') ? style.fill : style.color);
      const [a, b] = [light(ink), light(paper(e.closest('svg') ? e.closest('figure, p') : e))].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < 4.5) worst.push(e.tagName + '.' + e.getAttribute('class') + ' ' + ratio.toFixed(2));
    }
    return [...new Set(worst)]"""

OVERLAPS = """
    const found = [];
    for (const figure of document.querySelectorAll('figure.chart')) {
      for (const axis of figure.querySelectorAll('.axis')) {
        const boxes = [...axis.querySelectorAll('text')].map((t) => t.getBoundingClientRect());
        boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
          if (a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom)
            found.push(figure.id + ' ' + axis.getAttribute('class'));
        }));
      }
      const box = figure.querySelector('svg').getBoundingClientRect();
      for (const t of figure.querySelectorAll('svg text')) {
        const b = t.getBoundingClientRect();
        if (b.left < box.left - 1 || b.right > box.right + 1) found.push(figure.id + ' cut: ' + t.textContent);
      }
    }
    return [...new Set(found)]"""


class Looks(Browsing):
    def test_contrast_in_light_and_dark(self):
        for scheme in ("light", "dark"):
            for name in ("plain", "sweep"):
                with self.subTest(scheme=scheme, page=name):
                    self.open(name)
                    self.browser.chrome("Emulation.setEmulatedMedia",
                                        features=[{"name": "prefers-color-scheme", "value": scheme}])
                    self.assertEqual(self.browser.run(CONTRAST), [])

    def test_no_label_lies_on_another_and_none_is_cut(self):
        for width in (1280, 400):
            for name in ("plain", "sweep", "hostile", "several"):
                with self.subTest(width=width, page=name):
                    self.open(name)
                    self.browser.chrome("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                                        mobile=False)
                    self.assertEqual(self.browser.run(OVERLAPS), [])
                    self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)

    def test_everything_has_a_name_for_those_who_do_not_see_it(self):
        for name in ("plain", "sweep", "several"):
            self.open(name)
            self.assertEqual(self.browser.run("""
                return [...document.querySelectorAll('svg[role=img]')].filter((s) => !s.querySelector('title').textContent
                  || !s.querySelector('desc').textContent).length"""), 0)
            self.assertEqual(self.browser.run(
                "return [...document.querySelectorAll('button')].filter((b) => !b.getAttribute('aria-label')).length"), 0)
            ids = self.browser.run("return [...document.querySelectorAll('[id]')].map((e) => e.id)")
            self.assertEqual(len(ids), len(set(ids)))


class Commands(Browsing):
    def test_the_name_of_a_row_leads_to_its_command(self):
        self.open("plain")
        row = "#metrics tbody tr:nth-child(4) th a.how"
        wanted = "montecopter stats plain.h5 --metric " + self.browser.run("return document.querySelector(arguments[0]).textContent", row)
        target = "return document.querySelector(':target code').textContent"
        self.browser.press(row, "\ue007")  # Enter
        self.assertEqual(self.browser.run(target), wanted)
        self.browser.click(":target a.back")
        self.assertEqual(self.browser.run("return location.hash"), "#metrics")

    def test_a_command_is_copied(self):
        self.open("plain")
        self.browser.click("#command-2 button")
        self.assertEqual(self.browser.run("return [document.querySelector('#command-2 button').textContent, getSelection().toString()]"),
                         ["copied", "montecopter requirements plain.h5"])

    def test_on_paper_the_number_of_the_command_is_there(self):
        self.open("plain")
        self.browser.chrome("Emulation.setEmulatedMedia", media="print")
        shown = self.browser.run("return getComputedStyle(document.querySelector('#metrics tbody a.how'), '::after').content")
        self.browser.chrome("Emulation.setEmulatedMedia", media="")
        self.assertIn("[", shown)


class Printing(Browsing):
    def text_of(self, pdf, *options):
        return subprocess.run(["pdftotext", *options, os.path.join(self.pages, pdf), "-"], check=True, capture_output=True, text=True).stdout

    def test_a_document(self):
        """A4, numbered pages, a title block, no need of a pointer, and all lines of the scenario: read back from the PDF."""
        self.dir = self.pages
        self.write("failing.toml", SCENARIO.replace("[monte_carlo]", "[simulation.limits]\ntilt_deg = 3.6\n[monte_carlo]")
                   + REQUIREMENTS.replace("at_most = 60", "at_most = 3.2") + '\n[sweep."environment.gravity_m_s2"]\nvalues = [9.8, 9.9]\n'
                   '[sweep."vehicle.linear_drag_n_s_m"]\nvalues = [0.1, 0.2]\n')
        self.expect(1, "run", "failing.toml", "--progress", "none", "-n", "50", "-o", "failing.h5")
        answer = json.loads(self.expect(0, "stats", "failing.h5", "--json").out)
        self.expect(0, "report", "failing.h5", "-o", "failing #1.html", "--pdf", "failing.pdf")
        info = subprocess.run(["pdfinfo", os.path.join(self.pages, "failing.pdf")], check=True, capture_output=True, text=True).stdout
        self.assertRegex(info, r"Page size: +59[45][.\d]* x 84[12][.\d]* pts \(A4\)")
        pages = self.text_of("failing.pdf", "-layout").split("\f")[:-1]
        self.assertEqual(int(re.search(r"Pages: +(\d+)", info)[1]), len(pages))
        for k, page in enumerate(pages):
            self.assertIn(f"page {k + 1} of {len(pages)}", page)
            self.assertIn(f"small, sha256 {answer['content_sha256'][:12]}", page)
        with h5py.File(os.path.join(self.pages, "failing.h5")) as file:
            ok, flown = int((file["status"][:] == 1).sum()), file["status"].size
            resolved = bytes(file["provenance/resolved"][:]).decode()
        self.assertTrue(0 < ok < flown, ok)
        for line in (rf"failed flights +{flown - ok} of {flown}\n", rf"content sha256 +{answer['content_sha256']}\n", r"verdicts +8 requirements: ",
                     rf"report +{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}, by montecopter \d", r"flown +2\d{3}-\d\d-\d\dT\S+Z, by montecopter \d"):
            self.assertRegex(pages[0], line)
        title = re.search(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">small<', self.text_of("failing.pdf", "-bbox", "-l", "1"))
        self.assertGreater(float(title[2]) - float(title[1]), 20)  # letters of 20 pt: nothing is so wide that the browser shrank the pages
        words = "".join(self.text_of("failing.pdf").split())
        for text in (resolved, pathlib.Path(self.pages, "failing.toml").read_text(encoding="utf-8")):
            for line in text.splitlines():
                if len(line) < 60:  # a longer one may go on in another line or page
                    self.assertTrue("".join(line.split()) in words, line)
        for text in ("Verdictsandobservedvaluesbysweeppoint", "Tableof4points", "lean:atmost3.2"):
            self.assertTrue(text in words, text)
        self.assertEqual([name for name in os.listdir(self.pages) if "partial" in name], [])


if __name__ == "__main__":
    if webdriver.missing():
        print(f"skipped: {', '.join(webdriver.missing())} not installed (Debian: chromium, chromium-driver)")
        sys.exit(77)
    support.main()
