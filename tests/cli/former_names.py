#!/usr/bin/python3
"""Former names of metrics, keys and functions are refused, once, with the name of today."""
import support
from support import ProgramTest

# saturated_share needs a controller: tests/plan/former_metrics.test.cpp.
METRICS = {"final_position_error_m": "final_distance_from_start_m", "max_position_error_m": "max_distance_from_start_m"}


class FormerNames(ProgramTest):
    def refuse(self, now, *command):
        told = self.expect(2, *command).err
        self.assertEqual(told.count("error:"), 1, told)
        self.assertRegex(told, "any more|is a former name|that was renamed")
        self.assertIn(f"'{now}'", told.replace("'m_", "'"))

    def test_in_a_scenario(self):
        self.write("s.toml", support.SCENARIO)
        for former, now in METRICS.items():
            judged = f'requirement.r={{type="mean", metric="{former}", at_most=0.5, between=[-1, 1]}}'
            for entry in (judged, f'metrics.{former}={{formula="max(t)", unit="s"}}',
                          f'golden={{compare="statistical", margins=["{former}=1%"]}}'):
                self.refuse(now, "check", "s.toml", "--set", entry)
            self.refuse(now + "_late", "check", "s.toml", "--set", "window.late.from_s=0.1", "--set",
                        f'golden={{compare="statistical", margins=["{former}_late=1%"]}}')
        self.refuse("fraction", "check", "s.toml", "--set", 'metrics.m={formula="share(airspeed, 1)", unit="1"}')
        helicopter = support.VEHICLES.parent / "examples/marvin-square.toml"
        told = self.expect(2, "check", helicopter, "--set", "vehicle.tail_rotor.profile_share=0.5").err
        self.assertIn("there is no key 'vehicle.tail_rotor.profile_share' any more", told)
        self.assertIn("vehicle.tail_rotor.profile_fraction", told)

    def test_in_options_about_a_result(self):
        self.write("s.toml", support.SCENARIO)
        self.expect(0, "run", "s.toml", "-n", 2, "-o", "a.h5")
        for former, now in METRICS.items():
            self.write("profile.toml", f"[signal.m_{former}]\nabs = 1.0\n")
            judged = f'requirement.r={{type="mean", metric="{former}", at_most=0.5, between=[-1, 1]}}'
            for command in (("stats", "--metric", former), ("stats", "--metric", "m_" + former),
                            ("stats", "--where", f"{former} > 0"), ("stats", "--worst", 1, "--by", f"2*m_{former}"),
                            ("sensitivity", "--metric", former), ("compare", "a.h5", "--metric", former),
                            ("compare", "a.h5", "--margin", f"{former}=1"), ("requirements", "--set", judged),
                            ("diff", "a.h5", "--profile", "profile.toml")):
                self.refuse(now, command[0], "a.h5", *command[1:])


if __name__ == "__main__":
    support.main()
