#pragma once
/// The closed list of integrators by name.

#include <array>
#include <string_view>

namespace montecopter {

/// The first ones step whole packs of lanes, controlled ones one sample at a time.
enum class IntegratorKind : int { euler, rk4, dopri5 };
inline constexpr std::array<std::string_view, 3> integrator_names = {"euler", "rk4", "dopri5"};
constexpr bool is_controlled(IntegratorKind kind) { return kind == IntegratorKind::dopri5; }

}  // namespace montecopter
