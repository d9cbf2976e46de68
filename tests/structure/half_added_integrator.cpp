/// Integrators, and what is half added of them: LACKS_STEP steps packs and does not say how,
/// LACKS_METHOD is none of Odeint's although it says so, LACKS_ORDER does not say how good it is.
/// Compiled by a test, never linked.

#include "dynamics/integrators/kinds.hpp"

namespace montecopter {

template <class Vehicle>
struct ToyScheme {
#ifndef LACKS_STEP
  static void step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                   const typename Vehicle::StateType& state, typename Vehicle::StateType& next);
#endif
};

struct ToyIntegrator {
  static constexpr std::string_view name = "toy";
  static constexpr std::string_view doc = "Stays where it is";
  static constexpr Stepping stepping = Stepping::lanes;
#ifndef LACKS_ORDER
  static constexpr int order = 1;
#endif
  static constexpr int evaluations = 1;
  static constexpr int steps = 1;
  static constexpr double real_stability = 2.0;
  static double stable_angle(double zeta);
  static constexpr bool allocates = false;
  template <class Vehicle>
  using Scheme = ToyScheme<Vehicle>;
};

struct ToyOdeintIntegrator {
  static constexpr std::string_view name = "toy_odeint";
  static constexpr std::string_view doc = "Stays where it is, too";
  static constexpr Stepping stepping = Stepping::odeint;
  static constexpr int order = 1;
  static constexpr int evaluations = 1;
  static constexpr int steps = 1;
  static constexpr double real_stability = 2.0;
  static double stable_angle(double zeta);
  static constexpr bool allocates = false;
#ifndef LACKS_METHOD
  template <class S, std::size_t n>
  struct Method;
#endif
};

static_assert(require_integrator<ToyIntegrator>() && require_integrator<ToyOdeintIntegrator>());

}  // namespace montecopter
