#include "scenario/model/correlation.hpp"

#include "dynamics/sampling/correlated.hpp"

namespace montecopter {

MatrixRows score_correlation(const Correlation& correlation) {
  MatrixRows scores = correlation.rank_correlation;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (double& entry : scores[i]) entry = score_correlation_of(entry);
    scores[i][i] = 1.0;  // exactly, without rounding
  }
  return scores;
}

}  // namespace montecopter
