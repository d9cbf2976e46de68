#pragma once
/// Normal equations of one window, the errors of its start eliminated (Schur complement).

#include <cstddef>

#include "core/numerics/plain_matrix.hpp"

namespace montecopter::identify {

/// What one window says of the parameters of vehicle and log.
struct WindowNormal {
  PlainMatrix information;  ///< [parameters, parameters]
  PlainVector gradient;
  PlainMatrix start_gain;  ///< [parameters, start errors]: how these follow those
  PlainVector start_step;  ///< of Gauss and Newton, the parameters held
  PlainVector effect;      ///< diagonal of the information before the elimination
};

/// Of the equations H, g of `parameters` numbers, and of the start's behind these. False if the
/// window does not determine its start.
bool eliminate_start(const PlainMatrix& H, const PlainVector& g, std::size_t parameters,
                     WindowNormal& normal);

}  // namespace montecopter::identify
