#pragma once
/// Parameters of the wind estimate; the law is wind_law.hpp.

#include <optional>

#include "core/fields/fields.hpp"

namespace montecopter {

struct WindEstimator {
  double walk_m_s_sqrt_s = 0.5;
  double initial_m_s = 5.0;
  std::optional<double> specific_force_noise_m_s2;

  static constexpr auto fields() {
    using W = WindEstimator;
    constexpr Vary each = Vary::per_batch;
    constexpr Range speeds{.low = 0.0, .high = 1000.0, .high_open = false};
    return FieldList{
        field("walk_m_s_sqrt_s", &W::walk_m_s_sqrt_s, "m s-1 s-0.5", speeds, each,
              "Assumed growth of the wind's standard deviation in one second"),
        field("initial_m_s", &W::initial_m_s, units::speed, speeds, each,
              "Standard deviation of the initial wind along north and east, about a mean of 0; the "
              "vertical wind is assumed to be 0"),
        field("specific_force_noise_m_s2", &W::specific_force_noise_m_s2, units::acceleration,
              positive, each,
              "Standard deviation of each accelerometer reading about bias and drag; default: its "
              "white noise"),
    };
  }
};

}  // namespace montecopter
