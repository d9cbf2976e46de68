#pragma once
/// Flight types of every vehicle, and the code that all of them share.

#include <type_traits>

#include "core/numerics/pack.hpp"
#include "simulate/kernels/flight_type.hpp"
#include "simulate/lanes/flight.hpp"

namespace montecopter {

using Wide = Pack<isa::Native>;
/// A pack of one lane; in a kernel without packs the same type as Wide.
using Single = std::conditional_t<Wide::width == 1, Wide, Pack<isa::OneLane<isa::Native>>>;

// Functions called once per flight or update, constructors above all, are never inlined. Otherwise
// g++ would inline them in spite of these lines, and every type of flight would hold a copy.
extern template class ControlLoop<Wide>;
extern template class Estimation<Wide>;
extern template class FlownFormulas<Wide>;
extern template class SensorSuite<Wide>;
extern template class Winds<Wide>;
extern template class ControlLoop<Single>;
extern template class Estimation<Single>;
extern template class FlownFormulas<Single>;
extern template class SensorSuite<Single>;
extern template class Winds<Single>;

/// The time loop of a flight. Its constructor is compiled once for both ways of flying it.
template <class F>
struct StartedFlight {
  [[gnu::noinline]] StartedFlight(const FlightPlan& plan, LaneIo* lanes, int count, double* memory)
      : flight(plan, lanes, count, memory) {}
  F flight;
};

template <class F>
void fly_packs(const FlightPlan& plan, LaneIo* lanes, int count, double* memory) {
  for (int i = 0; i < count; i += F::width) {
    StartedFlight<F>(plan, lanes + i, count - i < F::width ? count - i : F::width, memory)
        .flight.run();
  }
}

template <class F>
double bare_steps(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats) {
  return StartedFlight<F>(plan, lanes, count, nullptr).flight.run_bare(repeats);
}

template <class F>
inline constexpr FlightType flight_type = {fly_packs<F>, bare_steps<F>};

}  // namespace montecopter
