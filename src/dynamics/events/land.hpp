#pragma once
/// A landing where the vehicle comes to a stop.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/brake.hpp"

namespace montecopter {

struct Land : Brake {
  static constexpr std::string_view type_name = "land";
  static constexpr std::string_view doc =
      "The controller leaves its trajectory, brakes to a stop, and descends there. The descent "
      "goes on until the ground ends it";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"deceleration_m_s2", "3.0"},
      {"descent_m_s", "1.0"},
  });

  double descent_m_s = required;

  static constexpr auto fields() {
    return join(Brake::fields(),
                FieldList{field("descent_m_s", &Land::descent_m_s, "m s-1", positive,
                                Vary::per_sample, "Speed of the descent")});
  }

  template <class S>
  struct Constants {
    S deceleration, descent;
  };

  Constants<double> fold(double) const { return {deceleration_m_s2, descent_m_s}; }

  template <class S>
  static DiversionLaw<S> diversion_of(const Constants<S>& c) {
    const S zero(0.0);
    return {c.deceleration, c.descent, zero, zero, zero, zero, zero};
  }
};

}  // namespace montecopter
