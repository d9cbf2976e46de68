#!/usr/bin/python3
"""Batteries: `check` or `run`, by turns, refuses broken ones with exit 2, and says where and why; sound ones leave
signals and metrics."""
import h5py
import numpy as np

import support
from support import HELICOPTER, SCENARIO, ProgramTest, edited

BATTERY = """
[vehicle.battery]
full_voltage_v = 12.6
empty_voltage_v = 9.6
resistance_ohm = 0.05
capacity_ma_h = 1500
full_command_voltage_v = 11.1
efficiency = 0.7
"""
SAG = '\n[[event]]\ntype = "battery_sag"\nat_s = 0.1\nvoltage_drop_v = 2\n'

# What is replaced, by what ('^' is where the message points to), what it says.
FAULTS = [
    ("resistance_ohm = 0.05", "resistance_ohm = ^-0.05", "'vehicle.battery.resistance_ohm' must be between 0 and 1000000, found -0.05"),
    ("resistance_ohm = 0.05\n", "", "missing 'vehicle.battery.resistance_ohm'"),
    ("resistance_ohm", "^resistance_mohm", "Did you mean 'resistance_ohm'?"),
    ("empty_voltage_v = 9.6", "empty_voltage_v = ^13",
     "the empty battery has 13 V, the full one 12.6 V (voltage cannot rise during discharge)."),
    ("empty_voltage_v = 9.6", "empty_voltage_v = ^0", "must be between 0.001 and 1000000, found 0"),
    ("capacity_ma_h = 1500", "capacity_ma_h = ^0", "must be > 0 A s, found 0.0 mA h"),
    ("capacity_ma_h = 1500", "capacity_a_s = 5400\ncapacity_a_h = ^1.5",
     "'vehicle.battery.capacity_a_s' and 'vehicle.battery.capacity_a_h' give the same quantity"),
    ("efficiency = 0.7", "efficiency = ^1.1", "'vehicle.battery.efficiency' must be between 0.01 and 1, found 1.1"),
    ("efficiency = 0.7", "efficiency = ^0", "must be between 0.01 and 1, found 0"),
    ("efficiency = 0.7", "efficiency = 0.7\nstate_of_charge = ^1.5", "must be between 0 and 1, found 1.5"),
    ("efficiency = 0.7", "efficiency = 0.7\navionics_power_w = ^-3", "must be between 0 and 1000000000, found -3"),
    ("full_command_voltage_v = 11.1", "full_command_voltage_v = ^0", "must be between 0.001 and 1000000, found 0"),
    ("efficiency = 0.7", 'efficiency = 0.7\nwhen_empty = ^"stop"', "unknown when_empty 'stop' of 'vehicle.battery'. Did you mean 'stops'?"),
    ("efficiency = 0.7", "efficiency = 0.7\ncells = ^0", "'vehicle.battery.cells' must be between 1 and 1000, found 0"),
    ("efficiency = 0.7", "efficiency = 0.7\nrelaxation = {resistance_ohm = 0.1, time_constant_s = ^0}", "must be > 0, found 0"),
    ("efficiency = 0.7", "efficiency = 0.7\nrelaxation = {resistance_ohm = 0.1}",
     "missing 'vehicle.battery.relaxation.time_constant_s'"),
    ("efficiency = 0.7", "efficiency = 0.7\nrate = {rated_current_a = 5, exponent = ^0.9}", "must be between 1 and 3, found 0.9"),
    ("efficiency = 0.7", "efficiency = 0.7\ncurve = {exponential_voltage_v = 0.1, exponential_charge_a_s = ^0, "
     "polarisation_voltage_v = 0}", "must be > 0"),
    ("efficiency = 0.7", "efficiency = 0.7\nthermal = {heat_capacity_j_k = 9, cooling_w_k = ^0}", "must be > 0, found 0"),
]
# The same for efficiency, and what goes in its place.
FAULTS += [
    ("efficiency = 0.7\n", "", "missing 'vehicle.battery.efficiency' (it gives the power that the rotors draw). Give it, or "
     "thrust_per_power_n_w"),
    ("efficiency = 0.7", "efficiency = 0.7\nthrust_per_power_n_w = ^0.07", "has both efficiency and thrust_per_power_n_w"),
    ("efficiency = 0.7", "thrust_per_power_n_w = ^0", "must be between 1e-06 and 1000000, found 0"),
    ("full_command_voltage_v = 11.1\n", "", "missing 'vehicle.battery.full_command_voltage_v' (the highest command of motors "
     "that are not electric depends on it)."),
]

