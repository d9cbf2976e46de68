#pragma once
/// Who steps an integrator, and what integrators say of their stability.

#include <limits>
#include <string_view>

namespace montecopter {

/// Who steps what.
enum class Stepping {
  lanes,      ///< ours, packs of samples, with the vehicle's specialised forms
  odeint,     ///< Boost.Odeint's, packs of samples, with the vehicle's general form
  controlled  ///< Boost.Odeint's with our step control, one sample at a time
};

inline constexpr double always_stable = std::numeric_limits<double>::infinity();

}  // namespace montecopter
