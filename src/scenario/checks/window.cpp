/// Checks of windows: columns and formulas can use their names, and they overlap the flight.

#include <fmt/format.h>

#include "core/formula/formula.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/model/step_range.hpp"

namespace montecopter {
namespace {

void check_window_name(const std::string& name, const std::string& path, Report& report) {
  if (!is_column_name(name)) {
    report.error(path, fmt::format("'{}' cannot be the name of a window", name),
                 "columns of the result are named after it: letters, digits and _ only");
    return;
  }
  bool taken = name == "t";
  for (const SignalRow& signal : signal_list) taken = taken || signal.name == name;
  if (taken) {
    report.error(path, fmt::format("'{}' cannot be the name of a window", name),
                 "in formulas it names a signal or the time", "Choose another name");
  } else if (name[0] >= '0' && name[0] <= '9') {
    report.error(path, fmt::format("'{}' cannot be the name of a window", name),
                 "in formulas it would be a number", "Begin it with a letter");
  }
}

}  // namespace

void validate_windows(const Scenario& scenario, Report& report) {
  if (scenario.window.size() > max_windows) {
    report.error("window", fmt::format("there are {} windows", scenario.window.size()),
                 fmt::format("at most {} are possible", max_windows));
  }
  for (const auto& [name, window] : scenario.window) {
    const std::string path = "window." + name;
    check_window_name(name, path, report);
    if (!window.to_s || !report.clean(path) || window.from_s <= *window.to_s) continue;
    report.error(path + ".to_s", fmt::format("the window ends at {} s, before it begins at {} s",
                                             *window.to_s, window.from_s));
  }
}

void validate_window_times(const Scenario& scenario, const TimeGrid& grid, Report& report) {
  std::size_t place = 0;
  for (const auto& [name, window] : scenario.window) {
    const StepRange& steps = grid.windows[place++];
    const std::string path = "window." + name;
    if (!report.clean(path)) continue;
    const double end_s = static_cast<double>(grid.steps) * grid.step_s;
    const std::int64_t every = grid.output_every;
    if (steps.first > grid.steps) {
      report.error(path + ".from_s",
                   fmt::format("the window begins at {} s, after the flight", window.from_s),
                   fmt::format("the flight ends at {} s", end_s));
    } else if (steps.first > steps.last) {
      report.error(path, "there is no step in the window",
                   fmt::format("a step is {} s long", grid.step_s), "Lengthen the window");
    } else if (steps.last / every * every < steps.first) {
      report.warning(path, "the window contains no row of the traces",
                     "metrics by formula, which use these rows, have no value in it",
                     "Raise output.rate_hz");
    }
  }
}

}  // namespace montecopter
