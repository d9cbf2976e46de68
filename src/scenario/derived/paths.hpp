#pragma once
/// Dotted paths into a scenario: how they are written, and which numbers they address.
///
/// Paths are the keys of `[disperse]` and `[sweep]`, the left side of --set, and the names of the
/// columns in_<path>. A path addresses a NumberRef (core/fields/paths.hpp): a pointer into a
/// Scenario, with the number's unit and range. It is valid until that scenario is copied or one of
/// its lists changes. Because tables may be long, find_numbers() descends along the path and does
/// not list all numbers. For messages and completions, number_paths() lists them. The plan finds
/// the dispersed numbers (plan/dispersion.cpp), SampleBuilder the numbers of each sample,
/// SweepTargets the numbers of a sweep point.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields/paths.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Numbers that a dotted path addresses; empty if there is none. '*' stands for every index of a
/// list, as in "vehicle.rotors.*.law.thrust_n_s2". It also stands for every name that the user
/// chose, as in "sensors.*.gyroscope.bias_rad_s.x", and for every component of an array, as in
/// "wind.0.to_m_s.*".
std::vector<NumberRef> find_numbers(std::vector<NumberRef> numbers, std::string_view path);
std::vector<NumberRef> find_numbers(Scenario& scenario, std::string_view path);

/// The path in SI that addresses a number for which `path` uses another unit: "a.bias_rad_s.*" for
/// "a.bias_deg_s.*". nullopt: there is no such number.
std::optional<std::string> path_in_si(const std::vector<NumberRef>& numbers, std::string_view path);

/// The scenario with some value for every optional number that it leaves out, also in optional
/// tables, except tables that would have to name their type.
Scenario with_optional_numbers(Scenario scenario);

/// All paths that find_numbers() understands, those with '*' included.
std::vector<std::string> number_paths(const std::vector<NumberRef>& numbers);

/// The numbers of a scenario that a sweep sets; sets are already applied. Valid until the scenario
/// is copied or a list in it changes.
class SweepTargets {
 public:
  SweepTargets(const SweepGrid& grid, Scenario& scenario);
  /// Gives the scenario the numbers of a point.
  void go_to(std::int64_t point) const;

 private:
  const SweepGrid& grid_;
  std::vector<std::vector<NumberRef>> targets_;  ///< numbers of each axis
};

}  // namespace montecopter
