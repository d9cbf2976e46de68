#pragma once
/// Order of convergence of each integrator.

#include "verify/check.hpp"
#include "verify/lab.hpp"
#include "verify/torque_free_motion.hpp"

namespace montecopter::verify {

/// An integrator with steps at which its order shows: short enough to make the next term of the
/// error series small, and long enough to make rounding small.
struct Scheme {
  std::string integrator;
  double rate_hz;    ///< coarse; the other flight has twice this
  double order;      ///< nominal
  double tolerance;  ///< so loose that a controlled scheme takes each tick in one step
};

/// The tumbling body of all order checks.
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
