#pragma once
/// Rotor, motor and battery data from a bench table.

#include <optional>
#include <string>
#include <vector>

#include "dynamics/rotors/blade_element.hpp"
#include "vehicle/import/bench_columns.hpp"
#include "vehicle/import/bench_motor.hpp"
#include "vehicle/import/imported.hpp"

namespace montecopter {

struct BenchLaws {
  bool is_over_speed = true;           ///< quadratic in the speed; else a polynomial of the command
  std::vector<double> thrust;          ///< coefficient of w^2 [N s2]; or of u and u^2 [N]
  std::vector<double> torque;          ///< the same [N m s2], [N m]; empty: not measured
  double most = 0;                     ///< greatest measured speed [rad/s], or command
  std::vector<double> cubic;           ///< over a command: coefficients of u, u^2 and u^3 [N] ...
  double cubic_rms_percent = 0;        ///< ... and what they leave
  std::optional<double> thrust_curve;  ///< f of thrust = (1 - f) u + f u^2, as in THR_MDL_FAC
  std::optional<double> efficiency;    ///< shaft power per electric power
  std::optional<double> full_command_voltage_v;          ///< under load at the greatest thrust
  std::optional<double> open_circuit_v, resistance_ohm;  ///< of the supply of the stand
  std::optional<BladeElementRotor> propeller;            ///< matched to them
  std::optional<double> density_kg_m3;                   ///< of the air of the test, if known
  std::optional<BenchMotor> motor;                       ///< with voltage, current and speed
  std::vector<FittedCurve> fits;
};

/// Sets what a fitted curve leaves of its rows.
void judge(FittedCurve& fit);

/// Throws Error(usage) if the table has too few rows, or makes no rotor. Remarks go to `assumed`.
BenchLaws fit_bench_laws(const BenchTable& table, bool is_robust, const std::string& file,
                         std::vector<std::string>& assumed);

}  // namespace montecopter
