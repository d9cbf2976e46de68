#!/usr/bin/python3
"""montecopter.plot: each picture shows the numbers of its result, leaves matplotlib as it was, and names arguments."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import support
from support import ROOT

import montecopter

try:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    import numpy
    import xarray  # noqa: F401
except ImportError:
    matplotlib = None

EXAMPLES = ROOT / "scenarios/examples"


@unittest.skipIf(matplotlib is None, "python3-matplotlib or python3-xarray is not installed")
class Plots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        cls.addClassCleanup(os.chdir, os.getcwd())
        os.chdir(cls.dir)
        keys = {"output": {"signals": ["position", "wind"], "rate_hz": 10, "traces": "all"}, "simulation.duration_s": 3.0}
        cls.gust = montecopter.run(EXAMPLES / "iris-gust.toml", samples=20, set=keys, output="gust.h5")
        cls.grid = montecopter.sweep(EXAMPLES / "iris-gust.toml", {"vehicle.mass_kg": [1.4, 1.6]}, samples=5, output="grid.h5",
                                     set={"simulation.duration_s": 1.0})

    def test_traces(self):
        figure = montecopter.plot.traces(self.gust, signals="position.north", worst=1, by="max_tilt_deg")
        north = self.gust.traces_to_pandas("position")["position.x"].unstack("time")
        median, = (line for line in figure.axes[0].lines if line.get_label() == "median")
        numpy.testing.assert_allclose(median.get_ydata(), north.median(), rtol=1e-15)
        worst = self.gust.to_pandas().m_max_tilt_deg.idxmax()
        single, = (line for line in figure.axes[0].lines if f"sample {worst}" in line.get_label())
        numpy.testing.assert_array_equal(single.get_ydata(), north.loc[worst])
        part = montecopter.plot.traces(self.gust, signals=["position.north"], samples=[2], begin_s=1.0, end_s=2.0).axes[0]
        self.assertEqual(part.lines[0].get_xdata()[[0, -1]].tolist(), [1.0, 2.0])
        self.assertTrue(any("sample 2" in line.get_label() for line in part.lines))

    def test_histogram_of_two_and_sizes(self):
        figure = montecopter.plot.histogram(self.gust, "gust.h5", metrics=["max_tilt_deg"], width_mm=85, height_mm=70, title=False,
                                            output=pathlib.Path("two.svg"))
        numpy.testing.assert_allclose(figure.get_size_inches() * 25.4, [85, 70])
        self.assertIn("A: iris-gust", figure.get_label())
        self.assertIn("<svg", pathlib.Path("two.svg").read_text())
        one = montecopter.plot.histogram(self.gust, metrics="max_tilt_deg")
        tilt = self.gust.to_pandas().m_max_tilt_deg
        self.assertAlmostEqual(one.axes[0].lines[0].get_xdata()[0], tilt.median(), 12)

    def test_sweep(self):
        figure = montecopter.plot.sweep(self.grid, "max_tilt_deg", statistic="mean")
        x, y = figure.axes[0].lines[0].get_data()
        wanted = self.grid.grid("max_tilt_deg", "mean")
        numpy.testing.assert_array_equal(x, wanted.coords["vehicle.mass_kg"])
        numpy.testing.assert_allclose(y, wanted.values, rtol=1e-15)
        with self.assertRaisesRegex(ValueError, "statistic: 'q96' is unknown. Use one of .*q95"):
            montecopter.plot.sweep(self.grid, "max_tilt_deg", statistic="q96")
        with self.assertRaisesRegex(montecopter.Error, "at= vehicle.mass_kg=1.5.* is not a value|at=.*not a value"):
            montecopter.plot.sweep(self.grid, "max_tilt_deg", at={"vehicle.mass_kg": 1.5})

    def test_scenarios_that_are_no_files(self):
        iris = (EXAMPLES / "iris-gust.toml").read_text().replace("../", str(ROOT / "scenarios") + "/")
        quad = {"schema": 1, "name": "of-a-dict", "vehicle": {"include": str(ROOT / "scenarios/vehicles/f450.toml")},
                "controller": {"type": "command_table", "rows": [[0, 500, 500, 500, 500]]},
                "integrator": {"type": "rk4", "rate_hz": 500}, "simulation": {"duration_s": 1.0}}
        names = []
        figure = montecopter.plot.vehicle(quad, output=lambda name: names.append(name) or "picture.png")
        self.assertGreater(len(numpy.unique(matplotlib.image.imread("picture.png")[::3, ::3, 0])), 10)  # not blank
        self.assertEqual([text.get_text() for text in figure.axes[0].texts[:4]], ["0", "1", "2", "3"])  # the rotors
        figure = montecopter.plot.margins(iris, loops="roll")
        self.assertTrue(any(line.get_label() == "roll" for axes in figure.axes for line in axes.lines))
        self.assertEqual(names, ["of-a-dict"])

    def test_answers_of_searches(self):
        gust = EXAMPLES / "iris-gust-requirements.toml"
        keys = {"simulation.duration_s": 2, "requirement.carried.at_most": 0.4}
        rare = montecopter.rare(gust, requirement="carried", per_level=400, set=keys)
        line, = (line for line in montecopter.plot.rare(rare, output="rare.png").axes[0].lines if line.get_label() == "levels")
        numpy.testing.assert_array_equal(line.get_ydata(), [*rare.levels.probability, rare.probability])
        worst = montecopter.worst(gust, metric="max_tilt_deg", samples=130, set=keys)
        line = montecopter.plot.worst(worst).axes[0].lines[0]
        self.assertEqual((line.get_xdata().tolist(), line.get_ydata().tolist()), ([64, 128, 130], worst.progress))
        self.assertEqual(len(montecopter.plot.bands(self.grid, metrics="max_tilt_deg").axes), 1)
        quantiles = montecopter.bands(self.grid, quantiles=[10, 90])
        self.assertEqual(montecopter.plot.bands(quantiles, metrics="max_tilt_deg").axes[0].lines[0].get_ydata().tolist(), [10, 90])

    def test_matplotlib_is_left_as_it_was(self):
        before = dict(matplotlib.rcParams)
        montecopter.plot.histogram(self.gust, metrics="max_tilt_deg", font_pt=6)
        self.assertEqual(dict(matplotlib.rcParams), before)
        self.assertEqual(pyplot.get_fignums(), [])  # a notebook would show it twice

    def test_errors_name_arguments(self):
        for raises, what, draw in (
                (montecopter.ScenarioError, "worst= -1", lambda: montecopter.plot.traces(self.gust, worst=-1)),
                (montecopter.ScenarioError, "begin_s= 2 is not before end_s= 1",
                 lambda: montecopter.plot.traces(self.gust, begin_s=2, end_s=1)),
                (montecopter.Error, "Did you mean 'max_tilt_deg'", lambda: montecopter.plot.histogram(self.gust, metrics="max_tilt_de")),
                (ValueError, "by: it needs one result", lambda: montecopter.plot.traces(self.gust, self.gust, by="max_tilt_deg")),
                (TypeError, "colour: unknown argument. .*width_mm", lambda: montecopter.plot.path(self.gust, colour="red")),
                (TypeError, "results: 0 were given", montecopter.plot.traces),
                (TypeError, "result.*5 is not a path", lambda: montecopter.plot.path(5)),
                (montecopter.Error, "no such file", lambda: montecopter.plot.path("nowhere.h5")),
                (montecopter.ScenarioError, "too small", lambda: montecopter.plot.path(self.gust, height_mm=1, output="x.png"))):
            with self.subTest(what), self.assertRaisesRegex(raises, what):
                draw()

    def test_matplotlib_is_optional(self):
        script = "import montecopter\ntry:\n    montecopter.plot.path('x.h5')\nexcept ModuleNotFoundError as error:\n    print(error)"
        done = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True,
                              env={**os.environ, "PYTHONPATH": str(ROOT / "src/python")})
        self.assertRegex(done.stdout, "^Pictures need matplotlib, numpy, h5py. .*pip install matplotlib numpy h5py.*apt-get")


if __name__ == "__main__":
    support.main()
