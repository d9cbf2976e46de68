#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/text.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/random/symmetric.hpp"
#include "dynamics/sampling/correlated.hpp"
#include "scenario/checks/kind_problems.hpp"
#include "scenario/checks/nearest_correlation.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/drawn_inputs.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

namespace {

/// Why the draws of a distribution cannot be rank-correlated; empty: they can.
std::string without_ranks(const Distribution& distribution) {
  return std::visit(
      []<class D>(const D& d) -> std::string {
        if constexpr (VectorLaw<D>) {
          return fmt::format("its dist = \"{}\" already defines the correlation of its numbers",
                             D::type_name);
        } else if constexpr (std::derived_from<D, ListedDistribution>) {
          return "its values are given";
        } else if constexpr (std::derived_from<D, FixedDistribution>) {
          return "it is a constant";
        } else if constexpr (std::derived_from<D, ChoiceDistribution> ||
                             std::derived_from<D, DiscreteDistribution>) {
          return fmt::format("its dist = \"{}\" is discrete, and equal values share their rank",
                             D::type_name);
        } else if constexpr (std::derived_from<D, EmpiricalDistribution>) {
          if (!d.interpolate) {
            return "without interpolation it is discrete, and equal values share their rank";
          }
        }
        return "";
      },
      distribution);
}

/// "[[1, 0.5], [0.5, 1]]"
std::string matrix_text(const MatrixRows& matrix) {
  std::vector<std::string> rows;
  for (const std::vector<double>& row : matrix) {
    rows.push_back(fmt::format("[{}]", fmt::join(row, ", ")));
  }
  return fmt::format("[{}]", fmt::join(rows, ", "));
}

/// Entries as a user would write them: 0.1235.
MatrixRows rounded(MatrixRows matrix) {
  for (std::vector<double>& row : matrix) {
    for (double& entry : row) entry = 0.0 + std::round(1e4 * entry) / 1e4;
  }
  return matrix;
}

/// The nearest valid matrix of rank correlations, in four digits. It is moved inside the valid set
/// only as far as rounding requires.
MatrixRows nearest_ranks(const Correlation& group) {
  const auto n = static_cast<double>(group.inputs.size());
  Correlation nearest = group;
  // Smallest eigenvalues: 0, then for rounding to four digits with n numbers in a row.
  for (const double least : {0.0, 1e-5, 1e-5 * n, 1e-4 * n}) {
    nearest.rank_correlation = nearest_correlation_matrix(score_correlation(group), least);
    for (std::vector<double>& row : nearest.rank_correlation) {
      for (double& entry : row) entry = rank_correlation_of(entry);
    }
    nearest.rank_correlation = rounded(nearest.rank_correlation);
    if (semidefinite_factor(score_correlation(nearest))) break;
  }
  return nearest.rank_correlation;
}

class CorrelationCheck {
 public:
  CorrelationCheck(Scenario& scenario, Report& report)
      : scenario_(scenario), report_(report), inputs_(drawn_inputs(scenario)) {}

  void operator()(const Correlation& group, const std::string& path) {
    if (!report_.clean(path)) return;
    if (group.inputs.size() < 2) {
      return report_.error(path + ".inputs", "a correlation needs at least two inputs");
    }
    for (std::size_t i = 0; i < group.inputs.size(); ++i) {
      check_input(group.inputs[i], fmt::format("{}.inputs.{}", path, i));
    }
    if (!report_.clean(path)) return;
    check_design(path);
    check_frozen(group, path);
    check_matrix(group, path, path + ".rank_correlation");
  }

 private:
  const DrawnInput* find(const std::string& path) const {
    const auto found = std::find_if(inputs_.begin(), inputs_.end(),
                                    [&](const DrawnInput& input) { return input.path == path; });
    return found == inputs_.end() ? nullptr : &*found;
  }

  void check_input(const std::string& target, const std::string& path) {
    const DrawnInput* input = find(target);
    if (input == nullptr) return report_unknown(target, path);
    if (const std::string why = without_ranks(*input->distribution); !why.empty()) {
      return report_.error(path, fmt::format("'{}' cannot be correlated", target), why,
                           "Use a continuous distribution, or leave it out");
    }
    if (!taken_.emplace(target, path).second) {
      report_.error(path, fmt::format("'{}' is correlated twice", target),
                    "all correlations of an input belong in one matrix",
                    "Put all of them into one [[correlate]]");
    }
  }

