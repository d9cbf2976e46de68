#!/usr/bin/python3
"""montecopter import px4-params: every number against PX4's documents and closed forms, flown, and every way of getting it wrong."""
import json
import math
import struct
import tomllib
import unittest

import support
from support import VEHICLES, ProgramTest

G = 9.80665  # CONSTANTS_ONE_G of PX4
FLOAT, WHOLE = 9, 6  # MAV_PARAM_TYPE

# Names and defaults of PX4's parameter reference, and the geometry of a quadrotor x of 0.5 m (docs.px4.io, Parameter Reference; airframe 4001).
CASCADE = {
    "MPC_XY_P": 0.95, "MPC_Z_P": 1.0, "MPC_XY_VEL_P_ACC": 1.8, "MPC_XY_VEL_I_ACC": 0.4, "MPC_XY_VEL_D_ACC": 0.2, "MPC_Z_VEL_P_ACC": 4.0,
    "MPC_Z_VEL_I_ACC": 2.0, "MPC_Z_VEL_D_ACC": 0.0, "MPC_VELD_LP": 5.0, "MPC_XY_VEL_MAX": 12.0, "MPC_Z_VEL_MAX_UP": 3.0,
    "MPC_Z_VEL_MAX_DN": 1.5, "MPC_TILTMAX_AIR": 45.0, "MPC_THR_MIN": 0.12, "MPC_THR_MAX": 1.0, "MPC_THR_XY_MARG": 0.3, "MPC_THR_HOVER": 0.5,
    "MC_ROLL_P": 6.5, "MC_PITCH_P": 6.5, "MC_YAW_P": 2.8, "MC_YAW_WEIGHT": 0.4, "MC_ROLLRATE_MAX": 220.0, "MC_PITCHRATE_MAX": 220.0,
    "MC_YAWRATE_MAX": 200.0, "MC_ROLLRATE_P": 0.15, "MC_ROLLRATE_I": 0.2, "MC_ROLLRATE_D": 0.003, "MC_ROLLRATE_K": 1.0, "MC_RR_INT_LIM": 0.3,
    "MC_PITCHRATE_P": 0.15, "MC_PITCHRATE_I": 0.2, "MC_PITCHRATE_D": 0.003, "MC_PITCHRATE_K": 1.0, "MC_PR_INT_LIM": 0.3, "MC_YAWRATE_P": 0.2,
    "MC_YAWRATE_I": 0.1, "MC_YAWRATE_D": 0.0, "MC_YAWRATE_K": 1.0, "MC_YR_INT_LIM": 0.3, "IMU_DGYRO_CUTOFF": 30.0, "THR_MDL_FAC": 0.0,
}
ARM = 0.175
GEOMETRY = {}
for k, (x, y, km) in enumerate([(ARM, ARM, 0.05), (-ARM, -ARM, 0.05), (ARM, -ARM, -0.05), (-ARM, ARM, -0.05)]):
    GEOMETRY |= {f"CA_ROTOR{k}_{name}": float(value) for name, value in
                 (("PX", x), ("PY", y), ("PZ", 0), ("AX", 0), ("AY", 0), ("AZ", -1), ("CT", 6.5), ("KM", km))}
OTHERS = {"MC_ROLLRATE_FF": 0.0, "MC_AIRMODE": 0, "BAT1_N_CELLS": 4, "EKF2_ACC_NOISE": 0.35, "CA_ROTOR4_PX": 0.0, "IMU_GYRO_DNF_EN": 0,
          "CA_FAILURE_MODE": 1}
QUAD = CASCADE | GEOMETRY | OTHERS | {"IMU_GYRO_CUTOFF": 40.0, "CA_ROTOR_COUNT": 4, "CA_AIRFRAME": 0, "IMU_GYRO_RATEMAX": 400}
BODY = ("--mass", "1.5", "--inertia", "0.03,0.04,0.055")


def written(value):
    """As QGroundControl does: of a float the decimals of its 32 bits."""
    if isinstance(value, int):
        return str(value), WHOLE
    return "%.18g" % struct.unpack("f", struct.pack("f", value))[0], FLOAT


