#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/text.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

namespace {

/// Smallest and largest possible draw of each number.
std::vector<Limits> draw_limits(const Distribution& distribution, std::size_t numbers) {
  return std::visit(
      [&]<class D>(D d) {
        if constexpr (requires { d.prepare(); }) d.prepare();
        std::vector<Limits> limits;
        for (std::size_t k = 0; k < numbers; ++k) {
          if constexpr (VectorLaw<D>) {
            limits.push_back(d.extremes(k));
          } else {
            limits.push_back(k == 0 ? d.extremes() : limits[0]);
          }
        }
        return limits;
      },
      distribution);
}

/// One end of the draws: its value, and the keys that may say it.
struct End {
  double draw;
  std::vector<const char*> keys;
};

/// Checks that no draw can take a number out of its range.
bool stays_in_range(const NumberRef& number, Apply apply, const Limits& draws,
                    const std::string& path, Report& report) {
  const std::vector<const char*> whole = {"value", "values", "file"};
  for (const End& end : {End{draws.low, {"low", "low_sd", "low_relative", "left"}},
                         End{draws.high, {"high", "high_sd", "high_relative", "right"}}}) {
    const double x = applied(apply, *number.value, end.draw);
    if (number.range.contains(x)) continue;
    if (std::isnan(*number.value)) continue;  // it is missing, which is reported where it should be
    std::vector<const char*> keys = end.keys;
    keys.insert(keys.end(), whole.begin(), whole.end());
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const char* k) {
      return report.is_written(append_path(path, k));
    });
    const bool unlimited = key == keys.end();
    std::string what = fmt::format("a draw may be {:.6g}", end.draw);
    if (apply != Apply::value) what += fmt::format(" and make '{}' {:.6g}", number.path, x);
    report.error(unlimited ? path : append_path(path, *key),
                 what + ", outside the range of the dispersed number",
                 fmt::format("the range is from {} to {}", number.range.low, number.range.high),
                 unlimited ? fmt::format("Truncate the distribution by {}", end.keys[0]) : "");
    return false;
  }
  return true;
}

/// Checks the dispersed values of the numbers. The numbers are alike, so one error is enough.
void check_values(const std::vector<NumberRef>& numbers, const Distribution& distribution,
                  const std::string& path, Report& report) {
  const Apply apply =
      std::visit([](const auto& d) { return apply_of(d.apply).value(); }, distribution);
  const std::vector<Limits> draws = draw_limits(distribution, numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const NumberRef& number = numbers[i];
    if (apply == Apply::factor && *number.value == 0) {
      report.error(append_path(path, "apply"),
                   fmt::format("'{}' is 0, so no factor changes it", number.path), "",
                   "Use apply = \"offset\" or \"value\"");
      return;
    }
    if (!stays_in_range(number, apply, draws[i], path, report)) return;
  }
}

/// Whether the numbers are those of a quaternion.
bool are_quaternion(const std::vector<NumberRef>& numbers) {
  constexpr std::string_view names = "wxyz";
  if (numbers.size() != names.size()) return false;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!numbers[k].is_component || numbers[k].path.back() != names[k]) return false;
  }
  return true;
}

/// Whether a law of vectors suits the numbers that it disperses.
void check_vector(const std::vector<NumberRef>& numbers, const std::string& target,
                  const Distribution& distribution, const std::string& path, Report& report) {
  std::visit(
      [&]<class D>(const D& d) {
        if constexpr (VectorLaw<D>) {
          constexpr bool turns = !std::derived_from<D, MultivariateNormalDistribution>;
          if (turns && !are_quaternion(numbers)) {
            report.error(path, fmt::format("'{}' is not an attitude", target),
                         fmt::format("a {} draws the four numbers of a quaternion", D::type_name),
                         "For example simulation.initial.attitude.*");
          } else if (d.numbers() != numbers.size()) {
            report.error(
                append_path(path, "mean"),
                fmt::format("{} means for {} number{}", d.numbers(), numbers.size(),
                            numbers.size() == 1 ? "" : "s"),
                fmt::format("there is one mean for each number that '{}' addresses", target),
                numbers.size() == 1 ? "Write the path with '*' for all of a vector" : "");
          } else if (turns && d.apply != "value") {
            report.error(append_path(path, "apply"),
                         "a drawn attitude cannot be a factor or an offset", "",
                         "Remove apply; the mean of a normal_rotation may be any attitude");
          } else if (d.share != "all") {
            report.error(append_path(path, "share"),
                         fmt::format("a {} draws all its numbers together", D::type_name), "",
                         "Remove share");
          }
        }
      },
      distribution);
}

