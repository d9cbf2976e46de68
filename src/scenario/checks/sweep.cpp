#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include "core/base/parallel.hpp"
#include "core/base/text.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

namespace {

/// Limit of the samples of all points together, equal to the limit of samples.
constexpr std::int64_t max_rows = 4'000'000'000'000'000;

/// Problems of points are reported one by one up to this many.
constexpr int max_point_problems = 10;

/// The path that addresses a number, by the place of the number.
using Taken = std::map<const double*, std::string>;

/// The numbers whose draws replace their values. Factors and offsets keep the meaning of a swept
/// value.
Taken drawn_numbers(Scenario& scenario) {
  Taken taken;
  for (const auto& entry : scenario.disperse) {
    const bool relative =
        std::visit([](const auto& d) { return apply_of(d.apply) != Apply::value; }, entry.second);
    if (relative) continue;
    for (const NumberRef& number : find_numbers(scenario, entry.first)) {
      taken.emplace(number.value, entry.first);
    }
  }
  return taken;
}

/// Checks what one axis addresses, and that each of its values is legal there.
class AxisCheck {
 public:
  AxisCheck(Scenario& scenario, Report& report)
      : scenario_(scenario), report_(report), drawn_(drawn_numbers(scenario)) {}

  void operator()(const std::string& target, const SweepAxis& axis) {
    const std::string path = append_path("sweep", target);
    if (!report_.clean(path)) return;
    if (axis.is_of_sets()) return check_name(target, path);
    const std::vector<NumberRef> numbers = find_numbers(scenario_, target);
    if (numbers.empty()) {
      return report_no_number(scenario_, target, Vary::per_batch, path, report_);
    }
    if (!may_vary(target, numbers.front(), path)) return;
    for (const NumberRef& number : numbers) {
      if (!is_free(number, target, path)) return;
    }
    check_values(numbers.front(), axis.values, path);
  }

 private:
  /// Checks the name of an axis of sets: columns are named after it.
  void check_name(const std::string& target, const std::string& path) {
    const auto parts = split_path(target);
    const bool is_name = parts && std::all_of(parts->begin(), parts->end(), is_bare_key);
    if (is_name && find_numbers(scenario_, target).empty()) return;
    report_.error(path, fmt::format("'{}' cannot be the name of an axis of sets", target),
                  is_name ? "it is a number, and sets give tables" : "columns are named after it",
                  is_name ? "Choose another name, or give values" : "Use letters, digits, _ and -");
  }

  bool may_vary(const std::string& target, const NumberRef& number, const std::string& path) {
    const auto kind = integrator_kind(scenario_.integrator.type);
    const bool is_tolerance = target.rfind("integrator.", 0) == 0 && number.vary == Vary::per_batch;
    if (number.vary == Vary::fixed) {
      report_.error(path, fmt::format("'{}' cannot be swept", target),
                    "all points share the time grid and the layout of the result",
                    "Run a scenario for each value, with --set");
    } else if (is_tolerance && kind && !is_controlled(*kind)) {
      report_.error(path, fmt::format("'{}' is swept for {}", target, scenario_.integrator.type),
                    "only a controlled integrator has a tolerance", "Remove it");
    }
    return report_.clean(path);
  }

  bool is_free(const NumberRef& number, const std::string& target, const std::string& path) {
    const auto dispersed = drawn_.find(number.value);
    const auto first = swept_.emplace(number.value, target);
    if (dispersed != drawn_.end()) {
      report_.error(path, fmt::format("'{}' is swept and dispersed", number.path),
                    fmt::format("the draw of disperse.\"{}\" would replace the swept value",
                                dispersed->second),
                    "Remove one of them, or disperse by apply = \"factor\" or \"offset\"");
    } else if (!first.second) {
      report_.error(path, fmt::format("'{}' is swept twice", number.path),
                    fmt::format("'{}' addresses it too", first.first->second));
    }
    return report_.clean(path);
  }

