#include "core/statistics/holm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace montecopter::statistics {

std::vector<double> holm(std::span<const double> p_values) {
  const std::size_t m = p_values.size();
  const auto p = [&](std::size_t i) { return std::isnan(p_values[i]) ? 1.0 : p_values[i]; };
  std::vector<std::size_t> order(m);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p(a) < p(b); });
  std::vector<double> adjusted(m);
  double largest = 0;
  for (std::size_t j = 0; j < m; ++j) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(m - j) * p(order[j])));
    adjusted[order[j]] = largest;
  }
  return adjusted;
}

std::vector<FamilyMember> judge_family(std::span<const Finding> findings, double confidence) {
  const double alpha = 1.0 - confidence;
  std::vector<double> met, violated;
  for (const Finding& finding : findings) {
    met.push_back(finding.p_met);
    violated.push_back(finding.p_violated);
  }
  met = holm(met);
  violated = holm(violated);
  std::vector<FamilyMember> members(findings.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i] = {Verdict::undecided, met[i], violated[i]};
    if (violated[i] < alpha) members[i].verdict = Verdict::violated;
    if (met[i] <= alpha) members[i].verdict = Verdict::met;
  }
  return members;
}

}  // namespace montecopter::statistics
