#pragma once
/// Limits of the rotor laws that flights of a multirotor exceed, computed from traces
/// (output.validity). Used like RecordedDepartures: PreparedFlights asks which signals have to be
/// traced, and BlockFlyer calls sample() when it sets a sample up and compute() once it has flown.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/index.hpp"
#include "core/numerics/vec3.hpp"
#include "dynamics/environment/world.hpp"
#include "dynamics/grounds/ground_height.hpp"
#include "dynamics/vehicles/response_surface_setup.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/plan.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// A sample's own rotors and surroundings.
struct MonitoredSample {
  struct Rotor {
    KnownRotor known;
    Vec3<double> hub, axis;  ///< body, FRD
  };
  std::vector<Rotor> rotors;
  std::vector<SurfaceRange> surface;  ///< ranges of its response surface
  World<double> world{};
  GroundSlope slope;
  double ground_z = 0;
  bool has_ground = false;
};

class FlownValidity {
 public:
  explicit FlownValidity(const Plan& plan);

  bool is_on() const { return is_on_; }
  /// Whether the trace of the signal is needed.
  bool needs(Index signal) const;
  MonitoredSample sample(const Scenario& drawn, const WorldConstants<double>& world,
                         const WorldModels& models) const;
  /// Fractions of the rows of the traces at which some rotor exceeds a limit.
  ValidityFractions compute(const MonitoredSample& sample, const LaneIo& flown) const;
  /// Whether a flight that spent this fraction outside is invalid.
  bool is_invalid(const ValidityFractions& fractions) const;

 private:
  bool is_on_ = false, has_speed_ = false;
  std::optional<double> most_;
  std::int64_t output_every_ = 1;
};

}  // namespace montecopter
