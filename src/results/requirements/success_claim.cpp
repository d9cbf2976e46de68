#include "results/requirements/success_claim.hpp"

namespace montecopter {
namespace {

using statistics::ProportionClaim;
using statistics::Side;

std::optional<ProportionClaim> claim_of(const ProbabilityRequirement& r) {
  return ProportionClaim{Side::at_least, r.probability, r.confidence};
}
/// The q-quantile is at most b if P(X <= b) >= q, and at least b if P(X >= b) >= 1 - q.
std::optional<ProportionClaim> claim_of(const QuantileRequirement& r) {
  return ProportionClaim{Side::at_least, r.at_most ? r.quantile : 1 - r.quantile, r.confidence};
}
std::optional<ProportionClaim> claim_of(const FailureRequirement& r) {
  return ProportionClaim{Side::at_least, 1 - r.at_most, r.confidence};
}
std::optional<ProportionClaim> claim_of(const MeanRequirement&) { return std::nullopt; }

}  // namespace

std::optional<ProportionClaim> success_claim(const Requirement& requirement) {
  return std::visit([](const auto& r) { return claim_of(r); }, requirement);
}

}  // namespace montecopter
