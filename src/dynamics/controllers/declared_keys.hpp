#pragma once
/// Rules about a controller's keys that their ranges cannot express. scenario/checks/controller.cpp
/// asks the type of the controller and knows none of them by name. Keys are below [controller].

#include <array>
#include <string_view>

namespace montecopter {

/// The cut-off of a low-pass, or the centre or the bandwidth of a notch [Hz].
struct Cutoff {
  std::string_view key;
  double hz;
  double rate_hz = 0;  ///< of the filter; 0: that of the controller
};

/// Two limits, of which the one has to be below the other.
struct LimitPair {
  std::string_view what;  ///< that they limit
  std::string_view low_key, high_key;
  double low, high;
};

/// A gain that is given as a moment or as an angular acceleration, by one of two keys.
struct GainPair {
  std::array<std::string_view, 2> keys;
  std::array<bool, 2> given;
  int example;  ///< of the second
};

/// A key, and whether a scenario gives it.
struct GivenKey {
  std::string_view key;
  bool is_given;
};

}  // namespace montecopter
