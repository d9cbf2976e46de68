/// Code that flights of all vehicles share.

#include "simulate/kernels/any_flight.hpp"
#include "simulate/lanes/formula_work.hpp"

namespace montecopter {

template class ControlLoop<Wide>;
template class Estimation<Wide>;
template class FlownFormulas<Wide>;
template class SensorSuite<Wide>;
template class Winds<Wide>;

}  // namespace montecopter
