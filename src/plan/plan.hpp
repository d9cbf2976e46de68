#pragma once
/// Scenario -> Plan: which rows are flown, what is drawn for each, when things happen, and what the
/// result file holds.
///
/// make_plan() is called once per run, after load_scenario() and before anything is flown or
/// written. It makes the time grid (every rate in whole steps) and the dispersions with their
/// nominal values. Next are the checkpoints of the digest, the points of the sweep, and the list of
/// traced samples. Then it makes the layout of the result: dimensions, columns of samples, of
/// traces, of the sweep's grid, of statistics. From then on it is const and shared by all threads.
///
/// simulate/ flies it (PreparedFlights folds it for the kernels), record/ lays out the file by
/// `layout` and knows nothing else of it. A row is a sample at a point of the sweep, in file order;
/// block k holds the rows 64 k to 64 k + 63. With monte_carlo.only, the rows are the samples that
/// it lists, and number_of() gives their numbers. Otherwise rows and numbers are the same.
///
/// Sets of values at sweep points may change anything about a flight. Each combination of them has
/// a plan of its own (Plan::variants). All plans have one layout: sets that would give different
/// columns are refused.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/dispersion.hpp"
#include "plan/layout.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/sample_margins.hpp"
#include "plan/vocabulary.hpp"
#include "scenario/derived/time_grid.hpp"
#include "scenario/load.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

class ExternalProgram;  ///< simulate/external/program.hpp

struct Plan {
  Scenario scenario;
  TimeGrid time;
  std::vector<Dispersion> dispersions;
  Comparison comparison;  ///< which samples of a point are compared with each other
  SweepGrid sweep;
  std::int64_t samples_per_point = 1;
  /// Steps whose states are hashed; ascending, the last is the end.
  std::array<std::int64_t, checkpoint_count> checkpoints{};
  std::int64_t outputs = 0;  ///< rows of a trace
  double block_bytes = 0;    ///< memory of the traces of one block
  Layout layout;
  /// The plan of each combination of sets; empty without axes of sets. It has all rows and the
  /// layout of the whole, and flies the rows of its points.
  std::vector<Plan> variants;
  /// The external program of the loop, if there is one. Null until a command that may run programs
  /// calls load_programs() (simulate/programs.hpp). Copies share it.
  std::shared_ptr<const ExternalProgram> external_program;
  /// Null until compute_margins() is called (vehicle/stability/sample_margins.hpp): a plan with
  /// output.margins is not flown without it. Copies share it.
  MarginsOfSample margins_of_sample = nullptr;

  /// The plan that flies the rows of a point.
  const Plan& at(std::int64_t point) const {
    return variants.empty() ? *this : variants[sweep.variant(point)];
  }

  /// Metrics of each flight, in the order of their columns: the groups that apply, their metrics
  /// over windows, then the metrics by formula.
  std::vector<PlannedMetric> metrics() const;
  /// Columns of inputs: one per dispersion, then one per swept parameter.
  std::size_t inputs() const { return dispersions.size() + sweep.axes(); }
  /// Names of the columns of inputs.
  std::vector<std::string> input_columns() const;
  /// The rows of a sweep are its points one after another, each with all samples.
  std::int64_t point_of(std::int64_t row) const { return number_of(row) / samples_per_point; }
  /// Number of a row among all samples of the scenario, flown here or not.
  std::int64_t number_of(std::int64_t row) const {
    const std::vector<std::int64_t>& only = scenario.monte_carlo.only;
    return only.empty() ? row : only[static_cast<std::size_t>(row)];
  }
  /// Counter of a row's random draws: its sample, so that all points share them, or the row; one
  /// for samples that are compared with each other; or the listed one.
  std::uint64_t counter_of(std::int64_t row) const {
    const bool own = scenario.monte_carlo.independent_points;
    const std::int64_t number = number_of(row);
    const std::vector<std::int64_t>& noise_of = scenario.monte_carlo.noise_of;
    if (!noise_of.empty()) {
      return static_cast<std::uint64_t>(
          noise_of[static_cast<std::size_t>(number % samples_per_point)]);
    }
    return comparison.noise_of(
        static_cast<std::uint64_t>(own ? number : number % samples_per_point));
  }
  /// Place of a row in the design of experiments.
  DesignRow design_row(std::int64_t row) const;
};

/// Index of a column by name, if there is one.
std::optional<std::size_t> find_column(const Layout& layout, std::string_view name);
/// Index of a column by name; throws if there is none (a programming error).
std::size_t column_index(const Layout& layout, std::string_view name);

/// Throws Error(usage) if the scenario cannot be planned (too large for memory).
Plan make_plan(const LoadedScenario& loaded);
/// Makes a plan as above that traces these rows (ascending), whatever output.traces says. The
/// scenario's texts stay as they are.
Plan make_plan(const LoadedScenario& loaded, const std::vector<std::int64_t>& traced);

}  // namespace montecopter