MOTOR = 'motor = {type = "first_order", time_constant_s = 0.02, min = 0, max = 2200, rotor_inertia_kg_m2 = 6.6e-6}'
KV = ('motor = {type = "electric", kv_rpm_v = 400, resistance_ohm = 0.3, no_load_current_a = 0.5, '
      "rotor_inertia_kg_m2 = 6.6e-6, voltage_v = 60, min = 0, max = 2200}")
ELECTRIC = edited((MOTOR, KV), ('[disperse."vehicle.rotors.*.motor.time_constant_s"]\ndist = "normal"\nmean = 0.02\nsd = 0.0005\n', ""))
SUPPLY = BATTERY.replace("full_command_voltage_v = 11.1\n", "").replace("12.6", "60").replace("9.6", "55")

# Of electric motors, in the scenario of a constant voltage.
MOTOR_FAULTS = [
    ("kv_rpm_v = 400", "kv_rpm_v = ^0", "must be > 0 rad s-1 V-1, found 0"),
    ("resistance_ohm = 0.3", "resistance_ohm = ^0", "must be > 0, found 0"),
    ("no_load_current_a = 0.5", "no_load_current_a = ^-1", "must be >= 0, found -1"),
    ("rotor_inertia_kg_m2 = 6.6e-6", "rotor_inertia_kg_m2 = ^0", "must be > 0, found 0"),
    ("voltage_v = 60, ", "", "missing 'vehicle.rotors.0.motor.voltage_v' (the motor has no supply). Give its constant voltage, or "
     "add [vehicle.battery]."),
    ("min = 0", "min = ^-5", "'vehicle.rotors.0.motor.min' is negative (the duty of a speed controller is between 0 and 1). "
     "Use 0 or more."),
    ("max = 2200", "state_max = 2000, max = 2200", "unknown key"),
]


