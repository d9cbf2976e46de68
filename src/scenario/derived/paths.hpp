#pragma once
/// Dotted paths into a scenario: how they are written, and which numbers they address.
///
/// Paths are the keys of `[disperse]` and `[sweep]`, the left side of --set, and the names of the
/// columns in_<path>. A NumberRef (core/fields/paths.hpp) is what a path addresses: a pointer into
/// a Scenario, with the number's unit and range; it holds until that scenario is copied or one of
/// its lists changes. find_numbers() of a scenario descends along the path and does not list all
/// numbers first, which matters where tables are long; number_paths() does list them, for messages
/// and completions. The plan finds the dispersed numbers (plan/dispersion.cpp), SampleBuilder those
/// that it sets for each sample, SweepTargets those of a sweep point.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields/paths.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Numbers that a dotted path addresses; '*' stands for every index of a list, as in
/// "vehicle.rotors.*.law.thrust_n_s2", for every name of a table that the user named, as in
/// "sensors.*.gyroscope.bias_rad_s.x", or for every component of an array, as in "wind.0.to_m_s.*".
/// Empty if there is none.
std::vector<NumberRef> find_numbers(std::vector<NumberRef> numbers, std::string_view path);
std::vector<NumberRef> find_numbers(Scenario& scenario, std::string_view path);

/// The path that addresses a number where `path` says it in another of its units:
/// "a.bias_rad_s.*" for "a.bias_deg_s.*". nullopt: there is no such number.
std::optional<std::string> path_in_si(const std::vector<NumberRef>& numbers, std::string_view path);

/// The scenario with a value, any, in place of every optional number that it leaves out, and in
/// every optional table; without those that would have to name their type.
Scenario with_optional_numbers(Scenario scenario);

/// All paths that find_numbers() understands, those with '*' included.
std::vector<std::string> number_paths(const std::vector<NumberRef>& numbers);

/// The numbers of a scenario that a sweep sets; what sets lay over it is there already. Holds until
/// the scenario is copied or a list in it changes.
class SweepTargets {
 public:
  SweepTargets(const SweepGrid& grid, Scenario& scenario);
  /// Gives the scenario the numbers of a point.
  void go_to(std::int64_t point) const;

 private:
  const SweepGrid& grid_;
  std::vector<std::vector<NumberRef>> targets_;  ///< per axis
};

}  // namespace montecopter
