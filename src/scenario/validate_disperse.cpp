#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "scenario/paths.hpp"
#include "scenario/validate.hpp"

namespace montecopter {

namespace {

/// No draw is smaller or larger.
Limits draw_limits(const Distribution& distribution) {
  return std::visit(
      [](auto d) {
        if constexpr (requires { d.prepare(); }) d.prepare();
        return d.extremes();
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
    std::vector<const char*> keys = end.keys;
    keys.insert(keys.end(), whole.begin(), whole.end());
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const char* k) {
      return report.is_written(append_path(path, k));
    });
    const bool unlimited = key == keys.end();
    std::string what = fmt::format("a draw may come out as {:.6g}", end.draw);
    if (apply != Apply::value) what += fmt::format(" and make '{}' {:.6g}", number.path, x);
    report.error(unlimited ? path : append_path(path, *key),
                 what + ", out of the range of the dispersed number",
                 fmt::format("that is from {} to {}", number.range.low, number.range.high),
                 unlimited ? fmt::format("Truncate the distribution by {}", end.keys[0]) : "");
    return false;
  }
  return true;
}

/// Checks what the draws make of the numbers; those are alike, so one complaint is enough.
void check_values(const std::vector<NumberRef>& numbers, const Distribution& distribution,
                  const std::string& path, Report& report) {
  const Apply apply =
      std::visit([](const auto& d) { return apply_of(d.apply).value(); }, distribution);
  const Limits draws = draw_limits(distribution);
  for (const NumberRef& number : numbers) {
    if (apply == Apply::factor && *number.value == 0) {
      report.error(append_path(path, "apply"),
                   fmt::format("'{}' is 0, so no factor changes it", number.path), "",
                   "Use apply = \"offset\" or \"value\"");
      return;
    }
    if (!stays_in_range(number, apply, draws, path, report)) return;
  }
}

/// What was not read cannot be addressed; that is not the path's fault.
bool was_read(const std::string& target, const Report& report) {
  const auto components = split_path(target);
  return !components || report.clean(components->front());
}

}  // namespace

void report_no_number(const std::vector<NumberRef>& numbers, const std::string& target,
                      const std::string& path, Report& report) {
  if (!was_read(target, report)) return;
  const std::string what = fmt::format("'{}' addresses no number of this scenario", target);
  if (const auto in_si = path_in_si(numbers, target)) {
    return report.error(path, what, "numbers vary in SI units", fmt::format("Use '{}'", *in_si));
  }
  const bool other_kind = split_path(target) && report.is_written(target);
  const auto meant = other_kind ? std::nullopt : near_name(target, number_paths(numbers));
  report.error(path, what,
               other_kind ? "whole numbers, rates, texts, lists and tables cannot vary" : "",
               meant ? "Perhaps '" + *meant + "' is meant" : "For example vehicle.mass_kg");
}

void report_no_number(const Scenario& scenario, const std::string& target, Vary vary,
                      const std::string& path, Report& report) {
  if (!was_read(target, report)) return;
  Scenario complete = with_optional_numbers(scenario);
  const std::vector<NumberRef> numbers = all_numbers(complete);
  const std::vector<NumberRef> meant = find_numbers(numbers, target);
  if (meant.empty() || meant.front().vary > vary) {
    return report_no_number(numbers, target, path, report);
  }
  report.error(path, fmt::format("'{}' has no value in this scenario", target),
               "it may be left out, and is", "Write it with a nominal value");
}

void validate_disperse(Scenario& scenario, Report& report) {
  std::map<double*, std::string> taken;
  for (const auto& entry : scenario.disperse) {
    const std::string& target = entry.first;
    const std::string path = append_path("disperse", target);
    if (!report.clean(path)) continue;
    const std::vector<NumberRef> numbers = find_numbers(scenario, target);
    if (numbers.empty()) {
      report_no_number(scenario, target, Vary::per_sample, path, report);
      continue;
    }
    if (numbers.front().vary != Vary::per_sample) {
      report.error(path, fmt::format("'{}' cannot be dispersed", target),
                   "all samples share it, for they share their time grid and layout",
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
    if (report.clean(path)) check_values(numbers, entry.second, path, report);
  }
}

}  // namespace montecopter
