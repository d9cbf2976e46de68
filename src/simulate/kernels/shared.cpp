/// Code that flights of all vehicles share.

#include "simulate/kernels/any_flight.hpp"

namespace montecopter {

template class ControlLoop<Wide>;
template class Estimation<Wide>;
template class SensorSuite<Wide>;
template class Winds<Wide>;

}  // namespace montecopter
