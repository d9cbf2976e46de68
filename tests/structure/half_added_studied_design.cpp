/// A design whose samples are compared with each other, and what sensitivity lacks of it:
/// LACKS_TRAITS knows nothing of it, LACKS_FINDINGS not what it shows, OTHER_FINDINGS has findings
/// that no report has a table of, LACKS_LEAST does not say how many comparisons it needs,
/// LACKS_RESAMPLES whether it resamples, LACKS_LIMIT whether too much may be deleted, LACKS_MEASURE
/// what its bars are, LACKS_EXPLANATION what its columns are. Compiled by a test, never linked.

#include "results/sensitivity/design_findings.hpp"

namespace montecopter {

struct ToyPairs {
  static Comparison comparison(const DesignInput&) { return {"pair", "pairs", 2, false}; }
};

#ifndef LACKS_TRAITS
template <>
struct StudyTraits<ToyPairs> {
#ifdef OTHER_FINDINGS
  using Findings = int;
#elif !defined LACKS_FINDINGS
  using Findings = MorrisFindings;
#endif
#ifndef LACKS_LEAST
  static constexpr std::int64_t least_comparisons = 2;
#endif
#ifndef LACKS_RESAMPLES
  static constexpr bool resamples = false;
#endif
#ifndef LACKS_LIMIT
  static constexpr bool limits_deleted = true;
#endif
#ifndef LACKS_MEASURE
  static constexpr std::string_view measure = "difference in a pair";
#endif
#ifndef LACKS_EXPLANATION
  static constexpr std::string_view explanation = "differences in pairs";
#endif
};
#endif

static_assert(require_studied<ToyPairs>());

}  // namespace montecopter
