#pragma once
/// The closed list of integrators: what each is called, how it steps, what it is good for. Scenario
/// checks, error texts and docs/integrators.md follow it.

#include <array>
#include <limits>
#include <string_view>

namespace montecopter {

enum class IntegratorKind : int {
  euler,
  semi_implicit_euler,
  euler_exp,
  rk4,
  dopri5_fixed,
  cash_karp54_fixed,
  fehlberg78_fixed,
  adams_bashforth_moulton,
  dopri5,
  cash_karp54,
  fehlberg78,
  bulirsch_stoer,
  rosenbrock4
};

/// Who steps what.
enum class Stepping {
  lanes,      ///< ours, packs of samples, with the vehicle's specialised forms
  odeint,     ///< Boost.Odeint's, packs of samples, with the vehicle's general form
  controlled  ///< Boost.Odeint's with our step control, one sample at a time
};

struct IntegratorInfo {
  std::string_view name;
  Stepping stepping;
  int order;        ///< of the global error
  int evaluations;  ///< of the derivative, per (tried) step; 0: it varies
  /// x' = -x / tau grows or rings for ever from steps of this many tau on: the real end of the
  /// stability region, rounded down (tests/dynamics/integrators/integrators.test.cpp scans for it).
  double real_stability;
  bool allocates;  ///< in a step; the others do not
  std::string_view doc;
};

inline constexpr double always_stable = std::numeric_limits<double>::infinity();

/// In the order of IntegratorKind.
inline constexpr std::array<IntegratorInfo, 13> integrators = {{
    {"euler", Stepping::lanes, 1, 1, 2.0, false, "Explicit Euler"},
    {"semi_implicit_euler", Stepping::lanes, 1, 1, 2.0, false,
     "Velocities first, then positions and attitude with the new velocities"},
    {"euler_exp", Stepping::lanes, 1, 2, 2.0, false,
     "Motors first, then explicit Euler with the exponential of the body rate (PX4's SIH of 2022)"},
    {"rk4", Stepping::lanes, 4, 4, 2.785, false, "Classical Runge-Kutta"},
    {"dopri5_fixed", Stepping::odeint, 5, 7, 3.306, false,
     "Dormand-Prince 5(4) without step control"},
    {"cash_karp54_fixed", Stepping::odeint, 5, 6, 3.734, false,
     "Cash-Karp 5(4) without step control"},
    {"fehlberg78_fixed", Stepping::odeint, 8, 13, 5.007, false,
     "Fehlberg 7(8) without step control"},
    {"adams_bashforth_moulton", Stepping::odeint, 4, 2, 1.284, false,
     "Four-step predictor and corrector, started by Runge-Kutta 4"},
    {"dopri5", Stepping::controlled, 5, 6, always_stable, false,
     "Dormand-Prince 5(4) with step control"},
    {"cash_karp54", Stepping::controlled, 5, 6, always_stable, false,
     "Cash-Karp 5(4) with step control"},
    {"fehlberg78", Stepping::controlled, 8, 13, always_stable, false,
     "Fehlberg 7(8) with step control"},
    {"bulirsch_stoer", Stepping::controlled, 0, 0, always_stable, true,
     "Extrapolated midpoint rule, variable order and step"},
    {"rosenbrock4", Stepping::controlled, 4, 0, always_stable, false,
     "Rosenbrock 4(3) with step control, for stiff vehicles"},
}};

constexpr const IntegratorInfo& info(IntegratorKind kind) {
  return integrators[static_cast<std::size_t>(kind)];
}
constexpr bool is_controlled(IntegratorKind kind) {
  return info(kind).stepping == Stepping::controlled;
}

constexpr int count_of(Stepping stepping) {
  int count = 0;
  for (const IntegratorInfo& i : integrators) count += i.stepping == stepping ? 1 : 0;
  return count;
}
inline constexpr int lane_integrators = count_of(Stepping::lanes);
inline constexpr int odeint_integrators = count_of(Stepping::odeint);
inline constexpr int controlled_integrators = count_of(Stepping::controlled);

inline constexpr auto integrator_names = [] {
  std::array<std::string_view, integrators.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = integrators[i].name;
  return names;
}();
static_assert(info(IntegratorKind::rk4).name == "rk4" &&
              info(IntegratorKind::rosenbrock4).name == "rosenbrock4");

/// The step from which on an integrator is unstable for a first-order lag.
constexpr double stable_step_s(IntegratorKind kind, double time_constant_s) {
  return info(kind).real_stability * time_constant_s;
}

}  // namespace montecopter
