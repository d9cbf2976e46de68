#pragma once
/// What integrators step, and what they say of their stability.

#include <limits>
#include <string_view>

namespace montecopter {

/// What a scheme steps: packs of samples or single ones, and forms of the vehicle.
enum class Stepping {
  lanes,      ///< ours, packs of samples, with the vehicle's specialised forms
  odeint,     ///< Boost.Odeint's, packs of samples, with the vehicle's general form
  controlled  ///< with step control, one sample at a time
};

inline constexpr double always_stable = std::numeric_limits<double>::infinity();

}  // namespace montecopter
