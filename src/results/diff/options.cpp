#include "results/diff/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/pattern.hpp"
#include "core/base/text.hpp"

namespace montecopter::diff {
namespace {

bool is_wildcard(char c) { return c == '*' || c == '?'; }

std::ptrdiff_t literal_size(const std::string& pattern) {
  return std::count_if(pattern.begin(), pattern.end(), [](char c) { return !is_wildcard(c); });
}

bool is_tolerance(double value) { return value >= 0 && std::isfinite(value); }

void require_legal(const Tolerance& tolerance, const std::string& signal) {
  const bool legal = is_tolerance(tolerance.abs) && is_tolerance(tolerance.rel) &&
                     tolerance.ulp >= 0 && is_tolerance(tolerance.angle_rad) &&
                     is_tolerance(tolerance.tube_s);
  if (legal) return;
  throw Error(ExitCode::usage,
              "error: the tolerance of " + signal + " is not a finite number >= 0. Correct it.");
}

/// Powers of base units: "m/s^2" and "m s-2" are {m: 1, s: -2}.
using Powers = std::map<std::string, double>;

std::string canonical(std::string_view symbol) {
  if (symbol == "deg" || symbol == "degrees") return "degree";
  if (symbol == "percent") return "%";
  return std::string(symbol);
}

/// "s-2", "s^2", "Hz-0.5", "m".
void add_factor(std::string_view factor, double sign, Powers& powers) {
  if (factor.empty() || factor == "1") return;
  std::size_t end = factor.size();
  const auto is_number = [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  while (end > 0 && is_number(factor[end - 1])) --end;
  const double power = parse_double(factor.substr(end)).value_or(1.0);
  if (end > 0 && factor[end - 1] == '^') --end;
  if (end == 0) return;
  powers[canonical(factor.substr(0, end))] += sign * power;
}

Powers powers_of(std::string_view unit) {
  Powers powers;
  double sign = 1;
  while (!unit.empty()) {
    const std::size_t end = std::min(unit.find_first_of(" */"), unit.size());
    add_factor(unit.substr(0, end), sign, powers);
    if (end < unit.size() && unit[end] == '/') sign = -1;
    unit.remove_prefix(std::min(end + 1, unit.size()));
  }
  return powers;
}

}  // namespace

bool is_same_unit(std::string_view a, std::string_view b) { return powers_of(a) == powers_of(b); }

const SignalRule* CompareOptions::pattern_of(const std::string& signal) const {
  const SignalRule* best = nullptr;
  for (const SignalRule& rule : patterns) {
    if (!fits(rule.pattern, signal)) continue;
    if (!best || literal_size(rule.pattern) >= literal_size(best->pattern)) best = &rule;
  }
  return best;
}

const Tolerance& CompareOptions::of(const std::string& signal) const {
  const auto found = signals.find(signal);
  if (found != signals.end()) return found->second;
  const SignalRule* rule = pattern_of(signal);
  return rule ? rule->tolerance : all;
}

std::string CompareOptions::ignored_because(const std::string& signal) const {
  const auto found = ignored.find(signal);
  if (found != ignored.end()) return found->second;
  if (signals.count(signal) > 0) return {};
  const SignalRule* rule = pattern_of(signal);
  return rule ? rule->ignored_because : "";
}

bool CompareOptions::is_named(const std::string& signal) const {
  return signals.count(signal) > 0 || ignored.count(signal) > 0 || pattern_of(signal) != nullptr;
}

double CompareOptions::floor_of(const std::string& unit) const {
  for (const auto& [name, floor] : floors) {
    if (is_same_unit(name, unit)) return floor;
  }
  return 0;
}

bool CompareOptions::is_exact() const {
  const auto exact = [](const SignalRule& rule) { return rule.tolerance.is_zero(); };
  for (const auto& [name, tolerance] : signals) {
    if (!tolerance.is_zero()) return false;
  }
  for (const auto& [unit, floor] : floors) {
    if (floor > 0) return false;
  }
  return all.is_zero() && std::all_of(patterns.begin(), patterns.end(), exact);
}

void CompareOptions::validate() const {
  require_legal(all, "all signals");
  for (const auto& [name, tolerance] : signals) require_legal(tolerance, "'" + name + "'");
  for (const SignalRule& rule : patterns) require_legal(rule.tolerance, "'" + rule.pattern + "'");
  for (const auto& [unit, floor] : floors) {
    if (is_tolerance(floor)) continue;
    throw Error(ExitCode::usage,
                "error: the floor of '" + unit + "' is not a finite number >= 0. Correct it.");
  }
}

}  // namespace montecopter::diff
