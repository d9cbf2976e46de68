#include "report/section.hpp"

#include <array>

#include "report/comparison.hpp"
#include "report/loops.hpp"
#include "report/metrics.hpp"
#include "report/paths.hpp"
#include "report/record.hpp"
#include "report/scenario.hpp"
#include "report/sensitivity.hpp"
#include "report/sensors.hpp"
#include "report/sweep.hpp"
#include "report/traces.hpp"
#include "report/vehicle.hpp"
#include "report/verdicts.hpp"

namespace montecopter::report {

std::span<const MakeSection> sections() {
  // clang-format off
  static constexpr std::array all = {
      MakeSection(verdicts_section),
      MakeSection(metrics_section),
      MakeSection(comparison_section),
      MakeSection(sweep_section),
      MakeSection(traces_section),
      MakeSection(paths_section),
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
