#include <array>

#include "report/metrics.hpp"
#include "report/section.hpp"
#include "report/verdicts.hpp"

namespace montecopter::report {

std::span<const MakeSection> sections() {
  static constexpr std::array<MakeSection, 2> all = {
      verdicts_section,
      metrics_section,
  };
  return all;
}

}  // namespace montecopter::report
