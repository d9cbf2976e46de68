#include "plan/same_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "scenario/model/signal_list.hpp"

namespace montecopter {
namespace {

/// This combination of sets in words: "gains = soft, vehicle = heavy".
std::string sets_text(const Plan& plan) {
  std::string text;
  for (const auto& [path, axis] : plan.scenario.sweep) {
    if (!axis.is_of_sets()) continue;
    const auto set = std::next(axis.sets.begin(), static_cast<std::ptrdiff_t>(axis.chosen));
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", path, set->first);
  }
  return text;
}

/// The first axis of sets, at which the message is reported.
std::string first_axis(const Plan& plan) {
  for (const auto& [path, axis] : plan.scenario.sweep) {
    if (axis.is_of_sets()) return append_path("sweep", path);
  }
  return "sweep";
}

[[noreturn]] void refuse(const Plan& first, const Plan& other, const std::string& what,
                         const std::string& suggestion) {
  throw Error(ExitCode::usage,
              Problem{first_axis(first),
                      fmt::format("flights with {} and with {} do not fit into one file",
                                  sets_text(first), sets_text(other)),
                      what, suggestion});
}

void require_same_times(const Plan& first, const Plan& other) {
  const std::string suggestion = "Give all sets the same step, duration and rates";
  if (first.time.step_s != other.time.step_s) {
    refuse(first, other,
           fmt::format("their steps are {:.6g} s and {:.6g} s long", first.time.step_s,
                       other.time.step_s),
           suggestion);
  }
  if (first.time.steps != other.time.steps) {
    refuse(first, other,
           fmt::format("they have {} and {} steps", first.time.steps, other.time.steps),
           suggestion);
  }
}

bool is_signal(const std::string& column) {
  return std::any_of(signal_list.begin(), signal_list.end(),
                     [&](const SignalRow& signal) { return signal.name == column; });
}

/// Names of columns that one has and the other lacks.
std::vector<std::string> lacking(const Layout& there, const Layout& here) {
  std::vector<std::string> names;
  for (const Column& column : there.columns) {
    if (column.rows != Rows::none && !find_column(here, column.name)) names.push_back(column.name);
  }
  return names;
}

void require_all(const Plan& first, const Plan& other, const Plan& there, const Plan& here) {
  std::vector<std::string> names = lacking(there.layout, here.layout);
  if (names.empty()) return;
  const bool are_signals = std::all_of(names.begin(), names.end(), is_signal);
  constexpr std::size_t most = 6;
  const std::size_t more = names.size() > most ? names.size() - most : 0;
  names.resize(names.size() - more);
  if (more > 0) names.push_back(fmt::format("{} more", more));
  refuse(first, other, fmt::format("only flights with {} have {}", sets_text(there), join(names)),
         are_signals ? "Leave them out of output.signals"
                     : "Give all sets the same metrics, signals and dispersed numbers");
}

bool is_same(const Column& a, const Column& b) {
  return a.name == b.name && a.element == b.element && a.rows == b.rows && a.dims == b.dims &&
         a.unit == b.unit && a.frame == b.frame && a.may_be_missing == b.may_be_missing &&
         a.flag_masks == b.flag_masks;
}

/// Difference between two columns of one name.
std::string difference(const Column& a, const Column& b) {
  if (a.unit != b.unit) {
    return fmt::format("the units of '{}' are '{}' and '{}'", a.name, a.unit, b.unit);
  }
  if (a.frame != b.frame) {
    return fmt::format("the frames of '{}' are {} and {}", a.name, a.frame, b.frame);
  }
  return fmt::format("'{}' has different dimensions", a.name);
}

/// Suggestion for differing columns: signals can be left out; all else must be equal.
std::string without(const Dimension& dimension, const Layout& layout) {
  std::vector<std::string> names;
  for (const Column& column : layout.columns) {
    const auto& dims = column.dims;
    if (std::find(dims.begin(), dims.end(), dimension.name) != dims.end()) {
      names.push_back(column.name);
    }
  }
  if (!names.empty() && std::all_of(names.begin(), names.end(), is_signal)) {
    return fmt::format("Leave {} out of output.signals", join(names));
  }
  return "Give all sets the same number of rotors and the same sensor rates";
}

bool is_same(const Dimension& a, const Dimension& b) {
  return a.name == b.name && a.size == b.size && a.coordinates == b.coordinates;
}

}  // namespace

void require_same_columns(const Plan& first, const Plan& other) {
  require_same_times(first, other);
  require_all(first, other, first, other);
  require_all(first, other, other, first);
  for (std::size_t c = 0; c < first.layout.columns.size(); ++c) {
    const Column& a = first.layout.columns[c];
    const Column& b = other.layout.columns[c];
    if (!is_same(a, b)) {
      refuse(first, other, difference(a, b),
             is_signal(a.name) ? fmt::format("Leave {} out of output.signals", a.name)
                               : "Give all sets the same metrics and signals");
    }
  }
  for (const Dimension& dimension : first.layout.dimensions) {
    const auto same = [&](const Dimension& d) { return is_same(d, dimension); };
    const auto& there = other.layout.dimensions;
    if (std::any_of(there.begin(), there.end(), same)) continue;
    refuse(first, other, fmt::format("'{}' differs in size or values", dimension.name),
           without(dimension, first.layout));
  }
}

}  // namespace montecopter
