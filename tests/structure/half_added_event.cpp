/// An event, and those that are half added: with LACKS_EFFECT one that does nothing to a flight,
/// with LACKS_FOLD one whose numbers nobody makes. Compiled by a test, never linked.

#include "dynamics/events/event.hpp"

namespace montecopter {

struct ToyEvent : Trigger {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "A rotor blade ices up";

  std::int64_t rotor = 0;

  static constexpr auto fields() { return Trigger::fields(); }

  template <class S>
  struct Constants {
    S effectiveness;
  };
#ifndef LACKS_FOLD
  Constants<double> fold(double) const { return {0.9}; }
#endif
#ifndef LACKS_EFFECT
  template <class S>
  static S effectiveness_of(const Constants<S>& c) {
    return c.effectiveness;
  }
#endif
};

static_assert(require_event<ToyEvent>());

}  // namespace montecopter
