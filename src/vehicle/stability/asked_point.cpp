#include "vehicle/stability/asked_point.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace montecopter {

void require_point(const Plan& plan, std::int64_t point) {
  const std::int64_t points = plan.sweep.points();
  if (point > 0 && plan.sweep.axes() == 0) {
    throw Error(ExitCode::usage,
                Problem{"--point", "this scenario has no sweep", "", "Leave --point out"});
  }
  if (point >= points) {
    throw Error(ExitCode::usage,
                Problem{"--point", fmt::format("there is no point {}", point),
                        fmt::format("the sweep has {}, from 0 to {}", points, points - 1)});
  }
}

}  // namespace montecopter
