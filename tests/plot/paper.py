"""Figures for a paper: sizes, letters that a journal takes, and what stays legible in a column of 85 mm. Run by plot.py."""
import contextlib
import io
import pathlib
import re
import struct
import subprocess
import xml.etree.ElementTree

from kinds import PLOT, PlotTest, example, fly
from montecopter.drawing import allan, footprint, histogram, margins, path, style, sweep, tornado, traces, vehicle, wind
from montecopter.drawing.result import Result

TEXT = "{http://www.w3.org/2000/svg}text"
COLUMN = ("--width-mm", "85", "--font-pt", "8")


class Paper(PlotTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        fly("gust.h5", "iris-gust-requirements")
        fly("design.h5", "iris-gust-requirements", "--set", 'monte_carlo.design="one_at_a_time"', "-n", "7", "--set", "requirement={}",
            "--set", "output.traces=none")
        fly("fall.h5", "x500-termination", "--set", "output.traces=none")
        fly("sets.h5", "f450-gain-sets", "-n", "2", "--set", "output.traces=none")

    def test_the_size_is_as_asked(self):
        self.plot("gust.h5", "--height-mm", "60", "histogram", "back", "--width-mm", "84", "--font-pt", "7", "-o", "column.png")
        size = struct.unpack(">II", pathlib.Path("column.png").read_bytes()[16:24])
        for found, mm in zip(size, (84, 60)):
            self.assertLessEqual(abs(found - mm / 25.4 * 150), 1)  # matplotlib cuts off a part of a pixel
        for words, says in ((("--width-mm", "0"), "--width-mm 0: error: not a number from 50 to 500"),
                            (("--height-mm", "tall"), "--height-mm tall: error: not a number from 20 to 500"),
                            (("--height-mm", "nan"), "--height-mm nan: error: not a number"),
                            (("--height-mm", "20"), "--height-mm 20: error: too small for this picture. Use a larger size"),
                            (("--height-mm", "35", "--no-title"), "--height-mm 35: error: too small for this picture"),
                            (("--no-titel",), "unrecognized arguments: --no-titel")):
            message = self.plot("gust.h5", "histogram", "back", "max_tilt_deg", *COLUMN, *words, "-o", "small.png", code=2)
            self.assertIn(says, message)
            self.assertEqual(message.count("\n"), 1)
        self.assertFalse(pathlib.Path("small.png").exists())

    def test_pdf_has_truetype_letters_and_svg_has_text(self):
        """pdffonts and the XML say so; a power of ten at an axis is set in other letters, which journals refuse as well."""
        words = ("gust.h5", "traces", "position.north", "--worst", "1", *COLUMN)
        for name in ("north.pdf", "north.svg"):  # the same bytes each time
            self.plot(*words, "-o", f"again-{name}")
            self.plot(*words, "-o", name)
            self.assertEqual(pathlib.Path(name).read_bytes(), pathlib.Path(f"again-{name}").read_bytes())
        fonts = subprocess.run(["pdffonts", "north.pdf"], check=True, capture_output=True, text=True).stdout.splitlines()[2:]
        self.assertGreaterEqual(len(fonts), 2)  # the title is bold
        for font in fonts:
            self.assertRegex(font, r"^[A-Z]{6}\+DejaVu\S+ +CID TrueType +\S+ +yes +yes +yes ")  # embedded, a subset, with Unicode
        said = subprocess.run(["pdftotext", "north.pdf", "-"], check=True, capture_output=True, text=True).stdout
        self.assertIn("position north [m]", said)
        size = subprocess.run(["pdfinfo", "north.pdf"], check=True, capture_output=True, text=True).stdout
        self.assertAlmostEqual(float(re.search(r"Page size: +([\d.]+) x", size)[1]), 85 / 25.4 * 72, delta=0.01)
        root = xml.etree.ElementTree.parse("north.svg").getroot()
        self.assertAlmostEqual(float(root.get("width").removesuffix("pt")), 85 / 25.4 * 72, places=2)
        texts = ["".join(text.itertext()).strip() for text in root.iter(TEXT)]
        for wanted in ("iris-gust-requirements", "position north [m]", "time [s]", "median", "5–95 %"):
            self.assertIn(wanted, texts)

    def test_without_a_title_the_caption_is_told(self):
        told = io.StringIO()
        with contextlib.redirect_stderr(told), contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(PLOT.main(["gust.h5", "histogram", "back", *COLUMN, "--no-verify", "--no-title", "-o", "bare.svg"]), 0)
        self.assertIn("\ncaption: iris-gust-requirements; 40 of 40 samples ended ok; above each: median (5 % … 95 % quantile); not verified\n",
                      told.getvalue())
        texts = {"".join(text.itertext()).strip() for text in xml.etree.ElementTree.parse("bare.svg").iter(TEXT)}
        self.assertFalse([text for text in texts if "iris" in text or "samples ended" in text])
        self.assertIn("not verified", texts)  # what no reader may miss stays

    def test_labels_stay_inside_of_a_column(self):
        """Each text of each kind at 85 mm with 8 pt: none is cut off, none is smaller than 6 pt, and no two tick labels touch."""
        style.use(85, 8)
        gust = Result("gust.h5")
        scenario = str(example("x500-survey"))
        figures = {
            "traces": traces.draw(gust, ["position.north", "euler_angles.pitch"], 2, None),
            "histogram": histogram.draw(gust, ["max_tilt_deg", "back"]),
            "two": histogram.draw_two([gust, gust], ["back"]),
            "path": path.draw(gust, 3, None),
            "footprint": footprint.draw(Result("fall.h5"), [30.0]),
            "tornado": tornado.draw("design.h5", "max_tilt_deg"),
            "sweep": sweep.draw(Result("sets.h5"), "max_tilt_deg", "median", []),
            "wind": wind.draw_model(example("sih-gusts"), ("0", "40"), 0),
            "margins": margins.draw(scenario, []),
            "vehicle": vehicle.draw(scenario),
            "allan": allan.draw(str(example("sih-sensors")), ["sih.airspeed"]),
        }
        for kind, figure in figures.items():
            with self.subTest(kind):
                figure.draw_without_rendering()
                self.assertEqual(figure.get_figwidth(), 85 / 25.4)
                shown = [text for text in figure.findobj(style.plt.Text) if text.get_visible() and text.get_text().strip()]
                ticks = {label for axes in figure.axes for axis in (axes.xaxis, axes.yaxis, *([axes.zaxis] if kind == "path" else []))
                         for label in axis.get_majorticklabels() + axis.get_minorticklabels()}
                self.assertGreaterEqual(min(text.get_size() for text in shown), 6)
                for text in set(shown) - ticks:  # ticks may lie beyond the ends of an axis, and are not drawn there
                    box = text.get_window_extent()
                    self.assertTrue(-1 <= box.x0 and box.x1 <= figure.bbox.x1 + 1, f"{text.get_text()} is cut off")
                for axes in figure.axes if kind != "path" else []:  # axes in space are not drawn along the picture
                    low, high = sorted(axes.get_xlim())
                    boxes = [label.get_window_extent() for at, label in zip(axes.get_xticks(), axes.get_xticklabels())
                             if low <= at <= high and label.get_text()]
                    self.assertTrue(all(a.x1 < b.x0 for a, b in zip(boxes, boxes[1:])), "tick labels overlap")
            style.plt.close(figure)

    def test_a_label_longer_than_its_panel_is_broken(self):
        style.use(85, 8, 70, is_titled=False)
        figure = traces.draw(Result("gust.h5"), ["position.north", "euler_angles.pitch"], 1, None)
        style.fit_to_height(figure)
        self.assertEqual([axes.get_ylabel() for axes in figure.axes], ["position north\n[m]", "pitch [°]"])
