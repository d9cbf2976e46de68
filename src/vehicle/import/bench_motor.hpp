#pragma once
/// Kv, resistance and no-load current of a motor from a bench table.

#include <optional>
#include <string>
#include <vector>

#include "vehicle/import/bench_columns.hpp"
#include "vehicle/import/imported.hpp"

namespace montecopter {

/// An estimate with its standard error.
struct Estimated {
  double value = 0, standard_error = 0;
};

struct BenchMotor {
  Estimated kv_rad_s_v, resistance_ohm;
  std::optional<Estimated> no_load_current_a;     ///< nullopt: the table has no torque
  std::optional<Estimated> kv_by_torque_rad_s_v;  ///< the same
  std::size_t rows = 0;
  bool has_duty = false;  ///< the command is the duty; otherwise the duty is 1
};

/// The motor of the rows with voltage, current and speed: least squares of d V = K w + R I / d,
/// with the duty d = command. The no-load current is the mean of I / d - Q / K. Kv by the torque is
/// the slope of I / d over Q, where no voltage counts. The curve goes to `fits`. nullopt: there are
/// too few rows, or no motor fits them. With a command, `assumed` gets a remark about a motor that
/// does not fit.
std::optional<BenchMotor> fit_bench_motor(const BenchTable& table, std::vector<FittedCurve>& fits,
                                          std::vector<std::string>& assumed);

}  // namespace montecopter
