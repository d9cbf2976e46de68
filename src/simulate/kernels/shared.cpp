/// What flights of all vehicles share.

#include "simulate/kernels/any_flight.hpp"

namespace montecopter {

template class ControlLoop<Wide>;
template class Estimation<Wide>;
template class SensorSuite<Wide>;
template class Winds<Wide>;
template class ControlLoop<Single>;
template class Estimation<Single>;
template class SensorSuite<Single>;
template class Winds<Single>;

}  // namespace montecopter
