#include <array>

#include "report/metrics.hpp"
#include "report/paths.hpp"
#include "report/section.hpp"
#include "report/traces.hpp"
#include "report/vehicle.hpp"
#include "report/verdicts.hpp"

namespace montecopter::report {

std::span<const MakeSection> sections() {
  static constexpr std::array<MakeSection, 5> all = {
      verdicts_section, metrics_section, traces_section, paths_section, vehicle_section,
  };
  return all;
}

}  // namespace montecopter::report
