#!/usr/bin/python3
"""The package against the program and the file: what it returns is what they say."""
import inspect
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import time
import tomllib
import typing
import unittest
import warnings

import support
from support import EXAMPLES, HOVER, PICTURES, ROOT, TABLE, PackageTest

import montecopter

try:
    import h5netcdf  # noqa: F401
    import h5py
    import numpy
    import pandas
    import xarray
except ImportError:
    xarray = None


class Flying(PackageTest):
    def test_run_a_file(self):
        result = montecopter.run(HOVER, samples=7, seed=5, threads=1, set={"environment.gravity_m_s2": 9.80665})
        self.assertEqual((result.path, result.exit_code), (pathlib.Path("sih-hover.h5"), 0))
        self.assertEqual(result.summary["samples"], 7)
        resolved = tomllib.loads(result.resolved())
        self.assertEqual(resolved["monte_carlo"]["seed"], 5)
        self.assertEqual(resolved["environment"]["gravity_m_s2"], 9.80665)
        self.assertEqual(result.scenario(), HOVER.read_text())

    def test_a_dict_its_text_and_its_file_are_the_same_flights(self):
        text = montecopter.dumps(TABLE)
        pathlib.Path("from-python.toml").write_text(text)
        hashes = {montecopter.run(scenario, output=f"{k}.h5").summary["content_sha256"]
                  for k, scenario in enumerate((TABLE, text, "from-python.toml", pathlib.Path("from-python.toml")))}
        self.assertEqual(len(hashes), 1)
        self.assertEqual(sorted(os.listdir()), ["0.h5", "1.h5", "2.h5", "3.h5", "from-python.toml"])

    def test_a_run_goes_on_and_fresh_begins_anew(self):
        first = self.fly(only="0,2")
        self.assertFalse(first.summary["complete"])
        self.assertEqual(self.fly().summary["samples"], 6)
        with self.assertRaises(montecopter.RefusedError) as raised:
            self.fly(seed=4)
        self.assertEqual(raised.exception.exit_code, 3)
        self.assertIn("a.h5: error:", raised.exception.message)
        self.fly(seed=4, fresh=True)

    def test_options_are_those_of_the_program(self):
        one = self.fly(reproducible=True, lanes="baseline", threads=1).path.read_bytes()
        two = self.fly(reproducible=True, output="b.h5", set=["schema=1"]).path.read_bytes()
        self.assertEqual(one, two)

    def test_check(self):
        told = montecopter.check(TABLE, set={"monte_carlo.samples": 10})
        self.assertEqual((told.scenario, told.points, told.samples, told.steps, told.step_s, told.duration_s),
                         ("from-python", 1, 10, 100, 0.004, 0.4))
        self.assertEqual((told.traced_samples, told.trace_rows, told.warnings), (5, 21, []))
        self.assertEqual(os.listdir(), [])

    def test_sweep(self):
        result = montecopter.sweep(TABLE, {"vehicle.inertia_kg_m2.xx": [0.02, 0.025],
                                           "environment.gravity_m_s2": {"linspace": [9.0, 10.0, 3]}}, samples=2)
        self.assertEqual(result.summary["samples"], 12)
        swept = tomllib.loads(result.resolved())["sweep"]
        self.assertEqual(swept["environment.gravity_m_s2"]["values"], [9.0, 9.5, 10.0])
        with self.assertRaises(ValueError):
            montecopter.sweep(TABLE, {})

    def test_replay(self):
        result = self.fly()
        again = montecopter.replay(result, samples=[3, 5])
        self.assertEqual((again.path, again.exit_code), (pathlib.Path("a-replay.h5"), 0))
        worst = montecopter.replay("a.h5", worst=1, by="max_tilt_deg", signals=["position"], rate_hz=125,
                                   output="worst.h5")
        self.assertEqual(len(worst.summary["samples"]), 1)
        with self.assertRaises(montecopter.Error) as raised:
            montecopter.replay(result, where="t_end_s < 0", output="none.h5")
        self.assertEqual(raised.exception.exit_code, 1)

    def test_paths_are_also_bytes(self):
        pathlib.Path("from-python.toml").write_text(montecopter.dumps(TABLE))
        result = montecopter.run(b"from-python.toml", output=b"q\xff.h5")
        self.assertEqual(result.path, pathlib.Path(os.fsdecode(b"q\xff.h5")))
        self.assertEqual(sorted(os.listdir(b".")), [b"from-python.toml", b"q\xff.h5"])
        self.assertEqual(montecopter.Result(b"q\xff.h5").path, result.path)
        again = montecopter.replay(b"q\xff.h5", samples=1, output=b"r\xff.h5")
        self.assertEqual(os.fsencode(again.path), b"r\xff.h5")
        self.assertTrue(again.path.exists())
        told = montecopter.call("stats", b"q\xff.h5", "--json").json()
        self.assertEqual(told["content_sha256"], result.summary["content_sha256"])
        self.assertEqual(montecopter.check(montecopter.dumps(TABLE).encode()).samples, 6)

    def test_samples_as_numbers_ranges_and_text(self):
        result = self.fly(only=[0, 2])
        self.assertEqual(result.summary["samples"], [0, 2])
        self.assertEqual(self.fly(output="b.h5", only=range(1, 4)).summary["samples"], [1, 2, 3])
        self.assertEqual(self.fly(output="c.h5", only=range(1, 6, 4)).summary["samples"], [1, 5])
        self.assertEqual(self.fly(output="d.h5", only="0,4..5").summary["samples"], [0, 4, 5])
        self.assertEqual(self.fly(output="e.h5", only=3).summary["sample"], 3)
        whole = self.fly()
        self.assertEqual(montecopter.replay(whole, samples=range(2)).summary["samples"],
                         montecopter.replay(whole, samples="0..1").summary["samples"])
        # More numbers than one word of a command line can hold (128 KiB).
        with self.assertRaisesRegex(montecopter.ScenarioError, "only="):
            self.fly(only=range(100000))
        for none in ([], range(0), ""):
            with self.subTest(none), self.assertRaisesRegex(ValueError, "only: .* contains no sample. Give a number"):
                self.fly(only=none)
        for wrong in (1.5, [0, 2.0], [None], b"3"):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "only: .* Give a whole number"):
                self.fly(only=wrong)

    def test_signals_as_text_and_as_list(self):
        result = self.fly()
        one = montecopter.replay(result, samples=1, signals="position", output="one.h5")
        self.assertEqual(tomllib.loads(one.resolved())["output"]["signals"], ["position"])
        two = montecopter.replay(result, samples=1, signals=["position", "velocity"], output="two.h5")
        text = montecopter.replay(result, samples=1, signals="position, velocity", output="text.h5")
        self.assertEqual(two.resolved(), text.resolved())
        with self.assertRaisesRegex(TypeError, "signals: .* Give a text"):
            montecopter.replay(result, samples=1, signals=[1])
        with self.assertRaisesRegex(ValueError, "signals: the list is empty. Give a name"):
            montecopter.replay(result, samples=1, signals=[])

    def test_other_commands(self):
        result = self.fly()
        told = montecopter.call("stats", result.path, "--json").json()
        self.assertEqual(told["samples"], 6)
        self.assertIn("montecopter ", montecopter.call("--version").output)

    def test_verdicts_are_answers(self):
        required = {**TABLE, "requirement": {"stays": {"type": "probability", "metric": "max_tilt_deg", "at_most": 1e-9,
                                                       "probability": 0.5}}}
        lean = {"simulation.initial.attitude": [0.8, 0.6, 0.0, 0.0]}
        self.assertEqual(montecopter.run(required, output="v.h5", samples=30, set=lean).exit_code, 1)
        self.assertEqual(montecopter.run(required, output="u.h5", samples=1, set=lean).exit_code, 4)

    def test_warnings(self):
        with self.assertWarnsRegex(montecopter.MontecopterWarning, "the same flight"):
            self.fly(set={"disperse": {}})
        lines = []
        with warnings.catch_warnings(record=True) as several:
            warnings.simplefilter("always")
            for call in (lambda: montecopter.run(TABLE, set={"disperse": {}}, output="x.h5"),
                         lambda: montecopter.sweep(TABLE, {"environment.gravity_m_s2": [9, 10]}, set={"disperse": {}}, output="y.h5")):
                call()
                lines.append(call.__code__.co_firstlineno)
        self.assertEqual([(each.filename, each.lineno) for each in several], [(__file__, line) for line in lines])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(len(montecopter.check(TABLE, set={"disperse": {}}).warnings), 1)