class BrokenBatteries(ProgramTest):
    def test_each_fault_of_an_electric_motor_has_one_message(self):
        for old, new, message in MOTOR_FAULTS:
            with self.subTest(new=new, message=message):
                self.refuse_marked(ELECTRIC.replace(old, new), message)
        self.refuse_marked(ELECTRIC.replace("voltage_v = 60", "voltage_v = ^60") + SUPPLY,
                           "'vehicle.rotors.0.motor.voltage_v' is given beside a battery (the battery supplies the motors).")
        text = ELECTRIC.replace("voltage_v = 60, ", "")
        self.refuse_marked(text + BATTERY.replace("full_command_voltage_v = ", "full_command_voltage_v = ^"),
                           "a command limit over voltage is given for electric motors (their speed follows the voltage itself).")
        self.refuse_marked(text + SUPPLY.replace("efficiency = 0.7", "thrust_per_power_n_w = ^0.07"),
                           "thrust per power is given for electric motors")
        self.refuse(edited(('signals = ["position"', 'signals = ["motor_current", "position"')),
                    "the signal 'motor_current' does not exist here (the vehicle has no electric motors).")
        linear = edited(('{type = "signed_quadratic", thrust_n_s2 = 1.91e-6, torque_n_m_s2 = 2.6e-7}',
                         '{type = "linear", thrust_max_n = 1e-3, torque_max_n_m = 1e-5}'), text=ELECTRIC)
        self.refuse(linear, "is electric, and the law linear has no speed (the motor turns against the torque of a rotor speed).")

    def test_a_stuck_electric_rotor_is_not_saturated_and_stops_with_its_battery(self):
        supply = edited(("capacity_ma_h = 1500", "capacity_a_s = 3"), text=SUPPLY) + 'when_empty = "stops"\n'
        text = edited(("voltage_v = 60, ", ""), ('signals = ["position"', 'signals = ["battery_current", "position"'), text=ELECTRIC)
        self.write("s.toml", text + supply + '[[event]]\ntype = "rotor_stuck"\nrotor = 0\nat_s = 0.01\n')
        done = self.expect(0, "run", "s.toml", "-n", 2, "-o", "a.h5", "--progress", "none")
        self.assertNotIn("full duty", done.out + done.err)
        with h5py.File(self.path("a.h5")) as file:
            self.assertTrue(np.all(file["m_full_duty_fraction"][:] == 0))
            times = file["time"][:]
            for current, emptied in zip(file["battery_current"][:], file["m_battery_emptied_s"][:]):
                self.assertTrue(0.01 < emptied < times[-1])
                self.assertTrue(np.all(current[(times > 0) & (times < emptied)] > 0))
                np.testing.assert_array_equal(current[times > emptied], 0)

    def test_electric_motors_have_signals_metrics_and_a_warning(self):
        text = edited(("voltage_v = 60, ", ""),
                      ('signals = ["position"', 'signals = ["motor_current", "motor_loss", "battery_voltage", "position"'),
                      text=ELECTRIC) + SUPPLY
        self.write("s.toml", text)
        done = self.expect(0, "run", "s.toml", "-n", 6, "-o", "a.h5", "--progress", "none")
        self.assertNotIn("full duty", done.out + done.err)
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual((file["motor_current"].shape[-1], file["motor_current"].attrs["units"]), (4, b"A"))
            self.assertEqual(file["motor_loss"].attrs["units"], b"W")
            self.assertTrue(np.all(file["m_max_motor_current_a"][:] > 1))
            self.assertTrue(np.all(file["m_motor_loss_j"][:] > 0))
            self.assertTrue(np.all(file["m_full_duty_fraction"][:] == 0))
        self.write("s.toml", text.replace("1133.0", "2200.0"))
        done = self.expect(0, "run", "s.toml", "-n", 6, "-o", "b.h5", "--progress", "none")
        self.assertIn("actuator saturation in 6 of 6 samples: speed controllers were at full duty in more than 20 % of the steps",
                      " ".join((done.out + done.err).split()))

    def test_each_fault_has_one_message(self):
        for old, new, message in FAULTS:
            with self.subTest(new=new, message=message):
                self.refuse_marked(SCENARIO + edited((old, new), text=BATTERY), message)

    def test_it_has_to_fit_the_vehicle(self):
        text = edited(('{type = "signed_quadratic", thrust_n_s2 = 1.91e-6, torque_n_m_s2 = 2.6e-7}',
                       '{type = "linear", thrust_max_n = 1e-3, torque_max_n_m = 1e-5}'),
                      (", rotor_inertia_kg_m2 = 6.6e-6", ""))
        text = text[:text.index('[disperse."vehicle.rotors')] + text[text.index('[disperse."wind'):]
        self.refuse_marked(text + BATTERY.replace("[v", "^[v"), "the rotors of this vehicle have no speed "
                           "(the power drawn is torque times speed).")
        text = edited(('"first_order"', '"load_lag"'), (", rotor_inertia_kg_m2 = 6.6e-6", ""), (' "rotor_speed",', ""))
        self.refuse_marked(text + BATTERY.replace("[v", "^[v"), "the motors of this vehicle are of type load_lag (the "
                           "power drawn is torque times speed, and these motors have no speed). Give thrust_per_power_n_w in "
                           "place of efficiency, or use another motor.")

    def test_it_has_to_fit_a_helicopter(self):
        self.refuse_marked(HELICOPTER + BATTERY.replace("full_command_voltage_v = ", "full_command_voltage_v = ^"),
                           "the throttle of this helicopter has no limit (a low voltage lowers the highest throttle). Give "
                           "vehicle.servos.throttle_max, or remove it.")
        self.refuse_marked(HELICOPTER + SUPPLY.replace("efficiency = 0.7", "thrust_per_power_n_w = ^0.1"),
                           "thrust per power is given for a helicopter (its engine draws torque times speed).")
        battery = SUPPLY.replace("capacity_ma_h = 1500", "capacity_a_s = 1") + 'when_empty = "stops"\n'
        self.write("s.toml", HELICOPTER + battery)
        done = self.expect(0, "run", "s.toml", "-n", 2, "-o", "a.h5", "--progress", "none")
        said = " ".join((done.out + done.err).split())
        self.assertIn("2 of 2 samples emptied the battery", said)
        self.assertNotIn("flies on", said)

    def test_its_dispersions_are_not_blamed_for_it(self):
        draws = '[disperse."vehicle.battery.resistance_ohm"]\ndist = "uniform"\nlow = 0\nhigh = 0.1\n'
        self.refuse_marked(SCENARIO + BATTERY.replace("resistance_ohm = ", "resistance_ohm = ^-") + draws, "must be between")
        self.refuse_marked(SCENARIO + draws.replace("[", "^["), "'vehicle.battery.resistance_ohm' has no value in this scenario")

    def test_what_needs_one(self):
        self.refuse_marked(SCENARIO + SAG.replace("[[", "^[["), "a battery sag needs a battery (the vehicle has none). "
                           "Add [vehicle.battery].")
        self.refuse_marked(edited(('signals = ["position"', 'signals = [^"battery_voltage", "position"')),
                           "the signal 'battery_voltage' does not exist here (the vehicle has no battery).")
        for key in ("voltage_drop_v = ^-1", "resistance_factor = ^0"):
            self.refuse_marked(SCENARIO + BATTERY + SAG.replace("voltage_drop_v = 2", key), "must be >")
        self.refuse_marked(SCENARIO + BATTERY + SAG.replace("voltage_drop_v = 2\n", "").replace("[[", "^[["),
                           "neither 'voltage_drop_v' nor 'resistance_factor' is given (the battery would not sag). "
                           "Give voltage_drop_v = 2, or resistance_factor = 1.5, for example.")

    def test_parts_have_signals_and_metrics(self):
        self.refuse_marked(edited(('signals = ["position"', 'signals = [^"battery_temperature", "position"')) + BATTERY,
                           "the signal 'battery_temperature' does not exist here (the battery has no temperature).")
        text = edited(('signals = ["position"', 'signals = ["battery_temperature", "battery_voltage", "position"'))
        parts = "cells = 3\nwhen_empty = 'stops'\nthermal = {heat_capacity_j_k = 9, cooling_w_k = 0.1, initial_k = 290}\n"
        battery = edited(("capacity_ma_h = 1500", "capacity_a_s = 3"), text=BATTERY) + parts
        self.write("s.toml", text + battery)
        done = self.expect(0, "run", "s.toml", "-n", 6, "-o", "a.h5", "--progress", "none")
        self.assertIn("6 of 6 samples emptied the battery (the first is sample 0; battery_emptied_s has the times)",
                      " ".join((done.out + done.err).split()))
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(file["battery_temperature"].attrs["units"], b"K")
            np.testing.assert_allclose(file["m_min_cell_voltage_v"][:], file["m_min_battery_voltage_v"][:] / 3, rtol=1e-15)
            self.assertTrue(np.all((0.005 < file["m_battery_emptied_s"][:]) & (file["m_battery_emptied_s"][:] < 0.3)))
            self.assertTrue(np.all(file["m_max_battery_temperature_k"][:] > 290.1))
            # Drawn and lost: the open-circuit voltage of 12.6 to 9.6 V over the charge of 3 A s. The step in which the battery is
            # empty may draw up to 126 A in 1 ms more.
            total = file["m_energy_j"][:] + file["m_battery_loss_j"][:]
            np.testing.assert_allclose(total, 3 * (12.6 + 9.6) / 2, rtol=0.126 / 3)
        self.write("late.toml", text + edited(("capacity_a_s = 3", "capacity_a_s = 3000"), text=battery))
        self.expect(0, "run", "late.toml", "-n", 6, "-o", "late.h5", "--progress", "none")
        with h5py.File(self.path("late.h5")) as file:
            self.assertTrue(np.all(np.isnan(file["m_battery_emptied_s"][:])))

    def test_signals_metrics_and_sweeps(self):
        text = edited(('signals = ["position"', 'signals = ["state_of_charge", "battery_voltage", "battery_current", "position"'))
        self.write("s.toml", text + BATTERY + SAG + '\n[sweep."vehicle.battery.capacity_a_s"]\nvalues = [5400, 2700]\n'
                   '[metrics]\nmean_w = {formula = "mean(battery_voltage * battery_current)", unit = "W"}\n')
        self.expect(0, "run", "s.toml", "-n", 6, "-o", "a.h5", "--progress", "none")
        with h5py.File(self.path("a.h5")) as file:
            voltage = file["battery_voltage"]
            self.assertEqual((voltage.ndim, voltage.attrs["units"]), (2, b"V"))
            self.assertEqual(file["battery_current"].attrs["units"], b"A")
            energy, left = file["m_energy_j"][:], file["m_final_state_of_charge"][:]
            np.testing.assert_allclose((1 - left[6:]) / (1 - left[:6]), 2, rtol=2e-2)  # half the capacity
            np.testing.assert_allclose(energy, 0.3 * file["m_mean_w"][:], rtol=2e-2)
            self.assertLess(file["m_min_battery_voltage_v"][:].max(), 10.6)
        self.assertIn("battery_voltage", self.expect(0, "stats", "a.h5", "--signal", "battery_voltage").out)
        self.expect(0, "diff", "a.h5", "a.h5")
        self.expect(0, "export", "a.h5", "--traces", "-o", "csv")


if __name__ == "__main__":
    support.main()