  void check_values(const NumberRef& number, const std::vector<double>& values,
                    const std::string& path) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (number.range.contains(values[i])) continue;
      const std::string written = append_path(path, "values") + "." + std::to_string(i);
      report_.error(
          report_.is_written(written) ? written : path,
          fmt::format("'{}' is swept to {}, which is out of range", number.path, values[i]),
          fmt::format("its range is from {} to {}{}", number.range.low, number.range.high,
                      number.range.low_open && std::isfinite(number.range.low)
                          ? fmt::format(", without {}", number.range.low)
                          : ""));
    }
  }

  Scenario& scenario_;
  Report& report_;
  Taken drawn_, swept_;
};

/// Points and rows, counted without overflow.
void check_counts(const Scenario& scenario, Report& report) {
  std::int64_t points = 1;
  for (const auto& entry : scenario.sweep) {
    points *= std::ssize(entry.second.values);
    if (points <= max_sweep_points) continue;
    report.error("sweep", fmt::format("the sweep has more than {} points", max_sweep_points),
                 "every value of an axis is combined with every value of the others",
                 "Use fewer values or fewer axes");
    return;
  }
  const std::int64_t samples = scenario.monte_carlo.samples;
  if (!report.clean("monte_carlo.samples") || points == 0 || samples <= max_rows / points) return;
  report.error("monte_carlo.samples",
               fmt::format("{} samples at each of {} points are too many", samples, points),
               fmt::format("at most {} in all", max_rows));
}

/// Reports what is wrong at the points of a sweep, each problem with the values of its point.
class PointCheck {
 public:
  PointCheck(const SweepGrid& grid, Report& report)
      : grid_(grid), report_(report), path_(append_path("sweep", grid.path(0))) {
    const Diagnostics before = report.diagnostics();
    for (const Problem& problem : before.problems()) told_.insert(problem.what);
  }

  /// Problems of a point.
  struct PointFault {
    bool is_bad = false;
    std::vector<Problem> problems;
  };

  static PointFault look(const Scenario& there) {
    Report trial("");
    validate_numbers(there, trial);
    if (trial.errors() == 0 && trial.is_silent()) return {};
    return {trial.errors() > 0, trial.diagnostics().problems()};
  }

  void tell_of(const PointFault& found, std::int64_t point) {
    if (found.is_bad) ++bad_points_;
    for (const Problem& problem : found.problems) {
      // A problem of many points is reported once.
      if (!told_.insert(problem.what).second) continue;
      int& count = problem.is_warning ? warnings_ : errors_;
      if (++count <= max_point_problems) tell(problem, point);
    }
  }

  void end(std::int64_t checked) {
    if (warnings_ > max_point_problems) {
      report_.warning(path_, fmt::format("{} further warnings of sweep points",
                                         warnings_ - max_point_problems));
    }
    if (bad_points_ <= std::min(errors_, max_point_problems)) return;
    report_.error(path_,
                  fmt::format("{} of {} sweep points{} are invalid", bad_points_, checked,
                              checked < grid_.points() ? " that were checked" : ""),
                  "problems that several points share are reported once");
  }

 private:
  void tell(const Problem& problem, std::int64_t point) {
    const std::string what = fmt::format("sweep point {}: {}", point, problem.what);
    const std::string why = fmt::format("{}{}with {}", problem.why, problem.why.empty() ? "" : "; ",
                                        grid_.describe(point));
    if (problem.is_warning) {
      report_.warning(path_, what, why, problem.suggestion);
    } else {
      report_.error(path_, what, why, problem.suggestion);
    }
  }

  const SweepGrid& grid_;
  Report& report_;
  std::string path_;
  std::set<std::string> told_;
  std::int64_t bad_points_ = 0;
  int errors_ = 0, warnings_ = 0;  ///< different ones
};

