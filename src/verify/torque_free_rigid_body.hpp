#pragma once
/// Flights of rotating bodies, against closed forms.

#include <span>

#include "core/numerics/vec3.hpp"
#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// Distance of two attitudes: components of the quaternions, which have two signs.
double attitude_error(std::span<const double> ours, const Quat<double>& wanted);

/// Largest error of the body rates, as a fraction of the largest rate.
template <class Top>
double rate_error(const FlightsInMemory& flown, const Top& top) {
  Largest error, size;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    const Vec3<double> wanted = top.rate(flown.time(n));
    const auto ours = flown.at("body_rate", n);
    for (const double e : {ours[0] - wanted.x, ours[1] - wanted.y, ours[2] - wanted.z}) {
      error.take(e);
    }
    for (const double w : {wanted.x, wanted.y, wanted.z}) size.take(w);
  }
  return error / size;
}

/// Largest error of the attitude.
template <class Top>
double attitude_error(const FlightsInMemory& flown, const Top& top) {
  Largest error;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    error.take(attitude_error(flown.at("attitude", n), top.attitude(flown.time(n))));
  }
  return error;
}

std::vector<Check> torque_free_rigid_body_checks(const Lab& lab);

}  // namespace montecopter::verify
