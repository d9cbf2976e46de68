/// What flights of all vehicles share, for those that fly one sample at a time in a kernel of
/// packs.

#include "simulate/kernels/any_flight.hpp"

namespace montecopter {

template class ControlLoop<Single>;
template class Estimation<Single>;
template class SensorSuite<Single>;
template class Winds<Single>;

}  // namespace montecopter
