/// A design of experiments, and with LACKS_STREAMS one that is half added: it does not say what it
/// draws. Compiled by a test, never linked.

#include "dynamics/designs/design.hpp"

namespace montecopter {

struct ToyDesign {
  static constexpr std::string_view name = "toy";
  static constexpr std::string_view doc = "All inputs at their medians";
  static constexpr bool keeps_samples = true;
#ifndef LACKS_STREAMS
  static constexpr NoDesignStreams streams = {};
#endif

  explicit ToyDesign(const DesignInput&) {}

  Uniform53 uniform(const DesignRow&) const { return middle_of_stratum(0, 1); }
};

static_assert(require_design<ToyDesign>() == 1);

}  // namespace montecopter