class Errors(PackageTest):
    def raised(self, kind, *arguments, **named):
        with self.assertRaises(kind) as caught:
            montecopter.run(*arguments, **named)
        return caught.exception

    def test_a_scenario_that_is_wrong(self):
        error = self.raised(montecopter.ScenarioError, {**TABLE, "integrator": {"type": "ruler", "rate_hz": 250}})
        self.assertEqual(error.exit_code, 2)
        self.assertIn("Did you mean 'euler'", error.message)
        self.assertRegex(error.message, r"stdin:\d+:\d+: error: ")
        self.assertEqual(error.command[1], "run")
        self.assertEqual(os.listdir(), [])
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), again.message, again.exit_code), (type(error), error.message, 2))

    def test_nothing_empty_or_strange(self):
        for scenario in ("missing.toml", "", {}, "a = \n", "-", "--help", pathlib.Path("-")):
            with self.subTest(scenario):
                self.assertIn("error:", self.raised(montecopter.Error, scenario).message)
        self.raised(TypeError, TABLE, set="vehicle.mass_kg=1")
        self.raised(TypeError, {**TABLE, "name": None})
        self.assertIn("--samples", self.raised(montecopter.ScenarioError, TABLE, samples=-1).message)
        self.assertIn("vehicle.mas_kg", self.raised(montecopter.ScenarioError, TABLE, set={"vehicle.mas_kg": 1}).message)

    def test_too_many_failures_bring_the_result(self):
        error = self.raised(montecopter.FailuresError, TABLE, output="f.h5",
                            set={"simulation.initial.attitude": [0.5, 0.5, 0.5, 0.5],
                                 "simulation.limits.tilt_deg": 10})
        self.assertEqual(error.exit_code, 5)
        self.assertEqual(error.result.path, pathlib.Path("f.h5"))
        self.assertTrue(error.result.summary["complete"])

    def test_files_that_are_none(self):
        pathlib.Path("text.h5").write_text("hello")
        with self.assertRaises(montecopter.RefusedError):
            montecopter.replay("text.h5", failed=True)
        with self.assertRaises(montecopter.Error) as caught:
            montecopter.replay("nowhere.h5", failed=True)
        self.assertEqual(caught.exception.exit_code, 6)

    def test_no_program(self):
        kept = os.environ.pop("MONTECOPTER"), os.environ["PATH"]
        try:
            os.environ["PATH"] = str(self.dir)
            with self.assertRaises(montecopter.ProgramNotFound):
                montecopter.find_program()
            os.symlink(kept[0], "montecopter")
            self.assertEqual(montecopter.find_program(), str(self.dir / "montecopter"))
            os.environ["MONTECOPTER"] = "/nowhere/montecopter"
            with self.assertRaisesRegex(montecopter.ProgramNotFound, "/nowhere/montecopter"):
                montecopter.find_program()
        finally:
            os.environ["MONTECOPTER"], os.environ["PATH"] = kept

    def test_a_program_that_answers_no_json(self):
        kept = os.environ["MONTECOPTER"]
        self.addCleanup(os.environ.__setitem__, "MONTECOPTER", kept)
        os.environ["MONTECOPTER"] = "/bin/true"
        for function in (montecopter.run, montecopter.check):
            with self.subTest(function), self.assertRaisesRegex(montecopter.Error, "/bin/true.*nothing.*MONTECOPTER="):
                function(TABLE)
        os.environ["MONTECOPTER"] = "/bin/echo"
        with self.assertRaisesRegex(montecopter.Error, "/bin/echo.*'stats a.h5.*which is not JSON.*--json"):
            montecopter.call("stats", "a.h5").json()

    def test_arguments_of_other_types(self):
        with self.assertRaisesRegex(TypeError, r"stdin: b'schema = 1' is not a text \(a bytes\). Give a str"):
            montecopter.call("check", "-", stdin=b"schema = 1")
        for wrong in (5, None, ["a.toml"]):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "scenario: .* is not a path .* Give a str"):
                montecopter.run(wrong)
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "path: .* is not a path .* Give a str"):
                montecopter.Result(wrong)

    def test_an_interruption_is_passed_on_and_resumed(self):
        script = ("import sys, montecopter\n"
                  "try:\n"
                  f"    montecopter.run({str(EXAMPLES / 'x500-survey.toml')!r}, samples=5000, output='long.h5')\n"
                  "except KeyboardInterrupt:\n"
                  "    sys.exit(17)\n")
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src/python"), "PYTHONDONTWRITEBYTECODE": "1"}
        with subprocess.Popen([sys.executable, "-c", script], env=environment) as process:
            while not pathlib.Path("long.h5").exists():
                self.assertIsNone(process.poll())
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(), 17)
        told = montecopter.call("stats", "long.h5", "--incomplete", "--json").json()
        self.assertFalse(told["complete"])


