#pragma once
/// Another drag of the vehicle, such as a wreck's: three drag areas along its body axes. It takes
/// the place of all drag and of the translational lift of the vehicle:
///   F_i = -1/2 rho A_i |v| v_i,   i: body x, y, z; v: velocity relative to the air
/// Along one axis this is the quadratic drag with the area of that axis. With three equal areas it
/// is the same in every attitude. It acts at the centre of mass.

#include <array>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/vec3.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct DragChange : PassingTrigger {
  static constexpr std::string_view type_name = "drag_change";
  static constexpr std::string_view doc =
      "Three drag areas along the body axes take the place of all drag of the vehicle, as in a "
      "wreck. The last active one of the list applies";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"drag_areas_m2", "[0.03, 0.03, 0.08]"},
  });

  std::array<double, 3> drag_areas_m2 = {required, required, required};

  static constexpr auto fields() {
    using E = DragChange;
    return join(PassingTrigger::fields(),
                FieldList{
                    field("drag_areas_m2", &E::drag_areas_m2, "m2", non_negative, Vary::per_sample,
                          "Drag coefficient times area for motion along body x, y and z"),
                });
  }

  template <class S>
  struct Constants {
    Vec3<S> drag;  ///< half the areas per mass, times the density where that is constant
  };

  /// The density of constant air is multiplied at set-up (event_rows.cpp).
  Constants<double> fold(double vehicle_mass_kg) const {
    const double half = 0.5 / vehicle_mass_kg;
    return {{half * drag_areas_m2[0], half * drag_areas_m2[1], half * drag_areas_m2[2]}};
  }

  template <class S>
  static Vec3<S> body_drag_of(const Constants<S>& c) {
    return c.drag;
  }
};

}  // namespace montecopter
