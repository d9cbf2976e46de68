#pragma once
/// Forms that integrators step.

#include <string_view>

#include "dynamics/integrators/stability.hpp"

namespace montecopter {

/// Forms that a scheme steps: packs of samples or single ones, and forms of the vehicle.
enum class Stepping {
  lanes,      ///< ours, packs of samples, with the vehicle's specialised forms
  odeint,     ///< Boost.Odeint's, packs of samples, with the vehicle's general form
  controlled  ///< with step control, one sample at a time
};

}  // namespace montecopter
