#!/usr/bin/python3
"""Loops that fly saturated, or in a limit cycle, end as ok: `run` and `stats` say so, and `check` where it can be seen."""
import json

import support
from support import VEHICLES, ProgramTest

EXAMPLES = VEHICLES.parent / "examples"
ESTIMATED = str(EXAMPLES / "x500-estimated.toml")

# PX4's defaults MC_ROLLRATE_P and MC_PITCHRATE_P, 0.15 of the largest torque: 0.15 * 366.96 rad/s2.
LIMIT_CYCLE = f'''schema = 1
name = "limit-cycle"
vehicle.include = "{VEHICLES}/x500.toml"
environment = {{gravity_m_s2 = 9.81}}
trajectory = {{type = "hover", position_m = [0, 0, -10]}}
integrator = {{type = "rk4", rate_hz = 500}}
simulation = {{duration_s = 4, initial = {{position_m = [0.5, 0, -10]}}}}
monte_carlo = {{samples = 3}}
disperse."vehicle.mass_kg" = {{dist = "uniform", low = 1.9, high = 2.1}}
[controller]
include = "{VEHICLES.parent}/controllers/f450-px4.toml"
rate_hz = 100
delay_s = 0.01
body_rate.gain_1_s = [55, 55, 20]
'''


def saturated(lines):
    return [line for line in lines if "actuator saturation in" in line]


class Saturation(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.toml", LIMIT_CYCLE)

    def test_run_and_stats_say_what_flights_show(self):
        run = self.expect(0, "run", "s.toml", "-o", "a.h5", "--json")
        answer = json.loads(run.out)
        (line,) = saturated(answer["warnings"])
        self.assertIn("3 of 3 samples: the rotors could not follow more than 20 % of their commands", line)
        self.assertIn(line, run.err)
        stats = json.loads(self.expect(0, "stats", "a.h5", "--json").out)
        self.assertEqual(saturated(stats["warnings"]), [line])
        self.expect(1, "run", "s.toml", "-o", "a.h5", "--strict")
        # The same flights with gains that suit the delay.
        calm = self.expect(0, "run", "s.toml", "-o", "b.h5", "--json", "--set", "controller.body_rate.gain_1_s=[20,20,8]",
                           "--set", "controller.rate_hz=500", "--set", "controller.delay_s=0")
        self.assertEqual(json.loads(calm.out)["warnings"], [])

    def test_a_point_of_a_sweep_is_named(self):
        sweep = 'sweep={"controller.body_rate.gain_1_s.y"={values=[20,80]},"controller.body_rate.gain_1_s.x"={values=[20]}}'
        run = self.expect(0, "run", "s.toml", "-o", "a.h5", "--json", "--set", sweep)
        (line,) = saturated(json.loads(run.out)["warnings"])
        self.assertIn("sweep point 1: actuator saturation in", line)
        self.assertIn("1 of 2 points are affected", line)

    def test_check_sees_how_old_the_rates_of_the_gyroscope_are(self):
        px4 = ["--set", 'controller={type="px4",rate_hz=250,delay_s=0.004,feedback="estimate",'
               'position={position_gain_1_s=[0.95,0.95,1],velocity_gain_1_s=[1.8,1.8,4]},'
               'attitude={gain_1_s=[6.5,6.5,2.8]},body_rate={gain_1_s=[55,55,20]}}']
        told = json.loads(self.expect(0, "check", ESTIMATED, *px4, "--json").out)["warnings"]
        self.assertEqual(len(told), 1, told)
        self.assertIn("unstable at hover", told[0])
        self.assertIn("the body rates of the gyroscope are 0.006 s old", told[0])
        # With the IMU at the rate of the steps they are 1 ms old, and it flies, if by little.
        fast = ["--set", "sensors.imu.gyroscope.rate_hz=1000", "--set", "sensors.imu.accelerometer.rate_hz=1000"]
        told = json.loads(self.expect(0, "check", ESTIMATED, *px4, *fast, "--json").out)["warnings"]
        self.assertEqual([warning for warning in told if "phase margin" not in warning], [])


if __name__ == "__main__":
    support.main()
