#pragma once
/// Tables of thrust stands. Columns are found by names and units as RCbenchmark's program and motor
/// makers write them ("ESC signal (µs)", "Thrust (kgf)", "speed_rpm").

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.hpp"
#include "vehicle/import/imported.hpp"

namespace montecopter {

enum class BenchQuantity { command, thrust, torque, speed, voltage, current, power };
inline constexpr std::size_t bench_quantities = 7;

/// SI numbers, one per row; NaN: not measured in that row. Empty: there is no such column.
struct BenchTable {
  std::array<std::vector<double>, bench_quantities> columns;
  std::array<std::string, bench_quantities> labels;  ///< names of the columns, as written
  bool command_is_pulse = false;                     ///< 1000 to 2000 us, taken for 0 to 1
  bool has_low_pulse = false;                        ///< some below 1000 us, taken for 0
  std::vector<OmittedSetting> left_out;              ///< other columns

  static Index place(BenchQuantity quantity) { return static_cast<Index>(quantity); }
  std::vector<double>& of(BenchQuantity quantity) { return columns[place(quantity)]; }
  const std::vector<double>& of(BenchQuantity quantity) const { return columns[place(quantity)]; }
  const std::string& label(BenchQuantity quantity) const { return labels[place(quantity)]; }
  bool has(BenchQuantity quantity) const { return !of(quantity).empty(); }
};

/// Parses a table separated by commas, semicolons or tabs; the decimal mark is a point, or a comma
/// where commas do not separate. Throws Error(usage) with the faults, line by line.
BenchTable parse_bench_table(std::string_view text, const std::string& file_name);

}  // namespace montecopter
