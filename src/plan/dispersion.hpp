#pragma once
/// One dispersed parameter: which numbers, which draw, and what they become by it.
///
/// make_plan() calls plan_dispersions() once. For each sample SampleBuilder (simulate/setup/) calls
/// draw() of each dispersion, in their order, and sets the numbers. In this order:
///
///   1. the sampling design gives a uniform number of the row (sampling/design.hpp);
///   2. in a group of [[correlate]], the uniform numbers of the group become a correlated one
///      (sampling/correlated.hpp);
///   3. the quantile function of the distribution gives the draw, or, of a law of vectors, its
///      component from all uniform numbers of the vector;
///   4. applied() makes the number of the draw and the nominal number, or that of a sweep point.

#include <cstdint>
#include <string>
#include <vector>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/sampling/correlated.hpp"
#include "dynamics/sampling/design.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// All numbers that its path addresses get the same draw.
struct Dispersion {
  std::string path;
  InputDesign design;  ///< gives the uniform numbers of the draws
  Distribution distribution;
  Apply apply = Apply::value;
  std::string unit;              ///< of the draw: "1" for a factor
  std::vector<double> nominals;  ///< of the numbers, in the order of find_numbers(path)
  bool is_frozen = false;        ///< all samples have the same draw
  /// Together with others, in place of `design`; empty: drawn alone.
  CorrelatedDesign correlated = {};
  /// For a law of vectors: all its uniform numbers, and which of its numbers this is.
  std::vector<InputDesign> vector_designs = {};
  std::size_t component = 0;

  /// The draw of one row: a pure function of the row.
  double draw(const DesignRow& row) const;
  /// Name of the column that keeps the draws: "in_" and the path, '*' as "all"; then ".factor" or
  /// ".offset" if that is what is drawn.
  std::string column_name() const;
};

/// The dispersions of a checked scenario, by path. One that shares nothing is one for each number.
std::vector<Dispersion> plan_dispersions(const Scenario& scenario);

}  // namespace montecopter