  void report_unknown(const std::string& target, const std::string& path) {
    std::vector<std::string> known, own;
    for (const DrawnInput& input : inputs_) {
      known.push_back(input.path);
      if (input.key == target) own.push_back("'" + input.path + "'");
    }
    if (!own.empty()) {
      return report_.error(path, fmt::format("'{}' has a separate draw for each number", target),
                           "a correlation needs single draws",
                           fmt::format("Name {}", join(own, " or ")));
    }
    const auto near = near_name(target, known);
    const bool is_number = !find_numbers(scenario_, target).empty();
    report_.error(path, fmt::format("'{}' is not dispersed", target),
                  is_number ? "" : "it addresses no number of this scenario",
                  near ? fmt::format("Did you mean '{}'?", *near)
                       : fmt::format("Disperse it by [disperse.{}]", toml_quote(target)));
  }

  void check_design(const std::string& path) {
    const std::string& design = scenario_.monte_carlo.design;
    if (can_correlate(design)) return;
    const bool compares = compares_samples(design);
    report_.error(path, fmt::format("the inputs of a {} design cannot be correlated", design),
                  compares
                      ? "it changes one input at a time, and its indices assume independent inputs"
                      : "its grid has every combination of levels",
                  "Use design = \"random\", \"lhs\" or \"sobol\"");
  }

  /// Checks that either all or none of the correlated inputs are frozen.
  void check_frozen(const Correlation& group, const std::string& path) {
    const DrawnInput *frozen = nullptr, *free = nullptr;
    for (const std::string& target : group.inputs) {
      const DrawnInput* input = find(target);
      (input->is_frozen ? frozen : free) = input;
    }
    if (frozen == nullptr || free == nullptr) return;
    report_.error(path, fmt::format("'{}' is frozen and '{}' is not", frozen->path, free->path),
                  "an input that is the same in all samples cannot be correlated",
                  "Freeze all of them, or none (monte_carlo.freeze)");
  }

  void check_matrix(const Correlation& group, const std::string& at, const std::string& path) {
    const MatrixRows& ranks = group.rank_correlation;
    const std::size_t n = group.inputs.size();
    const NameOfEntry name = [&](std::size_t i, std::size_t j) {
      return fmt::format("the rank correlation of '{}' and '{}'", group.inputs[i], group.inputs[j]);
    };
    KindProblems problems(at, report_);
    const std::string inputs = fmt::format("{} inputs", n);
    if (!is_symmetric(ranks, n, inputs, name, "rank_correlation", problems)) return;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        if (i == j ? ranks[i][j] == 1.0 : std::fabs(ranks[i][j]) <= 1.0) continue;
        return report_.error(path, fmt::format("{} is {}", name(i, j), ranks[i][j]),
                             i == j ? "it must be 1 on the diagonal" : "it must be from -1 to 1");
      }
    }
    if (!semidefinite_factor(score_correlation(group))) report_indefinite(group, name, path);
  }

  void report_indefinite(const Correlation& group, const NameOfEntry& name,
                         const std::string& path) {
    const MatrixRows nearest = nearest_ranks(group);
    std::size_t row = 1, column = 0;
    const auto change = [&](std::size_t i, std::size_t j) {
      return std::fabs(nearest[i][j] - group.rank_correlation[i][j]);
    };
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (change(i, j) > change(row, column)) row = i, column = j;
      }
    }
    report_.error(
        path, "these rank correlations contradict each other",
        fmt::format("the matrix of their normal scores, 2 sin(pi r / 6), is not positive "
                    "semidefinite; {} would have to change most, from {} to {}",
                    name(row, column), group.rank_correlation[row][column], nearest[row][column]),
        fmt::format("The nearest valid matrix is {}", matrix_text(nearest)));
  }

  Scenario& scenario_;
  Report& report_;
  std::vector<DrawnInput> inputs_;
  std::map<std::string, std::string> taken_;  ///< place where an input is named
};

}  // namespace

void validate_correlation(Scenario& scenario, Report& report) {
  if (scenario.correlate.empty() || !report.clean("disperse")) return;
  if (!report.clean("monte_carlo.design") || !report.clean("monte_carlo.freeze")) return;
  CorrelationCheck check(scenario, report);
  for (std::size_t i = 0; i < scenario.correlate.size(); ++i) {
    check(scenario.correlate[i], fmt::format("correlate.{}", i));
  }
}

}  // namespace montecopter
