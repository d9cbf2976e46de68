/// Constants that are half added: with LACKS_VALUE a metric that nothing computes, with
/// LACKS_APPLIES a group of metrics that does not say which flights have it; with LACKS_SIGNAL no
/// signal has the name of a quantity of recorded flights, with LACKS_SHAPE the signal is neither a
/// vector nor an attitude. Compiled by a test, never linked.

#include "plan/metrics/metric.hpp"
#include "scenario/model/recorded.hpp"

namespace montecopter {

inline constexpr auto toy_metrics = std::to_array<FlightMetric>({
#ifdef LACKS_VALUE
    {{"toy_altitude_m", "m", "altitude at the end"}},
#else
    {{"toy_altitude_m", "m", "altitude at the end"},
     [](const FlownSample& f) { return -f.final_state[2]; }},
#endif
});

inline constexpr MetricGroup toy_group = {"of all vehicles",
#ifndef LACKS_APPLIES
                                          [](const Scenario&) { return true; },
#endif
                                          toy_metrics};

#if defined(LACKS_SIGNAL)
constexpr RecordedQuantity toy_quantity("colour", &Recorded::position);
#elif defined(LACKS_SHAPE)
constexpr RecordedQuantity toy_quantity("airspeed", &Recorded::position);
#else
constexpr RecordedQuantity toy_quantity("wind", &Recorded::position);
#endif

static_assert(toy_quantity.width == 3);

}  // namespace montecopter