/// A scenario for each thread, which takes the values of one point after another.
class PointThreads {
 public:
  PointThreads(const Scenario& scenario, const SweepGrid& grid, int threads) {
    Scenario there = scenario;
    // The grid has the values. Some checks copy the scenario, at each of a million points.
    for (auto& [path, axis] : there.sweep)
      axis.values.resize(std::min<std::size_t>(1, axis.values.size()));
    for (int k = 0; k < threads; ++k) {
      scenarios_.push_back(there);
      targets_.emplace_back(grid, scenarios_.back());
    }
  }
  const Scenario& at(std::size_t thread, std::int64_t point) {
    targets_[thread].go_to(point);
    return scenarios_[thread];
  }

 private:
  std::deque<Scenario> scenarios_;  // targets point into them
  std::deque<SweepTargets> targets_;
};

/// The combination of sets of this scenario.
std::size_t variant_of(const Sweep& sweep) {
  std::size_t number = 0;
  for (const auto& [path, axis] : sweep) {
    if (axis.is_of_sets()) number = number * axis.sets.size() + axis.chosen;
  }
  return number;
}

}  // namespace

void validate_sweep(Scenario& scenario, Report& report) {
  const std::string independent = "monte_carlo.independent_points";
  if (scenario.sweep.empty()) {
    if (!report.is_written(independent) || !report.clean_above("sweep")) return;
    report.error(independent, fmt::format("'{}' is given without a sweep", independent),
                 "only sweep points can share draws", "Remove it");
    return;
  }
  AxisCheck check(scenario, report);
  for (const auto& [target, axis] : scenario.sweep) check(target, axis);
  if (report.clean("sweep")) check_counts(scenario, report);
}

void validate_only(const Scenario& scenario, Report& report) {
  const std::vector<std::int64_t>& only = scenario.monte_carlo.only;
  if (!report.clean("monte_carlo") || !report.clean("sweep") || only.empty()) return;
  const std::int64_t all = scenario.monte_carlo.samples * SweepGrid(scenario.sweep).points();
  for (std::size_t i = 0; i < only.size(); ++i) {
    const std::string path = "monte_carlo.only." + std::to_string(i);
    if (only[i] >= all) {
      report.error(path, fmt::format("there is no sample {}", only[i]),
                   fmt::format("samples count from 0 to {}", all - 1));
      return;
    }
    if (i == 0 || only[i] > only[i - 1]) continue;
    report.error(path, fmt::format("sample {} is listed after sample {}", only[i], only[i - 1]),
                 "list each sample once, in ascending order");
    return;
  }
}

void validate_points(const Scenario& scenario, PointChecks checks, Report& report) {
  const SweepGrid grid(scenario.sweep);
  if (grid.axes() == 0) return;
  std::vector<std::int64_t> points;
  if (checks == PointChecks::drawn) points = drawn_points(grid, scenario.monte_carlo.seed);
  if (points.empty()) {
    points.resize(static_cast<std::size_t>(grid.points()));
    std::iota(points.begin(), points.end(), 0);
  }
  const auto checked = std::ssize(points);
  const std::size_t variant = variant_of(scenario.sweep);
  std::erase_if(points, [&](std::int64_t point) { return grid.variant(point) != variant; });
  PointCheck check(grid, report);
  // In their order, whichever thread looks at them.
  constexpr std::size_t at_once = 4096;
  const int threads = std::ssize(points) > most_checked_points
                          ? static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))
                          : 1;
  PointThreads there(scenario, grid, threads);
  for (std::size_t first = 0; first < points.size(); first += at_once) {
    const std::size_t count = std::min(at_once, points.size() - first);
    std::vector<PointCheck::PointFault> found(count);
    for_each_index_by_thread(count, threads, [&](std::size_t thread, std::size_t k) {
      found[k] = PointCheck::look(there.at(thread, points[first + k]));
    });
    for (std::size_t k = 0; k < count; ++k) check.tell_of(found[k], points[first + k]);
  }
  check.end(checked);
}

}  // namespace montecopter
