#!/usr/bin/python3
"""Every example flies, and what it says of itself is so."""
import json
import pathlib
import re
import tomllib

import h5py
import numpy as np

import support
from support import ProgramTest

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
# Other numbers in a model that an example flies with better ones.
VARIANTS = {"plus-quad-unit", "polyrotor-agi", "polyrotor-simplified", "f450-slow-flyer"}


class Examples(ProgramTest):
    def fly(self, name, *options):
        self.expect(0, "run", SCENARIOS / "examples" / f"{name}.toml", "--progress", "none",
                    "-o", f"{name}.h5", *options)
        return h5py.File(self.path(f"{name}.h5"), "r")

    @support.slow
    def test_every_example_flies_to_its_end(self):
        names = sorted(path.stem for path in (SCENARIOS / "examples").glob("*.toml"))
        self.assertGreaterEqual(len(names), 10)
        for name in names:
            with self.subTest(name), self.fly(name) as file:
                self.assertTrue((file["status"][:] == 1).all())
                digests = file["digest"][:]
                distinct = len({row.tobytes() for row in digests})
                self.assertGreater(distinct, min(1, len(digests) - 1))  # its samples differ

    @support.slow
    def test_nobody_is_warned_of_an_example(self):
        # But of margins, of those of which the page says why.
        explained = re.findall(r"(?m)^\| `([\w-]+)`.* degrees \|", (SCENARIOS.parent / "docs/margins.md").read_text())
        warned, beyond = set(), set()
        for path in sorted((SCENARIOS / "examples").glob("*.toml")):
            with self.subTest(path.stem):
                lines = self.expect(0, "check", path).err.splitlines()
                # No rotor size is published for the coaxial vehicle of an example.
                lines = [line for line in lines if "their interference is left out" not in line]
                # Gusts and climbs beyond what the static thrust of a published law says.
                inside = [line for line in lines if "leaves what is known of the rotors" not in line]
                beyond.update([path.stem] if inside != lines else [])
                lines = inside
                self.assertEqual([line for line in lines if "has a phase margin of" not in line], [])
                warned.update([path.stem] if lines else [])
        self.assertEqual(warned, set(explained))
        self.assertEqual(beyond, {"hummingbird-battery", "iris-gust", "iris-gust-requirements", "iris-gust-window"})

    def test_every_published_vehicle_flies_in_an_example(self):
        flown = {pathlib.Path(tomllib.loads(path.read_text())["vehicle"]["include"]).stem
                 for path in (SCENARIOS / "examples").glob("*.toml")}
        vehicles = {path.stem for path in (SCENARIOS / "vehicles").glob("*.toml")}
        self.assertEqual(vehicles - flown, VARIANTS)

    def test_hover_commands_balance_the_vehicle(self):
        for name in ("neo9-hover", "naki-hover"):
            text = (SCENARIOS / "examples" / f"{name}.toml").read_text()
            self.write(f"{name}-calm.toml", text[:text.index("[monte_carlo]")].replace(
                "../vehicles", str(SCENARIOS / "vehicles")))
            self.expect(0, "run", f"{name}-calm.toml", "-o", f"{name}-calm.h5", "--progress", "none")
            with h5py.File(self.path(f"{name}-calm.h5"), "r") as file:
                # 15 digits of the rotor speeds: 1e-15 g over 2 s is 2e-14 m, and more if it tilts.
                self.assertLess(file["m_max_distance_from_start_m"][0], 1e-11, name)

    def test_the_doublet_turns_right_and_back(self):
        with self.fly("sih2022-roll-doublet") as file:
            w, x = file["attitude"][0, :, 0], file["attitude"][0, :, 1]
            roll_deg = np.degrees(2 * np.arctan2(x, w))
            self.assertGreater(roll_deg.max(), 14)
            # Impulses cancel, so the rate decays with K_DW / Ixx = 1 1/s and the angle with it. In
            # steps of 1/400 s a factor of (1 - 1/400)^400 = e^-1 (1 - 1/800) in each second.
            self.assertAlmostEqual(roll_deg[-1] / roll_deg[-51], (1 - 1 / 400) ** 400, delta=1e-4)

    def test_the_pitch_doublet_flies_north_unbraked(self):
        with self.fly("plus-quad-pitch", "--set", 'disperse."vehicle.rotors.*.law.thrust_n_s2".sd=1e-9') as file:
            north = file["velocity"][0, :, 0]
            self.assertGreater(north[-1], 1)
            # It ends level at 1.7 s (row 85), but for propellers that differ by 1e-9: their moment of
            # 2.45 N 1e-9 0.25 m turns it by 2e-8 rad/s2, which in 3 s makes 1e-6 m/s.
            np.testing.assert_allclose(north[86:], north[-1], rtol=1e-5)

    def test_a_weak_cell_hovers_on_as_ohm_says_or_sinks(self):
        with self.fly("hummingbird-battery", "--set", "output.traces=all") as file:
            power = 4 * 1.3677728e-07 * (0.716 * 9.81 / 4 / 8.54858e-06) ** 1.5 / 0.7 + 3
            open_circuit = 9.55 + 3.14 * file["state_of_charge"][:, -1] - 2
            resistance = 0.061 * 2 * file["in_vehicle.battery.resistance_ohm.factor"][:]
            square = open_circuit ** 2 - 4 * resistance * power
            voltage, highest = file["battery_voltage"][:, -1], file["command"][:, -1].max(axis=1)
            off = np.abs(file["m_final_distance_from_start_m"][:] - 40)
            moved = np.abs(np.diff(file["position"][:, -2:, 2], axis=1)[:, 0])
            rests, sinks = (off < 1e-3) & (moved < 1e-5), off > 0.5
            self.assertGreater(rests.sum(), 30)
            # A millimetre off and 0.2 mm/s ask for 5 mm/s2, that is for 1 + 7e-4 of the power, and
            # that for 1e-4 of the voltage.
            np.testing.assert_allclose(voltage[rests], (open_circuit + np.sqrt(square))[rests] / 2, rtol=2e-4)
            # Some have all of the speed that is left: too little.
            limit = 838 * voltage / 11.1
            self.assertGreaterEqual(sinks.sum(), 1)
            np.testing.assert_allclose(highest[sinks], limit[sinks], rtol=1e-12)

    def test_thrust_falls_in_a_climb(self):
        with self.fly("f450-climb") as file:
            share = 1.4 * 9.81 / 4
            thrust, speed = file["rotor_thrust"][:, :, 0], file["rotor_speed"][:, :, 0]
            up = -file["velocity"][:, :, 2]
            self.assertTrue((np.diff(thrust[:, 15:], axis=1) < 0).all())  # from 0.75 s: speeds are there
            np.testing.assert_allclose(speed[:, 30:], 559.608, rtol=1e-5)
            # The lag of 30 ms: after 0.25 s the speed is 2e-4 of the step short of its command.
            self.assertGreater(thrust[:, 15].mean(), 1.15 * share)
            # Acceleration is what thrust leaves: at 10 s some 0.05 m/s2 of 2.1 at the start.
            np.testing.assert_allclose(thrust[:, -1], share, rtol=0.01)
            self.assertAlmostEqual(up[:, -1].mean(), 4.7, delta=0.4)

    def test_a_touchdown_is_felt_for_one_step(self):
        with self.fly("sih-touchdown") as file:
            down = file["velocity"][:, :, 2]
            feel = file["specific_force"][:, :, 2]
            ground = -file["in_environment.ground.height_m"][:][file["trace_sample"][:]]
            for sample, speed in enumerate(down):
                touch = np.flatnonzero(speed)[-1]
                self.assertTrue((speed[touch + 1:] == 0).all())
                # The accelerometer feels -v / step and gravity; it is level to 1e-14.
                self.assertAlmostEqual(feel[sample, touch], -speed[touch] * 400 - 9.80665, delta=1e-9)
                np.testing.assert_allclose(feel[sample, touch + 1:], -9.80665, rtol=1e-12)
                depth = file["position"][sample, -1, 2] - ground[sample]
                self.assertTrue(0 < depth <= speed[touch] / 400, "no deeper than its last step")

    def test_marvin_holds_its_square_in_wind(self):
        with self.fly("marvin-square") as file:
            self.assertEqual(len(file["status"]), 500)
            self.assertTrue((file["status"][:] == 1).all())
            # Air that comes at once carries it 0.115 m per m/s (models.md 1.10): 5 m/s of its own and 8 of
            # wind 1.5 m, a gust of 3 standard deviations (MIL-F-8785C at 20 m: 1.3 m/s) 0.5 m.
            self.assertLess(file["m_max_tracking_error_m"][:].max(), 2)
            self.assertLess(np.quantile(file["m_max_tracking_error_m"][:], 0.95), 1)
            self.assertEqual(file["m_saturated_fraction"][:].max(), 0)  # its servos have no limits
            speed = file["rotor_speed"][:, :, 0]
            self.assertLess(np.abs(speed - 120).max(), 3)  # held to some per cent
            # Sums of the errors leave no offset but the gusts': 1.3 m/s of it, standing, are none.
            self.assertLess(np.median(file["m_final_distance_from_start_m"][:]), 0.2)

    def test_marvin_settles_where_it_is_to_hover(self):
        text = (SCENARIOS / "examples/marvin-square.toml").read_text()
        text = text[:text.index("[[wind]]")] + """[trajectory]
type = "step"
position_m = [0, 0, -20]
step_m = [1, 1, -1]
time_s = 1

""" + text[text.index("[controller]"):text.index("[monte_carlo]")]
        self.write("hold.toml", text.replace("../vehicles", str(SCENARIOS / "vehicles")))
        self.expect(0, "run", "hold.toml", "-o", "hold.h5", "--progress", "none", "--set", "simulation.duration_s=21",
                    "--set", "output.traces=all")
        with h5py.File(self.path("hold.h5"), "r") as file:
            position = file["position"][0]
            self.assertLess(np.abs(position[:20] - [0, 0, -20]).max(), 1e-6)  # digits of the attitude in the file
            error = np.abs(position[20:] - [1, 1, -21])
            # The slowest modes, e^(-0.48 t): 1 % in 10 s, and not a servo lag faster; what is left falls on.
            self.assertLess(error[10 * 20:].max(), 0.02)
            self.assertLess(error[-1].max(), 1e-3)

    def test_a_helicopter_stands_on_its_skids(self):
        with self.fly("xcell-landing") as file:
            traced = file["trace_sample"][:]
            mass, stiffness = (file[f"in_{name}"][:][traced] for name in
                               ("vehicle.mass_kg", "environment.ground.stiffness_n_m"))
            lift = file["rotor_thrust"][:, -1, 0]
            depth = file["position"][:, -1, 2] + 0.25
            # What is left of rocking on the springs is 1 mrad, and half the square of that of 0.3 m
            # of skid; a rotor that runs down changes the lift by less than 1e-5 m of depth in 0.1 s.
            np.testing.assert_allclose(depth, (mass * 9.81 - lift) / (4 * stiffness), atol=1e-5)
            self.assertLess(np.abs(file["velocity"][:, -1]).max(), 3e-3)  # the same rocking
            self.assertTrue((np.diff(file["rotor_speed"][:, 150:, 0], axis=1) < 0).all(), "it runs down")

    def test_heavy_hummingbirds_have_strong_rotors(self):
        """What its first lines say, and what they say that it changes."""
        with self.fly("hummingbird-correlated") as file:
            mass, thrust = (file[f"in_vehicle.{name}"][:] for name in ("mass_kg", "rotors.all.law.thrust_n_s2"))
            lowest = file["m_min_altitude_m"][:]
        rank = lambda x: np.argsort(np.argsort(x))
        reached = np.corrcoef(rank(mass), rank(thrust))[0, 1]
        # Four standard errors of Spearman's coefficient (Bonett & Wright 2000), n = 500.
        self.assertLess(abs(reached - 0.8), 4 * (1 - 0.8 ** 2) * np.sqrt((1 + 0.8 ** 2 / 2) / 500))
        heavy = mass > np.quantile(mass, 0.9)
        self.assertGreater(thrust[heavy].min(), np.quantile(thrust, 0.1))
        with self.fly("hummingbird-correlated", "--set", "correlate=[]", "--fresh") as file:
            self.assertTrue((file["in_vehicle.mass_kg"][:] == mass).all())
            self.assertLess(np.quantile(file["m_min_altitude_m"][:], 0.05) + 0.3, np.quantile(lowest, 0.05))

    def test_the_gust_is_over_after_its_window(self):
        with self.fly("iris-gust-window", "--set", "output.traces=all") as file:
            time, wind, position = file["time"][:], file["wind"][:, :, 0], file["position"][:]
            # It comes from 1 s on and goes after 3 s: two lengths of 12 m at an airspeed of 8 m/s.
            self.assertTrue((wind[:, (time <= 1.0) | (time >= 4.0)] == 0).all())
            self.assertTrue((wind[:, (time > 1.01) & (time < 3.99)] > 0).all())
            error = np.linalg.norm(position - [0, 0, -10], axis=2)
            for name, part in (("gust", (time >= 1) & (time <= 4)), ("after", time >= 5.5)):
                # Each 20 ms a row, each 4 ms an update of the controller; errors move by 0.5 m/s at most.
                np.testing.assert_allclose(file[f"m_max_tracking_error_m_{name}"][:], error[:, part].max(axis=1), atol=0.5 * 0.02)

    @support.slow
    def test_an_iris_hangs_by_what_is_not_known_of_thrust_and_weight(self):
        """The error is z = g / k (m c0 / (m0 c) - 1) (no sums of errors), and what the wind and the turns add. The share
        of the variance that mass and thrust have of |z| and some of what is added, by a grid of both."""
        def error(m, c, rest):
            z = 9.81 / 4 * (m / 1.545 * 5.84e-6 / c - 1)
            return np.sqrt(z * z + rest * rest)
        with self.fly("iris-sensitivity") as file:
            m, c, rms = (file[name][:] for name in ("in_vehicle.mass_kg", "in_vehicle.rotors.all.law.thrust_n_s2", "m_rms_tracking_error_m"))
        rest = np.sqrt(np.median(rms ** 2 - error(m, c, 0) ** 2))
        self.assertGreater(np.corrcoef(rms, error(m, c, rest))[0, 1], 0.98)
        middles = (np.arange(400) + 0.5) / 400
        grid = error((1.52 + 0.23 * middles)[:, None], (5.84 + 2.70858 * middles) * 1e-6, rest)
        told = json.loads(self.expect(0, "sensitivity", "iris-sensitivity.h5", "--metric", "rms_tracking_error_m", "--json").out)
        rows = {row["input"]: row for row in told["metrics"]["rms_tracking_error_m"]["inputs"]}
        for name, axis in (("vehicle.mass_kg", 1), ("vehicle.rotors.all.law.thrust_n_s2", 0)):
            first, total = grid.mean(axis=axis).var() / grid.var(), grid.var(axis=1 - axis).mean() / grid.var()
            for key, share in (("first_order", first), ("total", total)):
                self.assertLess(rows[name][key]["low95"] - 0.02, share)  # 0.02: what the wind and the turns take
                self.assertGreater(rows[name][key]["high95"] + 0.02, share)


if __name__ == "__main__":
    support.main()
