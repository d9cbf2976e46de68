#include "results/report/sections.hpp"

#include <array>

namespace montecopter::report {

std::span<const MakeSection> sections() {
  // clang-format off
  static constexpr std::array all = {
      MakeSection(verdicts_section),
      MakeSection(metrics_section),
      MakeSection(comparison_section),
      MakeSection(sweep_section),
      MakeSection(bands_section),
      MakeSection(searches_section),
      MakeSection(traces_section),
      MakeSection(paths_section),
      MakeSection(touchdowns_section),
      MakeSection(sensitivity_section),
      MakeSection(sensors_section),
      MakeSection(vehicle_section),
      MakeSection(loops_section),
      MakeSection(record_section),
      MakeSection(scenario_section),
  };
  // clang-format on
  return all;
}

}  // namespace montecopter::report
