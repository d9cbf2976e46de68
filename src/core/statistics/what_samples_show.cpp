#include "core/statistics/what_samples_show.hpp"

#include "core/base/contract.hpp"
#include "core/statistics/bisect.hpp"

namespace montecopter::statistics {
namespace {

/// The first count in [0, n] for which `holds`, which stays so; n + 1 if there is none.
template <class Holds>
std::size_t first_of(std::size_t n, const Holds& holds) {
  return first_count(0, n + 2, [&](std::size_t after) { return holds(after - 1); }) - 1;
}

}  // namespace

DecidingCounts deciding_counts(const ProportionClaim& claim, std::size_t n) {
  const auto verdict = [&](std::size_t failures) { return judge(claim, n - failures, n).verdict; };
  DecidingCounts counts;
  if (n == 0) return counts;
  const std::size_t not_met =
      first_of(n, [&](std::size_t failures) { return verdict(failures) != Verdict::met; });
  if (not_met > 0) counts.met_up_to = not_met - 1;
  const std::size_t violated =
      first_of(n, [&](std::size_t failures) { return verdict(failures) == Verdict::violated; });
  if (violated <= n) counts.violated_from = violated;
  return counts;
}

ProportionClaim first_of_family(const ProportionClaim& claim, std::size_t m) {
  expects(m >= 1, "the claim itself");
  if (m == 1) return claim;  // with the bits of its confidence
  return {claim.side, claim.bound, 1 - (1 - claim.confidence) / static_cast<double>(m)};
}

FamilyCounts deciding_counts_of_member(const ProportionClaim& claim, std::size_t n, std::size_t m) {
  return {deciding_counts(first_of_family(claim, m), n), deciding_counts(claim, n)};
}

}  // namespace montecopter::statistics
