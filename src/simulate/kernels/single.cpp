/// Code that flights of all vehicles share, for flights of one sample at a time in a kernel with
/// packs.

#include "simulate/kernels/any_flight.hpp"
#include "simulate/lanes/formula_work.hpp"

namespace montecopter {

template class ControlLoop<Single>;
template class Estimation<Single>;
template class FlownFormulas<Single>;
template class SensorSuite<Single>;
template class Winds<Single>;

}  // namespace montecopter
