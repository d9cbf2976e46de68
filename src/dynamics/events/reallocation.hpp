#pragma once
/// A controller that has found out that rotors fail: it distributes its wrench over the others.
/// The pseudo-inverse is computed without the columns of these rotors, as the control allocator of
/// PX4 does with CA_FAILURE_MODE = 1. Yaw is given up on request, or where the other rotors have no
/// independent yaw. The failure itself is another event.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/rotor_event.hpp"

namespace montecopter {

struct Reallocation : RotorEvent {
  static constexpr std::string_view type_name = "reallocation";
  static constexpr std::string_view doc =
      "The controller distributes thrust and moments over the other rotors, as after the detection "
      "of a failure. The last active one of the list applies";
  static constexpr bool leaves_out_rotor = true;

  bool give_up_yaw = false;

  static constexpr auto fields() {
    return join(RotorEvent::fields(),
                FieldList{
                    field("give_up_yaw", &Reallocation::give_up_yaw,
                          "Allocate thrust, roll and pitch only, so that the vehicle may spin"),
                });
  }

  template <class S>
  struct Constants {};

  Constants<double> fold(double) const { return {}; }
};

}  // namespace montecopter
