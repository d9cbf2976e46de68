/// A method with fixed steps over arrays of packs, and with LACKS_STEP one that is half added.
/// Compiled by a test, never linked.

#include "dynamics/integrators/odeint_fixed.hpp"

namespace montecopter {

struct ToyFixedIntegrator {
  template <class S, std::size_t n>
  struct Method;
};

template <class S, std::size_t n>
struct ToyFixedIntegrator::Method {
#ifndef LACKS_STEP
  void step(const OdeintSystem<S, n>&, double, std::array<S, n>&) {}
#endif
};

static_assert(require_fixed_method<ToyFixedIntegrator, double, 1>());

}  // namespace montecopter
