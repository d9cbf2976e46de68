/// A method with step control, and what is half added of it: LACKS_TRY does not try a step,
/// LACKS_TOLERANCE takes no tolerance. Compiled by a test, never linked.

#include "dynamics/integrators/odeint_controlled.hpp"

namespace montecopter {

struct ToyControlledIntegrator {
  template <class S, std::size_t n>
  struct Method;
};

template <class S, std::size_t n>
struct ToyControlledIntegrator::Method {
#ifndef LACKS_TOLERANCE
  explicit Method(const LargestRelativeError&) {}
#endif
#ifndef LACKS_TRY
  template <class System>
  bool try_step(const System&, std::array<double, n>&, double&, double&);
#endif
};

static_assert(require_controlled_method<ToyControlledIntegrator, double, 1>());

}  // namespace montecopter
