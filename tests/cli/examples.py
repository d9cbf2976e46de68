#!/usr/bin/python3
"""Every example flies, and what it says of itself is so."""
import pathlib
import tomllib

import h5py
import numpy as np

import support
from support import ProgramTest

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
# Other numbers in a model that an example flies with better ones.
VARIANTS = {"plus-quad-unit", "polyrotor-agi", "polyrotor-simplified"}


class Examples(ProgramTest):
    def fly(self, name, *options):
        self.expect(0, "run", SCENARIOS / "examples" / f"{name}.toml", "--progress", "none",
                    "-o", f"{name}.h5", *options)
        return h5py.File(self.path(f"{name}.h5"), "r")

    def test_every_example_flies_to_its_end(self):
        names = sorted(path.stem for path in (SCENARIOS / "examples").glob("*.toml"))
        self.assertGreaterEqual(len(names), 10)
        for name in names:
            with self.subTest(name), self.fly(name) as file:
                self.assertTrue((file["status"][:] == 1).all())
                digests = file["digest"][:]
                distinct = len({row.tobytes() for row in digests})
                self.assertGreater(distinct, min(1, len(digests) - 1))  # its samples differ

    def test_nobody_is_warned_of_an_example(self):
        for path in sorted((SCENARIOS / "examples").glob("*.toml")):
            with self.subTest(path.stem):
                self.assertEqual(self.expect(0, "check", path).err, "")

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
                self.assertLess(file["m_max_position_error_m"][0], 1e-11, name)

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
            off = np.abs(file["m_final_position_error_m"][:] - 40)
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
            self.assertEqual(file["m_saturated_share"][:].max(), 0)  # its servos have no limits
            speed = file["rotor_speed"][:, :, 0]
            self.assertLess(np.abs(speed - 120).max(), 3)  # held to some per cent
            # Sums of the errors leave no offset but the gusts': 1.3 m/s of it, standing, are none.
            self.assertLess(np.median(file["m_final_position_error_m"][:]), 0.2)

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


if __name__ == "__main__":
    support.main()
