/// An event, and those that are half added: with LACKS_EFFECT it does nothing to a flight, with
/// LACKS_FOLD nobody makes its numbers, and with LACKS_CHECKED it does not say whether its keys
/// have to fit each other. Compiled by a test, never linked.

#include "dynamics/events/event.hpp"

namespace montecopter {

struct ToyEvent : PassingTrigger {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "All gains are halved";
#ifndef LACKS_CHECKED
  static constexpr bool has_checked_keys = false;
#endif

  static constexpr auto fields() { return PassingTrigger::fields(); }

  template <class S>
  struct Constants {
    S factor;
  };

#ifndef LACKS_FOLD
  Constants<double> fold(double) const { return {0.5}; }
#endif
#ifndef LACKS_EFFECT
  template <class S>
  static S gain_factor_of(const Constants<S>& c) {
    return c.factor;
  }
#endif
};

static_assert(require_event<ToyEvent>());

}  // namespace montecopter
