#include "inference/what_samples_show.hpp"

namespace montecopter::inference {
namespace {

/// The first count in [0, n] for which `holds`, which stays so; n + 1 if there is none.
template <class Holds>
std::size_t first_count(std::size_t n, const Holds& holds) {
  std::size_t low = 0, high = n + 1;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

DecidingCounts deciding_counts(const ProportionClaim& claim, std::size_t n) {
  const auto verdict = [&](std::size_t failures) { return judge(claim, n - failures, n).verdict; };
  DecidingCounts counts;
  if (n == 0) return counts;
  const std::size_t not_met =
      first_count(n, [&](std::size_t failures) { return verdict(failures) != Verdict::met; });
  if (not_met > 0) counts.met_up_to = not_met - 1;
  const std::size_t violated =
      first_count(n, [&](std::size_t failures) { return verdict(failures) == Verdict::violated; });
  if (violated <= n) counts.violated_from = violated;
  return counts;
}

}  // namespace montecopter::inference
