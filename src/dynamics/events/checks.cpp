#include "core/fields/problems.hpp"
#include "dynamics/events/battery_sag.hpp"

namespace montecopter {

void BatterySag::check(Problems& problems) const {
  if (!problems.is_clean() || problems.is_written("voltage_drop_v") ||
      problems.is_written("resistance_factor")) {
    return;
  }
  problems.error("", "neither 'voltage_drop_v' nor 'resistance_factor' is given",
                 "the battery would not sag",
                 "Give voltage_drop_v = 2, or resistance_factor = 1.5, for example");
}

}  // namespace montecopter