@unittest.skipIf(xarray is None, "python3-xarray or python3-h5netcdf is not installed")
class Reading(PackageTest):
    def test_names_of_components_and_statistics(self):
        result = self.fly()
        with result.open() as data, h5py.File("a.h5") as file:
            numpy.testing.assert_array_equal(data.position.sel(axis="z"), file["position"][:, :, 2])
            numpy.testing.assert_array_equal(data.attitude.sel(quaternion="w"), file["attitude"][:, :, 0])
            self.assertEqual(float(data.stat_max_speed_m_s.sel(statistic="q95")), file["stat_max_speed_m_s"][22])
            self.assertNotEqual(file["stat_max_speed_m_s"][22], file["stat_max_speed_m_s"][10])
            self.assertNotIn("rotor", data.coords)
        with montecopter.Result("a.h5").open(engine="netcdf4") as data:
            self.assertEqual(data.position.sel(axis="x").dims, ("trace_sample", "time"))

    def test_names_of_files_that_are_no_utf8(self):
        self.assertEqual(len(self.fly(output=b"q\xff.h5").to_pandas()), 6)
        self.assertTrue(montecopter.Result(b"q\xff.h5").resolved())

    def test_one_row_for_each_sample(self):
        frame = self.fly().to_pandas()
        with h5py.File("a.h5") as file:
            for name in ("t_end_s", "in_vehicle.mass_kg", "m_max_tilt_deg"):
                numpy.testing.assert_array_equal(frame[name], file[name][:])
        self.assertEqual((frame.index.name, list(frame.index)), ("sample", list(range(6))))
        self.assertEqual(list(frame["status"]), ["ok"] * 6)
        self.assertIn("diverged", frame["status"].cat.categories)
        self.assertNotIn("position", frame)

    def test_traces(self):
        result = self.fly()
        frame = result.traces_to_pandas(["position", "command"])
        with h5py.File("a.h5") as file:
            numpy.testing.assert_array_equal(frame["position.z"].unstack("time"), file["position"][:, :, 2])
            numpy.testing.assert_array_equal(frame["command.3"].unstack("time"), file["command"][:, :, 3])
            self.assertEqual(list(frame.index.get_level_values("sample").unique()), list(file["trace_sample"]))
        self.assertEqual(list(result.traces_to_pandas())[:3], ["position.x", "position.y", "position.z"])
        with self.assertRaisesRegex(KeyError, "positon"):
            result.traces_to_pandas(["positon"])
        self.assertEqual(list(result.traces_to_pandas("position")), ["position.x", "position.y", "position.z"])
        self.assertTrue(result.traces_to_pandas("position, command").equals(frame))
        with self.assertRaisesRegex(TypeError, "signals: 5 .* Give a text"):
            result.traces_to_pandas(5)
        with self.assertRaisesRegex(KeyError, "no traces"):
            self.fly(output="b.h5", set={"output.traces": "none"}).traces_to_pandas()

    def test_the_grid_of_a_sweep(self):
        result = montecopter.sweep(TABLE, {"vehicle.inertia_kg_m2.xx": [0.02, 0.025],
                                           "environment.gravity_m_s2": [9.0, 9.5, 10.0]}, samples=2)
        grid = result.grid("max_speed_m_s")
        self.assertEqual(grid.dims, ("environment.gravity_m_s2", "vehicle.inertia_kg_m2.xx"))
        with h5py.File(result.path) as file:
            numpy.testing.assert_array_equal(grid.values.ravel(), file["stat_max_speed_m_s"][:, 1])
        self.assertEqual(float(grid.sel({"environment.gravity_m_s2": 9.5, "vehicle.inertia_kg_m2.xx": 0.02})),
                         float(grid.values[1, 0]))
        with self.assertRaisesRegex(KeyError, f"{result.path}: there is no statistic 'q96'; there are .*q95"):
            result.grid("max_speed_m_s", "q96")
        for name in ("max_spee_m_s", "stat_max_spee_m_s"):
            with self.assertRaisesRegex(KeyError, f"{result.path}: .* '{name}'. Did you mean 'max_speed_m_s'"):
                result.grid(name)
        self.assertTrue(result.grid("stat_max_speed_m_s").identical(grid.rename("stat_max_speed_m_s")))
        with self.assertRaises(ValueError):
            self.fly().grid("max_speed_m_s")

    def test_sets_have_names(self):
        result = montecopter.run(EXAMPLES / "f450-gain-sets.toml", samples=1, output="g.h5")
        self.assertEqual(list(result.grid("rms_tracking_error_m").coords["gains"].values), ["given", "stiff"])
        self.assertEqual(list(result.to_pandas()["in_gains"]), ["given", "stiff"])


    def test_a_file_that_is_not_finished(self):
        result = self.fly(only=[0, 2])
        for read in (result.to_pandas, result.traces_to_pandas, lambda: result.open().close()):
            with self.assertWarnsRegex(montecopter.MontecopterWarning, "a.h5: it is not finished: 4 of 6") as caught:
                read()
            self.assertEqual(caught.filename, __file__)
        command = str(caught.warning).split("This finishes it: ")[1]
        # What it says finishes the file, though the scenario was a dict.
        eval(command, {"montecopter": montecopter})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(list(result.to_pandas()["status"]), ["ok"] * 6)
        self.assertEqual(montecopter.call("diff", "a.h5", self.fly(output="b.h5")).exit_code, 0)

    def test_a_shard_that_is_not_finished(self):
        montecopter.call("run", "--shard=1/2", "--samples=70", "--only=3", "--output=s.h5", "-",
                         stdin=montecopter.dumps(TABLE))
        with self.assertWarnsRegex(montecopter.MontecopterWarning, "63 of 64 .* run SCENARIO --shard 1/2 -o s.h5"):
            montecopter.Result("s.h5").to_pandas()

    def test_files_that_are_damaged_or_no_results(self):
        whole = self.fly().path.read_bytes()
        layout = bytearray(whole)
        with h5py.File("a.h5") as file:
            header = h5py.h5o.get_info(file["status"].id).addr
        layout[header:header + 64] = bytes(64)
        pathlib.Path("header.h5").write_bytes(layout)
        pathlib.Path("short.h5").write_bytes(whole[:len(whole) // 2])
        pathlib.Path("empty.h5").write_bytes(b"")
        pathlib.Path("text file.h5").write_text("hello")
        with h5py.File("other.h5", "w") as file:
            file["x"] = [1, 2]
        for name in ("header.h5", "short.h5", "empty.h5", "text file.h5", "other.h5"):
            result = montecopter.Result(name)
            reads = [result.open, result.to_pandas, result.traces_to_pandas, lambda: result.grid("max_tilt_deg"),
                     lambda: result.open(engine="netcdf4"), result.resolved, result.scenario]
            for read in reads:
                with self.subTest((name, read)), self.assertRaises(montecopter.RefusedError) as caught:
                    read()
                self.assertRegex(caught.exception.message, f"^{name}: error: .*montecopter fsck '?{name}'?$")
                self.assertEqual(caught.exception.exit_code, 3)
        self.assertTrue(montecopter.Result("header.h5", without_verification=True).resolved())  # the texts are whole
        for read in (montecopter.Result("missing.h5").open, montecopter.Result("missing.h5").resolved):
            self.assertRaises(FileNotFoundError, read)

    def test_numbers_that_are_not_those_that_were_flown(self):
        """A byte of any dataset of samples and traces: HDF5 reads it, and the result refuses it."""
        whole = self.fly().path.read_bytes()
        flown = montecopter.Result("a.h5").to_pandas()
        with h5py.File("a.h5") as file:
            places = {name: file[name].id.get_offset() for name in
                      ("m_max_tilt_deg", "in_vehicle.mass_kg", "status", "t_end_s", "position", "digest")}
        for name, place in places.items():
            damaged = bytearray(whole)
            damaged[place + 1 if name != "status" else place] ^= 2
            pathlib.Path("d.h5").write_bytes(damaged)
            for read in ("open", "to_pandas", "traces_to_pandas", "resolved") if name == "digest" else ("to_pandas",):
                with self.subTest((name, read)), self.assertRaisesRegex(montecopter.RefusedError, "damaged"):
                    getattr(montecopter.Result("d.h5"), read)()
            with self.subTest(name):
                self.assertEqual(len(montecopter.Result("d.h5", without_verification=True).to_pandas()), len(flown))
        result = montecopter.Result("a.h5")
        result.to_pandas()
        with open("a.h5", "r+b") as file:  # the same object, after the file has changed
            file.seek(places["m_max_tilt_deg"])
            file.write(b"\x55")
        os.utime("a.h5", (1, 1))
        self.assertRaisesRegex(montecopter.RefusedError, "damaged", result.to_pandas)


class WithoutOtherPackages(PackageTest):
    def test_flights_need_none_and_reading_names_those_that_are_missing(self):
        """Python's -S leaves out the packages of Debian, as in an empty environment."""
        script = f"""if True:
            import montecopter
            result = montecopter.run({str(HOVER)!r}, samples=2, output="x.h5")
            for read in (result.open, result.to_pandas, result.traces_to_pandas, result.resolved, lambda: result.grid("m")):
                try:
                    read()
                except ModuleNotFoundError as error:
                    print(error.name, error)"""
        done = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True,
                              env={**os.environ, "PYTHONPATH": str(ROOT / "src/python")})
        needs = [re.match(r"h5py .*needs (.*?)\. .*pip install (.*?)\. .*apt-get install (.*)\.$", line).groups()
                 for line in done.stdout.splitlines()]
        all_of_them = ("h5py, xarray, h5netcdf, pandas", "h5py xarray h5netcdf pandas",
                       "python3-h5py python3-xarray python3-h5netcdf python3-pandas")
        without_pandas = ("h5py, xarray, h5netcdf", "h5py xarray h5netcdf", "python3-h5py python3-xarray python3-h5netcdf")
        self.assertEqual(needs, [without_pandas, all_of_them, all_of_them, ("h5py", "h5py", "python3-h5py"), without_pandas])


class Package(unittest.TestCase):
    def test_all_that_is_public_is_documented_and_typed(self):
        self.assertTrue((ROOT / "src/python/montecopter/py.typed").exists())
        functions = [getattr(montecopter, name) for name in montecopter.__all__ if name != "__version__"]
        functions += [getattr(montecopter.plot, name) for name in PICTURES]
        functions += [member for name, member in inspect.getmembers(montecopter.Result, inspect.isfunction)
                      if not name.startswith("_")]
        for thing in functions:
            with self.subTest(thing.__name__):
                self.assertTrue(inspect.getdoc(thing))
                if inspect.isfunction(thing):
                    signature = inspect.signature(thing)
                    self.assertIsNot(signature.return_annotation, inspect.Signature.empty)
                    for name, parameter in signature.parameters.items():
                        self.assertTrue(name == "self" or parameter.annotation is not inspect.Parameter.empty, name)
                        self.assertTrue(name in ("self", "scenario", "axes", "result", "words", "table", "signals",
                                                 "metric", "statistic", "a", "b", "log", "logs", "others", "file", "results",
                                                 "source", "look")
                                        or parameter.kind is inspect.Parameter.KEYWORD_ONLY, name)

    def test_messages_have_an_argument_for_each_option_that_is_passed(self):
        passed = {option for file in (ROOT / "src/python/montecopter").glob("*.py")
                  for option in re.findall(r'(?:option|_numbers)\("(--[a-z-]+)"|\["(--[a-z-]+)"\] \*', file.read_text())
                  for option in option if option}
        self.assertGreater(len(passed), 20)
        self.assertEqual(passed - montecopter.errors._ARGUMENTS.keys(), set())

    def test_the_functions_of_a_notebook_user(self):
        for name in ("run", "check", "plan", "sweep", "replay", "requirements", "compare", "diff", "sensitivity", "stats",
                     "report", "margins", "tune", "vehicle", "fit", "validate", "contain", "rare", "worst",
                     "bands", "robust_gains"):
            self.assertTrue(callable(getattr(montecopter, name)))

    def test_hints_can_be_resolved(self):
        for name in ("run", "check", "sweep", "replay", "call", "find_program", "dumps", "plan", "requirements", "report", "fit"):
            function = getattr(montecopter, name)
            names = {**vars(sys.modules[function.__module__]), "Result": montecopter.Result}
            self.assertIn("return", typing.get_type_hints(function, names))


if __name__ == "__main__":
    support.main()
