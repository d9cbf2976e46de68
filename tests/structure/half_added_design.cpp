/// A design of experiments, and what is half added of it: LACKS_UNIFORM spreads no numbers,
/// LACKS_INPUT cannot be told of an input, LACKS_COMPARISON compares samples and does not say
/// which, LACKS_STREAMS does not say what it draws, LACKS_KEYS which keys it has,
/// LACKS_CHECKED whether they are checked, LACKS_CORRELATION whether its inputs may be correlated,
/// LACKS_MAX_INPUTS how many it has dimensions for, LACKS_INDEPENDENCE whether its samples are
/// independent of each other. Compiled by a test, never linked.

#include "dynamics/sampling/design.hpp"

namespace montecopter {

struct ToyDesign {
  static constexpr std::string_view name = "toy";
  static constexpr std::string_view doc = "all samples in one place";
  static constexpr bool keeps_samples = true;
#ifndef LACKS_INDEPENDENCE
  static constexpr bool has_independent_samples = false;
#endif
#ifndef LACKS_CORRELATION
  static constexpr bool can_correlate = true;
#endif
#ifndef LACKS_MAX_INPUTS
  static constexpr std::uint64_t max_inputs = any_number_of_inputs;
#endif
#ifndef LACKS_KEYS
  static constexpr std::array keys = {DesignKey::levels};
#endif
#ifndef LACKS_CHECKED
  static constexpr bool has_checked_keys = false;
#endif
#ifndef LACKS_STREAMS
  static constexpr NoDesignStreams streams = {};
#endif

#ifndef LACKS_INPUT
  explicit ToyDesign(const DesignInput&) {}
#endif
#ifdef LACKS_COMPARISON
  static bool comparison(const DesignInput&) { return true; }
#else
  static Comparison comparison(const DesignInput&) { return {"pair", "pairs", 2, false}; }
#endif
#ifndef LACKS_UNIFORM
  Uniform53 uniform(const DesignRow&) const { return {}; }
#endif
};

static_assert(require_design<ToyDesign>());

}  // namespace montecopter
