#pragma once
/// One dispersed parameter: its numbers, their draw, and their resulting values.
///
/// make_plan() calls plan_dispersions() once. For each sample SampleBuilder (simulate/setup/) calls
/// draw() of each dispersion, in their order, and sets the numbers, in four steps:
///
///   1. The sampling design gives a uniform number of the row (sampling/design.hpp).
///   2. In a group of [[correlate]], the uniform numbers of the group become a correlated number
///      (sampling/correlated.hpp).
///   3. The quantile function of the distribution gives the draw. For a law of vectors, it gives a
///      component from all uniform numbers of the vector.
///   4. applied() computes the number from the draw and the nominal number, or the number of a
///      sweep point.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/sampling/correlated.hpp"
#include "dynamics/sampling/design.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Gives the uniform number of a design.
using UniformOfDesign = std::function<Uniform53(const InputDesign&)>;

/// A dispersed path: all numbers that it addresses get the same draw.
struct Dispersion {
  std::string path;
  InputDesign design;  ///< gives the uniform numbers of the draws
  Distribution distribution;
  Apply apply = Apply::value;
  std::string unit;              ///< of the draw: "1" for a factor
  std::vector<double> nominals;  ///< of the numbers, in the order of find_numbers(path)
  bool is_frozen = false;        ///< all samples have the same draw
  /// The design shared with correlated inputs, in place of `design`; empty: drawn alone.
  CorrelatedDesign correlated = {};
  /// For a law of vectors: the designs of all its uniform numbers, and the place of this number.
  std::vector<InputDesign> vector_designs = {};
  std::size_t component = 0;

  /// The draw of one row: a pure function of the row.
  double draw(const DesignRow& row) const;
  /// The draw for uniform numbers that do not come from the designs.
  double draw(const UniformOfDesign& uniform) const;
  /// Name of the column that keeps the draws: "in_" and the path, '*' as "all"; then ".factor" or
  /// ".offset" if the draw is one.
  std::string column_name() const;
};

/// The dispersions of a checked scenario, by path; one per number where the numbers share no draw.
std::vector<Dispersion> plan_dispersions(const Scenario& scenario);

}  // namespace montecopter
