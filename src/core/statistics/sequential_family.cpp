#include "core/statistics/sequential_family.hpp"

#include <algorithm>
#include <utility>

#include "core/statistics/holm.hpp"

namespace montecopter::statistics {

SequentialFamily::SequentialFamily(std::vector<double> confidences)
    : confidences_(std::move(confidences)),
      met_(confidences_.size(), 1.0),
      violated_(confidences_.size(), 1.0),
      verdicts_(confidences_.size(), Verdict::undecided) {}

void SequentialFamily::look(std::size_t claim, double p_met, double p_violated) {
  met_[claim] = std::min(met_[claim], p_met);
  violated_[claim] = std::min(violated_[claim], p_violated);
}

void SequentialFamily::judge() {
  const std::vector<double> met = holm(met_), violated = holm(violated_);
  for (std::size_t i = 0; i < verdicts_.size(); ++i) {
    if (verdicts_[i] != Verdict::undecided) continue;
    const double alpha = 1.0 - confidences_[i];
    if (violated[i] <= alpha) verdicts_[i] = Verdict::violated;
    if (met[i] <= alpha) verdicts_[i] = Verdict::met;
  }
}

}  // namespace montecopter::statistics
