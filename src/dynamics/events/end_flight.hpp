#pragma once
/// The planned end of a flight, where a condition begins to hold, at a time, or after another
/// event. Its instant lies within a step: delay_s is not rounded to steps, and a condition on the
/// motion begins to hold on the polynomial of the step (simulate/lanes/flight_end.hpp).

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct EndFlight : Trigger {
  static constexpr std::string_view type_name = "end";
  static constexpr std::string_view doc =
      "The flight ends with the status ok, at the instant within the step. Signals of the battery "
      "and the error of the estimate are known at whole steps only";
  static constexpr bool ends_flight = true;

  template <class S>
  struct Constants {};
  Constants<double> fold(double) const { return {}; }
};

}  // namespace montecopter
