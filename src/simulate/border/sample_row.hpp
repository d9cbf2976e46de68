#pragma once
/// The row of numbers that a sample flies with: constants computed from its parameters, and its
/// initial state, part after part. SampleBuilder fills it, parts_of() divides it, and lanes gather
/// from it (gather.hpp). A part knows the type of its contents, so no other type can be stored
/// there or gathered from there.
///
/// In memory a row is one array of doubles, in the order of SampleParts. A part consists either of
/// structs whose members are all S, or of numbers whose meaning the plan defines. S is double here
/// and a pack in lanes; the layouts agree number by number. Parts that a flight does not need are
/// empty.

#include <utility>

#include "core/base/numbers_of.hpp"
#include "dynamics/environment/world.hpp"
#include "dynamics/vehicles/battery.hpp"
#include "dynamics/vehicles/contact.hpp"
#include "dynamics/vehicles/response_surface_constants.hpp"
#include "simulate/border/control_plan.hpp"
#include "simulate/border/estimator_plan.hpp"
#include "simulate/border/event_plan.hpp"
#include "simulate/border/wind_plan.hpp"

namespace montecopter {

/// Structs Constants<double> as arrays of doubles, from number `first` of the row on.
template <template <class> class Constants>
struct StructsPart {
  static constexpr int numbers = numbers_of<Constants<double>>();

  constexpr StructsPart(int start, int structs) : first(start), size(structs * numbers) {}
  int first, size;
};

/// Numbers whose meaning depends on the plan.
struct NumbersPart {
  constexpr NumbersPart(int start, int numbers) : first(start), size(numbers) {}
  int first, size;
};

/// Parts of a row, the same for all samples of a plan. None has a default: if parts_of() forgets
/// one, the code does not compile.
struct SampleParts {
  NumbersPart vehicle;  ///< constants of the vehicle's form
  StructsPart<WorldConstants> world;
  StructsPart<ContactConstants> contact;
  NumbersPart initial_state;           ///< p, v, q, omega, then the actuators
  NumbersPart control;                 ///< basis, gains, allocation; if the loop is closed
  NumbersPart sensors;                 ///< Scene, then each sensor's constants
  NumbersPart winds;                   ///< constants of varying winds
  StructsPart<PulseConstants> pulses;  ///< in the order of the scenario
  NumbersPart estimator;  ///< constants of all kinds, then those of its kind; if there is one
  StructsPart<EventConstants> events;     ///< in the order of the scenario
  StructsPart<BatteryConstants> battery;  ///< if there is one
  StructsPart<SurfaceConstants> surface;  ///< if there is one
  int size;                               ///< of the row
};

/// Allocates the numbers of a row, one part after another.
class RowDealer {
 public:
  template <template <class> class Constants>
  constexpr StructsPart<Constants> structs(int count) {
    return {std::exchange(size_, size_ + count * StructsPart<Constants>::numbers), count};
  }
  constexpr NumbersPart numbers(int count) { return {std::exchange(size_, size_ + count), count}; }
  constexpr int size() const { return size_; }

 private:
  int size_ = 0;
};

}  // namespace montecopter