def params(values, end="\n"):
    lines = ["# Onboard parameters for Vehicle 1", "#", "# Stack: PX4 Pro", "# Vehicle: Multi-Rotor", "#", "# Vehicle-Id Component-Id Name Value Type"]
    lines += ["\t".join(["1", "1", name, *map(str, written(value))]) for name, value in sorted(values.items())]
    return end.join(lines) + end


class ImportPx4(ProgramTest):
    def made(self, values, *options, text=None):
        self.write("a.params", params(values) if text is None else text)
        return tomllib.loads(self.expect(0, "import", "px4-params", "a.params", *options).out)

    def near(self, is_value, wanted):
        """Equal but for the rounding of a few products."""
        self.assertEqual(len(is_value), len(wanted))
        for a, b in zip(is_value, wanted):
            self.assertAlmostEqual(a, b, delta=1e-12 * max(1, abs(b)))

    def test_gains_are_those_of_the_documents(self):
        gains = self.made(QUAD, *BODY)["controller"]
        self.assertEqual((gains["type"], gains["rate_hz"]), ("px4", 400))
        self.assertEqual(gains["position"], {
            "position_gain_1_s": [0.95, 0.95, 1], "velocity_gain_1_s": [1.8, 1.8, 4], "velocity_integral_gain_1_s2": [0.4, 0.4, 2],
            "velocity_derivative_gain": [0.2, 0.2, 0], "velocity_cutoff_hz": 5, "speed_horizontal_m_s": 12, "speed_up_m_s": 3, "speed_down_m_s": 1.5,
            "tilt_deg": 45, "thrust_min": 0.12, "thrust_max": 1, "thrust_margin": 0.3})
        self.assertEqual(gains["attitude"], {"gain_1_s": [6.5, 6.5, 2.8], "yaw_weight": 0.4, "rate_limit_deg_s": [220, 220, 200]})

    def test_gains_of_body_rate_are_torques_over_inertia(self):
        """A normalised torque of 1 moves each rotor of a quadrotor by sqrt(1/2) of its thrust, about yaw by all of it."""
        thrust = 1.5 * G / 0.5 / 4
        A = [4 * thrust * math.sqrt(0.5) * ARM / 0.03, 4 * thrust * math.sqrt(0.5) * ARM / 0.04, 4 * thrust * 0.05 / 0.055]
        K = QUAD | {"MC_ROLLRATE_K": 1.25, "MC_YAWRATE_K": 0.5}
        rate = self.made(K, *BODY)["controller"]["body_rate"]
        self.near(rate["gain_1_s"], [0.15 * 1.25 * A[0], 0.15 * A[1], 0.2 * 0.5 * A[2]])
        self.near(rate["integral_gain_1_s2"], [0.2 * 1.25 * A[0], 0.2 * A[1], 0.1 * 0.5 * A[2]])
        self.near(rate["derivative_gain"], [0.003 * 1.25 * A[0], 0.003 * A[1], 0])
        self.near(rate["integral_limit_rad_s2"], [0.3 * a for a in A])  # which K does not touch
        self.assertEqual(rate["cutoff_hz"], 30)
        said = json.loads(self.expect(0, "import", "px4-params", "a.params", *BODY, "--json").out)
        self.near(said["numbers"]["angular_acceleration_of_torque_rad_s2"], A)

    def test_gains_of_before_1_12_are_thrusts(self):
        """In hover 0.4 of the thrust carries the weight, so that all of it would accelerate by g / 0.4 = 24.516625 m/s2."""
        old = {"MPC_XY_VEL_P": 0.09, "MPC_XY_VEL_I": 0.02, "MPC_XY_VEL_D": 0.01, "MPC_Z_VEL_P": 0.2, "MPC_Z_VEL_I": 0.02, "MPC_Z_VEL_D": 0.0,
               "MC_DTERM_CUTOFF": 45.0, "MC_TPA_RATE_P": 0.0, "MPC_THR_HOVER": 0.4}
        new = {name: value for name, value in QUAD.items() if "_VEL_" not in name or name.endswith(("MAX", "UP", "DN"))} | old
        del new["IMU_DGYRO_CUTOFF"]
        self.write("a.params", params(new))
        said = json.loads(self.expect(0, "import", "px4-params", "a.params", *BODY, "--json").out)
        gains = tomllib.loads(said["toml"])["controller"]
        self.near([said["numbers"]["acceleration_of_thrust_m_s2"]], [24.516625])
        self.near(gains["position"]["velocity_gain_1_s"], [2.20649625, 2.20649625, 4.903325])
        self.near(gains["position"]["velocity_integral_gain_1_s2"], [0.4903325, 0.4903325, 0.4903325])
        self.near(gains["position"]["velocity_derivative_gain"], [0.24516625, 0.24516625, 0])
        self.assertEqual(gains["body_rate"]["cutoff_hz"], 45)
        self.assertIn("MPC_XY_VEL_P times 24.5166 m/s2", said["toml"])
        left = {row["name"]: row["why"] for row in said["left_out"]}
        self.assertEqual({name for name in old if name in left}, {"MC_TPA_RATE_P"})
        # Of a file with both, from a vehicle that was updated, the new ones hold.
        both = self.made(QUAD | {"MPC_XY_VEL_P": 0.5}, *BODY)["controller"]["position"]
        self.assertEqual(both["velocity_gain_1_s"][0], 1.8)
        said = json.loads(self.expect(0, "import", "px4-params", "a.params", *BODY, "--json").out)
        self.assertIn("which applies", {row["name"]: row["why"] for row in said["left_out"]}["MPC_XY_VEL_P"])

    def test_old_gains_for_a_vehicle_that_there_is(self):
        """The X500: four times 15.926 N on 2.0 kg."""
        self.write("a.params", params({name: value for name, value in CASCADE.items() if "_ACC" not in name} | {"MPC_Z_VEL_P": 0.2}))
        x500 = VEHICLES / "x500.toml"
        vehicle = tomllib.loads(x500.read_text())
        made = tomllib.loads(self.expect(0, "import", "px4-params", "a.params", "--vehicle", x500, "--only", "controller").out)
        self.assertAlmostEqual(made["position"]["velocity_gain_1_s"][2], 0.2 * 4 * 15.926 / vehicle["mass_kg"], delta=1e-3)

    def test_rotors_are_where_the_allocation_has_them(self):
        vehicle = self.made(QUAD, *BODY, "--motor-lag", "0.03")["vehicle"]
        self.assertEqual([r["position_m"] for r in vehicle["rotors"]], [[ARM, ARM, 0], [-ARM, -ARM, 0], [ARM, -ARM, 0], [-ARM, ARM, 0]])
        self.assertEqual([r["spin"] for r in vehicle["rotors"]], [1, 1, -1, -1])
        self.assertEqual(vehicle["rotor"]["axis"], [0, 0, -1])
        self.assertEqual(vehicle["rotor"]["motor"], {"type": "first_order", "time_constant_s": 0.03, "min": 0, "max": 1})
        self.assertEqual((vehicle["mass_kg"], vehicle["inertia_kg_m2"]), (1.5, {"xx": 0.03, "yy": 0.04, "zz": 0.055}))
        thrust = 1.5 * G / 0.5 / 4
        law = vehicle["rotor"]["law"]
        self.assertEqual(law["type"], "linear")
        self.near([law["thrust_max_n"], law["torque_max_n_m"]], [thrust, 0.05 * thrust])

    def test_thrust_curve_and_hover_thrust(self):
        """(1 - f) u + f u^2 of the greatest thrust, of which MPC_THR_HOVER carries the weight."""
        law = self.made(QUAD | {"THR_MDL_FAC": 0.3, "MPC_THR_HOVER": 0.4}, *BODY)["vehicle"]["rotor"]["law"]
        thrust = 1.5 * G / 0.4 / 4
        self.assertEqual(law["type"], "polynomial")
        self.near([law["thrust_1_n"], law["thrust_2_n"], law["torque_1_n_m"], law["torque_2_n_m"]],
                  [0.7 * thrust, 0.3 * thrust, 0.05 * 0.7 * thrust, 0.05 * 0.3 * thrust])

    def test_rotors_that_differ_have_laws_of_their_own(self):
        rotors = self.made(QUAD | {"CA_ROTOR0_CT": 7.5, "CA_ROTOR1_CT": 7.5}, *BODY)["vehicle"]["rotors"]
        thrusts = [r["law"]["thrust_max_n"] for r in rotors]
        self.assertAlmostEqual(thrusts[0] / thrusts[2], 7.5 / 6.5, delta=1e-12)
        self.assertEqual(thrusts[0], thrusts[1])

    def test_simulation_in_hardware_brings_its_body(self):
        sih = {"SIH_MASS": 1.0, "SIH_IXX": 0.025, "SIH_IYY": 0.025, "SIH_IZZ": 0.03, "SIH_KDV": 1.0, "SIH_KDW": 0.025, "SIH_T_TAU": 0.05}
        self.write("a.params", params(QUAD | sih))
        result = self.expect(0, "import", "px4-params", "a.params")
        vehicle = tomllib.loads(result.out)["vehicle"]
        self.assertIn("simulation in hardware", result.err)
        self.assertEqual((vehicle["mass_kg"], vehicle["linear_drag_n_s_m"], vehicle["linear_aero_moment_n_m_s"]), (1, 1, 0.025))
        self.assertEqual(vehicle["rotor"]["motor"]["time_constant_s"], 0.05)
        self.assertNotIn("linear_drag_n_s_m", self.made(QUAD | sih, *BODY)["vehicle"])

    def test_it_checks_flies_and_steps(self):
        self.write("a.params", params(QUAD))
        self.expect(0, "import", "px4-params", "a.params", *BODY, "--motor-lag", "0.03", "-o", "quad.toml")
        check = self.expect(0, "check", "quad.toml", "--strict")
        self.assertEqual(check.err, "")
        margins = json.loads(self.expect(0, "margins", "quad.toml", "--json").out)
        self.assertEqual([loop["name"] for loop in margins["at_command"]], ["thrust", "roll", "pitch", "yaw"])
        self.assertGreater(min(loop["phase"]["deg"] for loop in margins["at_command"]), 30)
        self.expect(0, "run", "quad.toml", "--set", 'metrics.north_m={formula="final(position.x)", unit="m"}', "-o", "quad.h5")
        stats = json.loads(self.expect(0, "stats", "quad.h5", "--json", "--metric", "north_m").out)
        # 10 s after a step of 1 m; the slowest mode of PX4's position loop, 0.95 1/s, has decayed to e^-8.5
        self.assertAlmostEqual(stats["metrics"]["north_m"]["mean"], 1.0, delta=0.02)

    def test_the_vehicle_file_fills_in(self):
        self.write("a.params", params(QUAD))
        iris = VEHICLES / "iris.toml"
        vehicle = tomllib.loads(self.expect(0, "import", "px4-params", "a.params", "--vehicle", iris).out)["vehicle"]
        self.assertEqual((vehicle["mass_kg"], vehicle["inertia_kg_m2"]), (1.545, {"xx": 0.030009, "yy": 0.029463, "zz": 0.056447}))
        self.assertEqual(vehicle["rotor"]["motor"]["time_constant_down_s"], 0.025)
        self.assertEqual(self.made(QUAD, "--vehicle", iris, "--mass", "2")["vehicle"]["mass_kg"], 2)

    def test_gains_for_a_vehicle_that_there_is(self):
        """The X500 of the vehicles: 15.926 N per rotor, arms of 0.1768 m, 0.10847 m of torque per thrust."""
        self.write("a.params", params(CASCADE))
        x500 = VEHICLES / "x500.toml"
        self.expect(0, "import", "px4-params", "a.params", "--vehicle", x500, "--only", "controller", "-o", "gains.toml")
        with open(self.path("gains.toml"), "rb") as file:
            gains = tomllib.load(file)
        thrust, arm = 15.926119900619797, 0.176776695296636
        self.near(gains["body_rate"]["gain_1_s"], [0.15 * 4 * thrust * math.sqrt(0.5) * arm / 0.021705,
                                                   0.15 * 4 * thrust * math.sqrt(0.5) * arm / 0.021304,
                                                   0.2 * 4 * 1.7275062256202294 / 0.039396244])
        self.expect(0, "import", "px4-params", "a.params", "--vehicle", x500, "-o", "whole.toml")
        self.expect(0, "check", "whole.toml")  # which includes the vehicle file

    def test_files_of_other_programs_are_refused(self):
        """One clear message by the head, or by names that no other autopilot has."""
        head = "# Onboard parameters for Vehicle 1\n#\n# Stack: {}\n# Vehicle: Multi-Rotor\n# Version: 4.5.7\n#\n# Vehicle-Id Component-Id Name Value Type\n"
        ardupilot = "1\t1\tATC_RAT_RLL_P\t0.135\t9\n1\t1\tMOT_THST_HOVER\t0.35\t9\n1\t1\tFRAME_CLASS\t1\t2\n"
        for text, says in (
                (head.format("ArduPilot") + ardupilot, "a.params: error: this is a file of ArduPilot (line 3 is '# Stack: ArduPilot'; px4-params reads parameters of PX4)."),
                (head.format("Generic") + ardupilot, "a file of Generic"), (ardupilot, "a file of ArduPilot (line 1 has ATC_RAT_RLL_P"),
                ("#NOTE: 7/1/2024 10:00:00 AM Frame : QUAD\nACRO_BAL_PITCH,1\nATC_ANG_RLL_P,4.5\n", "a file of ArduPilot (line 3 has ATC_ANG_RLL_P"),
                ("ACRO_BAL_PITCH   1.000000\nACRO_BAL_ROLL    1.000000\n", "a file of Mission Planner or MAVProxy (line 1 has a name and a value"),
                ("FRAME_CLASS      1.000000 # Quad\nINS_GYRO_FILTER  20.000000\n", "a file of ArduPilot"),
                ("MC_ROLL_P,6.5\nMC_PITCH_P,6.5\n", "a file of Mission Planner or MAVProxy"),
                ("# version\n# Betaflight / STM32F7X2 (S7X2) 4.5.1 Jul 27 2024 / 13:41:23 (0123abc) MSP API: 1.46\nset p_roll = 45\n",
                 "a file of Betaflight (line 2 is '# Betaflight / STM32F7X2 (S7X2) 4.5.1 Jul 27 20...'; px4-params reads parameters of PX4). Use: montecopter import betaflight-diff a.params"),
                ("Throttle (%),Thrust (gf)\n0,0\n20,35\n", "a file of a thrust stand (line 1 is 'Throttle (%),Thrust (gf)'; px4-params reads parameters of PX4). Use: montecopter import bench-table")):
            with self.subTest(text):
                self.write("a.params", text)
                err = self.expect(2, "import", "px4-params", "a.params", *BODY).err
                self.assertIn(says, " ".join(err.split()))
                self.assertEqual(err.count("error:"), 1)
        self.made(QUAD, *BODY, text="\ufeff" + params(QUAD).replace("PX4 Pro", "PX4"))

    def test_parts_are_files_to_include(self):
        self.write("a.params", params(QUAD))
        for part in ("vehicle", "controller"):
            self.expect(0, "import", "px4-params", "a.params", *BODY, "--only", part, "-o", f"{part}.toml")
        self.expect(0, "vehicle", "vehicle.toml")
        self.write("s.toml", 'schema = 1\nname = "s"\nvehicle.include = "vehicle.toml"\ncontroller.include = "controller.toml"\n'
                   'trajectory.type = "hover"\nintegrator = {type = "rk4", rate_hz = 1200}\nsimulation.duration_s = 1\n')
        self.expect(0, "check", "s.toml", "--strict")

    def test_what_has_no_place_is_told(self):
        self.write("a.params", params(QUAD))
        result = self.expect(0, "import", "px4-params", "a.params", *BODY)
        self.assertIn("not imported: MC_ROLLRATE_FF 0 (this controller has no body rate feed-forward).", result.err)
        self.assertIn("not imported: CA_FAILURE_MODE 1 (the event `reallocation` leaves failed rotors out of the allocation).", " ".join(result.err.split()))
        self.assertIn("IMU_GYRO_DNF_EN 0", result.err)
        self.assertIn("not imported: 2 more (affects neither", result.err)
        self.assertIn("follow their commands without lag", result.err)
        said = json.loads(self.expect(0, "import", "px4-params", "a.params", *BODY, "--json").out)
        self.assertEqual({entry["name"] for entry in said["left_out"]}, set(OTHERS))
        self.assertEqual(tomllib.loads(said["toml"]), tomllib.loads(result.out))
        self.assertEqual(self.expect(0, "import", "px4-params", "a.params", *BODY, "--quiet").err, "")

    def test_defaults_are_told(self):
        some = {name: value for name, value in QUAD.items() if name not in ("MC_ROLL_P", "MPC_Z_P")}
        self.write("a.params", params(some))
        result = self.expect(0, "import", "px4-params", "a.params", *BODY)
        self.assertIn("parameters missing from the file have PX4's defaults: MPC_Z_P and MC_ROLL_P.", " ".join(result.err.split()))
        self.assertIn("MC_ROLL_P (PX4's default)", result.out)

    def test_line_ends_marks_and_other_components_do_not_matter(self):
        plain = self.made(QUAD, *BODY)
        others = params(QUAD) + "1\t154\tMNT_MODE\t0\t6\n1\t154\tMC_ROLL_P\t9\t9\n\n"
        for text in (params(QUAD, end="\r\n"), "\ufeff" + params(QUAD), params(QUAD).rstrip("\n"), others):
            made = self.made(QUAD, *BODY, text=text)
            self.assertEqual({**made, "imported": {}}, {**plain, "imported": {}})  # which counts what others have

    def test_parameters_of_other_components_are_listed(self):
        self.write("a.params", params(QUAD) + "1\t154\tMNT_MODE\t0\t6\n3\t7\tMC_YAWRATE_P\t0.6\t9\n")
        said = json.loads(self.expect(0, "import", "px4-params", "a.params", *BODY, "--json").out)
        why = "belongs to component {} of vehicle {}, which is not an autopilot"
        self.assertEqual(said["left_out"][-2:], [{"name": "MNT_MODE", "value": "0", "why": why.format(154, 1)}, {"name": "MC_YAWRATE_P", "value": "0.6", "why": why.format(7, 3)}])
        self.assertIn("1 more (belongs to component 7 of vehicle 3", " ".join(self.expect(0, "import", "px4-params", "a.params", *BODY).err.split()))

    def test_one_vehicle_is_made(self):
        """Of a second one the first line is told, whether its names come twice or not."""
        some = {name: value for name, value in QUAD.items() if name != "MC_PITCHRATE_P"}
        text = params(some)
        last = text.count("\n") + 1
        self.write("a.params", text + "2\t1\tMC_PITCHRATE_P\t0.5\t9\n2\t1\tMC_ROLL_P\t7\t9\n")
        result = self.expect(2, "import", "px4-params", "a.params", *BODY)
        self.assertEqual(result.err, f"a.params:{last}: error: this is a parameter of vehicle 2 (line 7 belongs to vehicle 1; a file may have one vehicle). Remove the lines of one vehicle.\n")

    def test_slips_are_told(self):
        for written, meant in (("MC_ROLLRATEP", "MC_ROLLRATE_P"), ("mc_rollrate_p", "MC_ROLLRATE_P"), ("MC_ROLRATE_P", "MC_ROLLRATE_P"), ("MC_ROLLRTAE_P", "MC_ROLLRATE_P"),
                               ("MC_ROLLBATE_P", "MC_ROLLRATE_P"), ("mpc_z_p", "MPC_Z_P"), ("MPC_XY_VELP_ACC", "MPC_XY_VEL_P_ACC"), ("imu_dgyro_cutoff", "IMU_DGYRO_CUTOFF")):
            with self.subTest(written):
                self.write("a.params", params({name: value for name, value in QUAD.items() if name != meant} | {written: 0.25}))
                err = " ".join(self.expect(0, "import", "px4-params", "a.params", *BODY).err.split())
                self.assertIn(f"not imported: {written} 0.25 (unknown parameter. Did you mean {meant}?).", err)
        without = {name: value for name, value in QUAD.items() if not name.startswith("MC_ROLLRATE")}
        self.write("a.params", params(without | {"MC_ROLLRATE_FF": 0.0, "MC_ROLLRATE_X": 0.0, "MC_YAW_FF": 0.0}))
        self.assertNotIn("Did you mean", self.expect(0, "import", "px4-params", "a.params", *BODY).err)
        self.write("a.params", params(QUAD | {"mc_rollrate_p": 0.25, "MC_ROLRATE_P": 0.25}))  # of which one stands there besides
        self.assertEqual(self.expect(0, "import", "px4-params", "a.params", *BODY).err.count("Did you mean"), 1)

    def test_broken_lines_are_told(self):
        good = params(QUAD)
        last = good.count("\n") + 1
        for line, says in (
            ("1\t1\tMC_X\t1", "the line has 4 columns, not 5"),
            ("1\t1\tMC_X\t1\t9\t7", "the line has 6 columns, not 5"),
            ("1 1 MC_X 1 9", "blanks separate the columns instead of tabs"),
            ("1\t1\tMC_X\tone\t9", "'one' is not a finite number"),
            ("1\t1\tMC_X\t\t9", "'' is not a finite number"),
            ("1\t1\tMC_X\tnan\t9", "'nan' is not a finite number"),
            ("1\t1\tMC_X\tinf\t9", "'inf' is not a finite number"),
            ("1\t1\tMC_X\t1e999\t9", "is not a finite number"),
            ("1\t1\tMC_X\t1.5\t6", "'1.5' is not a whole number"),
            ("1\t1\tMC_X\t1\t11", "'11' is not a parameter type"),
            ("1\t1\tMC_X\t1\tfloat", "'float' is not a parameter type"),
            ("1\t1\tMC_ROLL_P\t7\t9", "MC_ROLL_P appears twice"),
            ("1\t1\tMC-X\t1\t9", "'MC-X' is not a parameter name"),
            ("1\t1\tMC_A_NAME_OF_17_L\t1\t9", "is not a parameter name"),
            ("1\t256\tMC_X\t1\t9", "'256' is not a component id"),
            ("x\t1\tMC_X\t1\t9", "'x' is not a vehicle id"),
            ("1\t1\tMC_\x1b[31mX\t1\t9", "is not a parameter name"),
        ):
            with self.subTest(line):
                self.write("a.params", good + line + "\n")
                with self.nothing_touched():
                    result = self.expect(2, "import", "px4-params", "a.params", *BODY, "-o", "no.toml")
                self.assertTrue(result.err.startswith(f"a.params:{last}: error: "), result.err)
                self.assertIn(says, result.err)
                self.assertNotIn("\x1b", result.err)
                self.assertEqual(result.err.count("error:"), 1)

    def test_numbers_that_cannot_be_are_told(self):
        for name, value, says in (("MC_YAW_WEIGHT", 7.0, "MC_YAW_WEIGHT is 7 (it must be between 0 and 1)"), ("MPC_THR_HOVER", 0.0, "MPC_THR_HOVER is 0"),
                                  ("THR_MDL_FAC", -0.5, "THR_MDL_FAC"), ("MC_ROLLRATE_P", -1.0, "MC_ROLLRATE_P is -1 (it must be at least 0)"),
                                  ("IMU_GYRO_RATEMAX", -1, "IMU_GYRO_RATEMAX"), ("CA_ROTOR_COUNT", 13, "CA_ROTOR_COUNT"),
                                  ("CA_ROTOR_COUNT", 0, "CA_ROTOR_COUNT is 0"), ("CA_ROTOR0_AZ", 0.0, "rotor 0 has no thrust axis"),
                                  ("CA_ROTOR_COUNT", 2, "the rotors cannot produce an independent pitch"), ("CA_AIRFRAME", 2, "not a multirotor"),
                                  ("CA_ROTOR0_PX", 1e30, "CA_ROTOR0_PX")):
            with self.subTest(name=name, value=value):
                self.write("a.params", params(QUAD | {name: value}))
                result = self.expect(2, "import", "px4-params", "a.params", *BODY)
                self.assertIn(says, result.err)
                self.assertEqual(result.out, "")

    def test_a_misspelt_number_of_rotors_is_found(self):
        wrong = {"CA_ROTOR_COUTN": 4} | {name: value for name, value in QUAD.items() if name != "CA_ROTOR_COUNT"}
        self.write("a.params", params(wrong))
        told = self.expect(2, "import", "px4-params", "a.params", *BODY).err
        self.assertIn("CA_ROTOR_COUNT is missing", told)
        self.assertIn("Perhaps CA_ROTOR_COUTN should be CA_ROTOR_COUNT. Give --vehicle FILE", told)
        del wrong["CA_ROTOR_COUTN"]  # CA_ROTOR0_CT is not meant
        self.write("a.params", params(wrong))
        self.assertNotIn("Did you mean", self.expect(2, "import", "px4-params", "a.params", *BODY).err)

    def test_what_is_no_file_of_parameters(self):
        for text, says in ((b"", "it is empty"), (b"\n# nothing\n", "no parameters of an autopilot"), (b"1\t1\tA\t0\x00\t9\n", "binary file"),
                           (b"\x7fELF" + bytes(range(1, 256)) * 100, "error:"), (b"1,1,A,1,9\n" * 1000, "20 lines are wrong"),
                           (b"1\t1\tA\t1\t9\n" + b"#" * (17 << 20), "larger than 16 MiB")):
            self.write("a.params", text)
            result = self.expect(2, "import", "px4-params", "a.params", *BODY)
            self.assertIn(says, result.err)
            self.assertLess(result.err.count("\n"), 25)
        self.assertIn("cannot read it (No such file", self.expect(2, "import", "px4-params", "none.params", *BODY).err)
        self.assertIn("directory", self.expect(2, "import", "px4-params", ".", *BODY).err)

    def test_what_is_missing_is_asked_for(self):
        self.write("a.params", params(QUAD))
        result = self.expect(2, "import", "px4-params", "a.params")
        self.assertEqual(result.err.count("error:"), 2)
        self.assertIn("the mass is unknown (PX4 has no parameter for it). Give --inertia XX,YY,ZZ and --mass, or --vehicle FILE.", result.err)
        self.write("b.params", params(CASCADE))
        self.assertIn("the file has no rotors", self.expect(2, "import", "px4-params", "b.params", *BODY).err)
        self.assertIn("the file gives no vehicle", self.expect(2, "import", "px4-params", "b.params", "--vehicle", VEHICLES / "x500.toml", "--only", "vehicle").err)

    def test_options_that_make_no_sense(self):
        self.write("a.params", params(QUAD))
        for options, says in ((("--mass", "0"), "--mass"), (("--mass", "nan"), "--mass"), (("--inertia", "1,2"), "--inertia"), (("--inertia", "1,2,3,4"), "--inertia"),
                              (("--inertia", "1,2,-3"), "--inertia"), (("--motor-lag", "-1"), "--motor-lag"), (("--motor-lag", "1e-9"), "--motor-lag"),
                              (("--only", "rotors"), "--only"), (("--force",), "needs --output"), (("--robust",), "--robust: error: nothing is fitted"), (("--plot", "x.svg"), "--plot: error: nothing is fitted"), (("--vehicle", VEHICLES / "marvin.toml"), "not a multirotor"),
                              (("--vehicle", "none.toml"), "none.toml"), (("--inertia", "1,1,9"), "make no valid scenario")):
            with self.subTest(options), self.nothing_touched():
                self.assertIn(says, self.expect(2, "import", "px4-params", "a.params", *({"--mass": ("--inertia", "1,1,1")}.get(options[0], ("--mass", "1"))), *options).err)
        self.assertIn("Did you mean 'px4-params'?", self.expect(2, "import", "px4-param", "a.params").err)
        self.assertIn("is not a kind of file", self.expect(2, "import", "ulog", "a.params").err)

    def test_nothing_is_written_over(self):
        self.write("a.params", params(QUAD))
        self.write("there.toml", "precious")
        with self.nothing_touched():
            self.assertIn("--force", self.expect(3, "import", "px4-params", "a.params", *BODY, "-o", "there.toml").err)
            self.expect(3, "import", "px4-params", "a.params", *BODY, "-o", "a.params", "--force")
        self.assertEqual(self.expect(0, "import", "px4-params", "a.params", *BODY, "-o", "there.toml", "--force").out, "there.toml: a scenario from a.params\n")
        self.expect(0, "check", "there.toml")

    def test_names_of_files_do_nothing(self):
        """Whatever a file is called, the TOML that is made of it loads."""
        name = 'a"\n[evil]\nb = 1 \x1b.params'
        self.write(name, params(QUAD))
        made = tomllib.loads(self.expect(0, "import", "px4-params", name, *BODY).out)
        self.assertNotIn("evil", made)


if __name__ == "__main__":
    support.main()
