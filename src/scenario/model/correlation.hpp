#pragma once
/// [[correlate]]: dispersed inputs with rank correlations.

#include <string>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/numerics/matrix_rows.hpp"

namespace montecopter {

struct Correlation {
  std::vector<std::string> inputs;
  MatrixRows rank_correlation;

  static constexpr auto fields() {
    using C = Correlation;
    return FieldList{
        field("inputs", &C::inputs,
              "Dispersed paths, as in [disperse]; with share = \"each\", the paths of single "
              "numbers"),
        field("rank_correlation", &C::rank_correlation,
              "Rows of the matrix of their rank correlations (Spearman), in the same order"),
    };
  }
};

/// Correlation matrix of the normal scores of the inputs, which determines the rank correlations.
/// It is square, with one row per input.
MatrixRows score_correlation(const Correlation& correlation);

}  // namespace montecopter
