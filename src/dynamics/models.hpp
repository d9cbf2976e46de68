#pragma once
/// THE list: one closed type list per kind. Help, errors, docs and tests are derived from it.
/// (Rotor laws and motors, which are parts of a multirotor, are listed in vehicles/multirotor.hpp.)

#include <array>
#include <string_view>
#include <variant>

#include "dynamics/controllers/command_table.hpp"
#include "dynamics/distributions/fixed.hpp"
#include "dynamics/distributions/normal.hpp"
#include "dynamics/distributions/truncated_normal.hpp"
#include "dynamics/distributions/uniform.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/winds/steady.hpp"

namespace montecopter {

using Vehicle = std::variant<Multirotor>;
using Wind = std::variant<SteadyWind>;
using Controller = std::variant<CommandTable>;
using Distribution = std::variant<FixedDistribution, UniformDistribution, NormalDistribution,
                                  TruncatedNormalDistribution>;

/// Integrators: the first ones step whole packs of lanes, controlled ones one sample at a time.
enum class IntegratorKind { euler, rk4, dopri5 };
inline constexpr std::array<std::string_view, 3> integrator_names = {"euler", "rk4", "dopri5"};
constexpr bool is_controlled(IntegratorKind kind) { return kind == IntegratorKind::dopri5; }

}  // namespace montecopter
