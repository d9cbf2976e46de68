#pragma once
/// The closed list of integrators by name.

#include <array>
#include <limits>
#include <string_view>

namespace montecopter {

/// The first ones step whole packs of lanes, controlled ones one sample at a time.
enum class IntegratorKind : int { euler, rk4, dopri5 };
inline constexpr std::array<std::string_view, 3> integrator_names = {"euler", "rk4", "dopri5"};
constexpr bool is_controlled(IntegratorKind kind) { return kind == IntegratorKind::dopri5; }

/// What it is, in one line.
constexpr std::string_view integrator_doc(IntegratorKind kind) {
  switch (kind) {
    case IntegratorKind::euler:
      return "Explicit Euler, order 1";
    case IntegratorKind::rk4:
      return "The classical Runge-Kutta method, order 4";
    case IntegratorKind::dopri5:
      return "Dormand-Prince 5(4), which chooses its own steps within a step of the scenario";
  }
  return {};
}

/// The step from which on an integrator makes x' = -x / tau grow or ring for ever: the real end of
/// its stability region (Euler |1 - z| < 1; RK4 |1 - z + z^2/2 - z^3/6 + z^4/24| < 1).
constexpr double stable_step_s(IntegratorKind kind, double time_constant_s) {
  switch (kind) {
    case IntegratorKind::euler:
      return 2.0 * time_constant_s;
    case IntegratorKind::rk4:
      return 2.785 * time_constant_s;
    case IntegratorKind::dopri5:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace montecopter
