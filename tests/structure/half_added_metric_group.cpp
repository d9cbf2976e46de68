/// A group of metrics, and those that are half added: with LACKS_VALUE a metric that nothing
/// computes, with LACKS_APPLIES a group that does not say which flights have it. Compiled by a
/// test, never linked.

#include "plan/metrics/metric.hpp"

namespace montecopter {

inline constexpr auto toy_metrics = std::to_array<FlightMetric>({
#ifdef LACKS_VALUE
    {{"toy_altitude_m", "m", "altitude at the end"}},
#else
    {{"toy_altitude_m", "m", "altitude at the end"},
     [](const FlownSample& f) { return -f.final_position[2]; }},
#endif
});

inline constexpr MetricGroup toy_group = {"of all vehicles",
#ifndef LACKS_APPLIES
                                          [](const Scenario&) { return true; },
#endif
                                          toy_metrics};

}  // namespace montecopter
