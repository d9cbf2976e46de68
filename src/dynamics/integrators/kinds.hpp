#pragma once
/// The closed list of integrators. Each is a type with its name, its scheme and its use, in the
/// header of its scheme; the types of Boost.Odeint are in odeint_kinds.hpp. Scenario checks, error
/// texts and docs/integrators.md follow it. A plan holds the number of one in the list.

#include <array>
#include <cstddef>
#include <string_view>
#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/integrators/euler.hpp"
#include "dynamics/integrators/euler_exp.hpp"
#include "dynamics/integrators/fehlberg78.hpp"
#include "dynamics/integrators/odeint_kinds.hpp"
#include "dynamics/integrators/rk4.hpp"
#include "dynamics/integrators/rosenbrock4.hpp"
#include "dynamics/integrators/semi_implicit_euler.hpp"
#include "dynamics/integrators/stepping.hpp"

namespace montecopter {

using IntegratorKinds =
    std::variant<EulerIntegrator, SemiImplicitEulerIntegrator, EulerExpIntegrator, Rk4Integrator,
                 Dopri5FixedIntegrator, CashKarp54FixedIntegrator, Fehlberg78FixedIntegrator,
                 AdamsBashforthMoultonIntegrator, Dopri5Integrator, CashKarp54Integrator,
                 Fehlberg78Integrator, BulirschStoerIntegrator, Rosenbrock4Integrator>;

/// Number of an integrator in the list.
enum class IntegratorKind : int {};

template <class Integrator>
inline constexpr IntegratorKind integrator_number{index_of<Integrator, IntegratorKinds>()};

// --- what is known of each at run time -----------------------------------------------------------

struct IntegratorInfo {
  std::string_view name;
  Stepping stepping;
  int order;        ///< of the global error; 0: it varies
  int evaluations;  ///< of the derivative, per (tried) step; 0: it varies
  int steps;        ///< used for a new step: 1, more if multistep.
  /// The real end of the stability region, rounded down: x' = -x / tau grows or rings for ever from
  /// steps of this many tau on (tests/dynamics/integrators/integrators.test.cpp scans for it).
  double real_stability;
  double (*stable_angle)(double zeta);  ///< h w from which on an oscillation of the body grows
  bool allocates;                       ///< in a step; the others do not
  std::string_view doc;
};

/// Descriptions in the order of the list.
inline constexpr auto integrators = []<class... Is>(const std::variant<Is...>*) {
  return std::array<IntegratorInfo, sizeof...(Is)>{
      {{Is::name, Is::stepping, Is::order, Is::evaluations, Is::steps, Is::real_stability,
        Is::stable_angle, Is::allocates, Is::doc}...}};
}(static_cast<const IntegratorKinds*>(nullptr));

constexpr const IntegratorInfo& info(IntegratorKind kind) {
  return integrators[static_cast<std::size_t>(kind)];
}
constexpr bool is_controlled(IntegratorKind kind) {
  return info(kind).stepping == Stepping::controlled;
}

inline constexpr auto integrator_names = [] {
  std::array<std::string_view, integrators.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = integrators[i].name;
  return names;
}();

/// The step from which on an integrator is unstable for a first-order lag.
constexpr double stable_step_s(IntegratorKind kind, double time_constant_s) {
  return info(kind).real_stability * time_constant_s;
}

/// The step from which on an integrator lets an oscillation of the body grow.
inline double stable_step_s(IntegratorKind kind, const DampedOscillation& o) {
  return info(kind).stable_angle(o.damping_ratio()) / o.frequency_rad_s;
}

/// The stable step of a motor, which all methods of order 1 step by explicit Euler.
inline double stable_motor_step_s(IntegratorKind kind, const DampedOscillation& o) {
  if (info(kind).order > 1) return stable_step_s(kind, o);
  return euler_stable_angle(o.damping_ratio()) / o.frequency_rad_s;
}

// --- who steps which -----------------------------------------------------------------------------

/// Calls use.template operator()<I>() for the integrator of that number, if it steps that way.
template <Stepping stepping, class Use>
constexpr void with_integrator(IntegratorKind kind, Use use) {
  for_each_type<IntegratorKinds>([&]<class I>() {
    if constexpr (I::stepping == stepping) {
      if (kind == integrator_number<I>) use.template operator()<I>();
    }
  });
}

}  // namespace montecopter
