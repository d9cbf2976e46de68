#pragma once
/// How fast the error of an integrator falls with its step.

#include "verify/check.hpp"
#include "verify/lab.hpp"
#include "verify/torque_free_motion.hpp"

namespace montecopter::verify {

/// An integrator and where its order shows: steps so short that the next term of the error series
/// is small, and so long that rounding is.
struct Scheme {
  std::string integrator;
  double rate_hz;    ///< coarse; the other flight has twice this
  double order;      ///< nominal
  double tolerance;  ///< so loose that a controlled scheme takes each tick in one step
};

/// The tumbling body that all of them fly.
struct TumblingBody {
  Vector inertia_kg_m2;
  AsymmetricTop top;
  double duration_s;

  static TumblingBody make();
  /// Distance of the state at the end from the closed form.
  double final_error(const Lab& lab, const Scheme& scheme, double rate_hz) const;
};

/// log2 of the errors' ratio.
Check order_check(const Lab& lab, const TumblingBody& body, const Scheme& scheme);

std::vector<Check> order_checks(const Lab& lab);

}  // namespace montecopter::verify
