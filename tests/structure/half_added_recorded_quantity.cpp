/// A quantity of recorded flights, and what is none: with LACKS_SIGNAL no signal has its name, with
/// LACKS_SHAPE the signal is neither a vector nor an attitude. Compiled by a test, never linked.

#include "scenario/model/recorded.hpp"

namespace montecopter {

#if defined(LACKS_SIGNAL)
constexpr RecordedQuantity toy_quantity("colour", &Recorded::position);
#elif defined(LACKS_SHAPE)
constexpr RecordedQuantity toy_quantity("airspeed", &Recorded::position);
#else
constexpr RecordedQuantity toy_quantity("wind", &Recorded::position);
#endif

static_assert(toy_quantity.width == 3);

}  // namespace montecopter
