/// A law that can be truncated, and with LACKS_ABOVE one that is half added: it does not say how
/// probable larger values are. Compiled by a test, never linked.

#include "dynamics/distributions/distribution.hpp"

namespace montecopter {

struct ToyLaw {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "From 0 to 1";
  static constexpr bool has_checked_keys = false;

  static constexpr auto fields() { return FieldList{}; }

  double below(double x) const { return x; }
#ifndef LACKS_ABOVE
  double above(double x) const { return 1.0 - x; }
#endif
  double inverse(const Probability& p) const { return p.lower; }
};

static_assert(require_distribution<Truncated<ToyLaw>>());

}  // namespace montecopter
