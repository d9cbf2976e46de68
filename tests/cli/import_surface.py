#!/usr/bin/python3
"""Response surfaces as tables: units, ranges, and what is refused."""
import csv
import pathlib
import tomllib
import unittest

import support
from support import ProgramTest, VEHICLES

REFERENCE = pathlib.Path(__file__).resolve().parents[1] / "reference" / "rotors" / "nasa_impact_quadrotor_rse.csv"
OUTPUTS = {"X_lbf": "force_x (lbf)", "Y_lbf": "force_y (lbf)", "Z_lbf": "force_z (lbf)",
           "L_ftlbf": "moment_x (ft lbf)", "M_ftlbf": "moment_y (ft lbf)", "N_ftlbf": "moment_z (ft lbf)"}


def factor(name):
    """A published regressor as the import names it, and its centre."""
    if name.startswith("dOm"):
        return f"rotor_acceleration.{int(name[3]) - 1} (rad/s2)", ""
    if name.startswith("Om"):
        return f"rotor_speed.{int(name[2]) - 1}^2", 640000
    return {"fps": f"{name[0]} (ft/s)", "rps": f"{name[0]} (rad/s)", "1": "1"}[name.split("_")[-1]], ""


class ImportSurface(ProgramTest):
    def read(self, text, code=0):
        self.write("s.csv", text)
        return self.expect(code, "import", "response-surface", "s.csv")

    def test_nasas_table_becomes_the_terms_of_the_shipped_vehicle(self):
        rows = [row for row in csv.reader(REFERENCE.read_text().splitlines()) if not row[0].startswith("#")]
        lines = ["# NASA's IMPACT", "output,term,coefficient,standard_error,centre"]
        for output, term, coefficient, error in rows[1:]:
            name, centre = factor(term)
            lines.append(f"{OUTPUTS[output]},{name},{coefficient},{error},{centre}")
        made = tomllib.loads(self.read("\n".join(lines) + "\n").out)["response_surface"]
        shipped = tomllib.loads((VEHICLES / "impact.toml").read_text())["response_surface"]
        self.assertEqual(len(made["terms"]), 45)
        for one, other in zip(made["terms"], shipped["terms"]):
            self.assertEqual((one["output"], one["factors"], one.get("centre", 0)),
                             (other["output"], other["factors"], other.get("centre", 0)))
            # The file was converted in another order of multiplications.
            self.assertAlmostEqual(one["coefficient"] / other["coefficient"], 1, delta=1e-14)
            self.assertAlmostEqual(one["standard_error"] / other["standard_error"], 1, delta=1e-14)
        # It flies as part of a vehicle.
        text = (VEHICLES / "impact.toml").read_text()
        surface = self.read("\n".join(lines)).out.replace('"added"', '"replaced"')
        self.write("v.toml", text[:text.index("[response_surface]")] + surface)
        hover = self.expect(0, "trim", "v.toml", "--set", "environment.gravity_m_s2=9.80665").out
        self.assertEqual(hover.split("\n", 1)[1], self.expect(0, "trim", VEHICLES / "impact.toml", "--set",
                                                              "environment.gravity_m_s2=9.80665").out.split("\n", 1)[1])

    def test_products_ranges_and_units(self):
        made = self.read("output;term;coefficient;lowest;highest\n"
                         "moment_y (ft lbf);u (ft/s)*q (deg/s);2,0;-10;30\n"
                         "force_z;w (kt)^2 * rotor_speed.3 (rpm);-3\n")
        first, second = tomllib.loads(made.out)["response_surface"]["terms"]
        unit = 0.3048 * 3.141592653589793 / 180
        self.assertEqual(first["factors"], ["u", "q"])
        self.assertAlmostEqual(first["coefficient"], 2 * 4.4482216152605 * 0.3048 / unit, places=10)
        self.assertAlmostEqual(first["lowest"], -10 * unit, places=14)
        self.assertAlmostEqual(first["highest"], 30 * unit, places=14)
        self.assertEqual(second["factors"], ["w", "w", "rotor_speed.3"])
        self.assertAlmostEqual(second["coefficient"], -3 / ((1852 / 3600) ** 2 * 3.141592653589793 / 30), places=10)
        self.assertIn('set rotor_loads to "replaced"', made.err)

    def test_a_surface_comes_back_from_its_own_table(self):
        """Every number, to the bit; a deviation is added to its coefficient."""
        shipped = tomllib.loads((VEHICLES / "impact.toml").read_text())["response_surface"]["terms"]
        made = tomllib.loads(self.read(self.expect(0, "vehicle", VEHICLES / "impact.toml", "--surface").out).out)
        self.assertEqual([term | {"centre": term.get("centre", 0)} for term in made["response_surface"]["terms"]],
                         [term | {"centre": term.get("centre", 0)} for term in shipped])
        terms = [{"output": "moment_y", "factors": ["u", "q", "rotor_speed.3"], "coefficient": 0.1, "lowest": -2.5},
                 {"output": "force_x", "factors": ["rotor_acceleration.0"], "coefficient": 0.1, "standard_error": 0.25,
                  "deviation": 2.0},
                 {"output": "moment_z", "factors": ["r", "r"], "coefficient": 0.2, "centre": 0.5, "highest": 7.0},
                 {"output": "force_z", "factors": [], "coefficient": -1.0}]
        inline = ", ".join("{" + ", ".join(f"{key} = {value!r}" for key, value in term.items()) + "}" for term in terms)
        text = (VEHICLES / "flightgoggles.toml").read_text()
        self.write("v.toml", f"{text}\n[response_surface]\nterms = [{inline}]\n")
        table = self.expect(0, "vehicle", "v.toml", "--surface").out
        self.assertIn("moment_y (N m),u (m/s)*q (rad/s)*rotor_speed.3 (rad/s),0.1,", table)
        back = tomllib.loads(self.read(table).out)["response_surface"]["terms"]
        self.assertEqual(back[0], terms[0])
        self.assertEqual(back[1], {"output": "force_x", "factors": ["rotor_acceleration.0"], "coefficient": 0.6,
                                   "standard_error": 0.25})
        self.assertEqual(back[2:], terms[2:])
        said = self.expect(2, "vehicle", VEHICLES / "flightgoggles.toml", "--surface")
        self.assertEqual(said.out, "")
        self.assertIn("--surface: error: the vehicle has no response surface. Give it [vehicle.response_surface]", said.err)

    def test_each_fault_has_one_message(self):
        head = "output,term,coefficient\n"
        for text, says in [
            ("output,term\nforce_x,u\n", "s.csv:1: error: the column 'coefficient' is missing."),
            ("output,term,coefficient,sigma\n", "s.csv:1: error: unknown column 'sigma'."),
            (head + "X,u,1\n", "s.csv:2: error: unknown output 'X'."),
            (head + "force_x,alpha,1\n", "s.csv:2: error: unknown factor 'alpha'."),
            (head + "force_x,u (mph),1\n", "s.csv:2: error: unknown unit 'mph' of u."),
            (head + "force_x (N m),u,1\n", "s.csv:2: error: unknown unit 'N m' of force_x."),
            (head + "force_x,u^4,1\n", "s.csv:2: error: 'u^4' has no power of 1, 2 or 3."),
            (head + "force_x,u,\n", "s.csv:2: error: '' is not a number."),
            (head + "force_x,u*v*w*p,1\n", "s.csv:2: error: 4 factors in a term."),
            (head + "force_x,u (ft/s)2,1\n", "s.csv:2: error: unknown factor 'u (ft/s)2'."),
            (head + "force_x,,1\n", "s.csv:2: error: a factor of the term is empty."),
            (head + "force_x,u*,1\n", "s.csv:2: error: a factor of the term is empty."),
            ("output,term,term,coefficient\n", "s.csv:1: error: the column 'term' is there twice."),
            ("output,term,coefficient,standard_error\nforce_x,u,1,-1\n", "s.csv:2: error: the standard error is negative."),
            ("output,term,coefficient,lowest,highest\nforce_x,u,1,2,1\n", "s.csv:2: error: lowest is above highest."),
            (head, "s.csv: error: the table has no terms."),
        ]:
            with self.subTest(text):
                said = self.read(text, code=2)
                self.assertEqual(said.out, "")
                self.assertIn(says, said.err)
                self.assertEqual(said.err.count("error:"), 1, said.err)


if __name__ == "__main__":
    support.main()