/// Values that were not read cannot be addressed; that is not an error of the path.
bool was_read(const std::string& target, const Report& report) {
  const auto components = split_path(target);
  return !components || report.clean(components->front());
}

bool is_epistemic(const Distribution& distribution) {
  return std::visit([](const auto& d) { return d.kind == epistemic; }, distribution);
}

}  // namespace

void report_no_number(const std::vector<NumberRef>& numbers, const std::string& target,
                      const std::string& path, Report& report) {
  if (!was_read(target, report)) return;
  const std::string what = fmt::format("'{}' addresses no number of this scenario", target);
  if (const auto in_si = path_in_si(numbers, target)) {
    return report.error(path, what, "paths use SI units", fmt::format("Use '{}'", *in_si));
  }
  if (const auto parts = find_numbers(numbers, target + ".*"); !parts.empty()) {
    return report.error(
        path, what, "it is a list of numbers",
        fmt::format("Use '{}.*' for all of them, or '{}' for one", target, parts.front().path));
  }
  const bool other_kind = split_path(target) && report.is_written(target);
  const auto meant = other_kind ? std::nullopt : near_name(target, number_paths(numbers));
  report.error(path, what,
               other_kind ? "whole numbers, rates, texts, lists and tables cannot vary" : "",
               meant ? "Did you mean '" + *meant + "'?" : "For example vehicle.mass_kg");
}

void report_no_number(const Scenario& scenario, const std::string& target, Vary vary,
                      const std::string& path, Report& report) {
  if (!was_read(target, report)) return;
  Scenario complete = with_optional_numbers(scenario);
  const std::vector<NumberRef> numbers = all_numbers(complete);
  const std::vector<NumberRef> meant = find_numbers(numbers, target);
  if (meant.empty()) return report_no_number(numbers, target, path, report);
  if (meant.front().vary > vary) {
    const bool is_swept = vary == Vary::per_batch;
    return report.error(
        path, fmt::format("'{}' cannot be {}", target, is_swept ? "swept" : "dispersed"),
        is_swept ? "all points share it" : "all samples share it",
        meant.front().vary == Vary::per_batch ? "It can be swept"
                                              : "Run a scenario for each value, with --set");
  }
  report.error(path, fmt::format("'{}' has no value in this scenario", target),
               "it is optional, and left out here", "Give it a nominal value");
}

void validate_disperse(Scenario& scenario, Report& report) {
  std::map<double*, std::string> taken;
  for (const auto& entry : scenario.disperse) {
    const std::string& target = entry.first;
    const std::string path = append_path("disperse", target);
    if (!report.clean(path)) continue;
    if (is_epistemic(entry.second)) {
      report.error(path, fmt::format("'{}' is epistemic within a set", target),
                   "epistemic inputs are points of a sweep, beside its other axes",
                   "Move it to [disperse] of the scenario");
      continue;
    }
    const std::vector<NumberRef> numbers = find_numbers(scenario, target);
    if (numbers.empty()) {
      report_no_number(scenario, target, Vary::per_sample, path, report);
      continue;
    }
    if (numbers.front().vary != Vary::per_sample) {
      report.error(path, fmt::format("'{}' cannot be dispersed", target),
                   "all samples share the time grid and the layout of the result",
                   numbers.front().vary == Vary::per_batch ? "It can be swept" : "");
      continue;
    }
    for (const NumberRef& number : numbers) {
      const auto first = taken.emplace(number.value, target);
      if (first.second) continue;
      report.error(path, fmt::format("'{}' is dispersed twice", number.path),
                   fmt::format("'{}' addresses it too", first.first->second));
      break;
    }
    validate_distribution(entry.second, path, report);
    if (report.clean(path)) check_vector(numbers, target, entry.second, path, report);
    if (report.clean(path)) check_values(numbers, entry.second, path, report);
  }
}

}  // namespace montecopter
