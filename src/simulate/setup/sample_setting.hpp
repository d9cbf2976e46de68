#pragma once
/// Inputs for the set-up of a sample's vehicle, besides the vehicle.

#include <vector>

#include "dynamics/integrators/kinds.hpp"

namespace montecopter {

/// Terms that the world adds to the equations; the same for all samples of a batch.
struct WorldTerms {
  bool gravity_varies = false;  ///< with the altitude
  bool air_varies = false;
  bool contact = false;  ///< a ground that pushes at contact points
  bool stop = false;     ///< a ground that stops vehicles
  bool parachute = false;
  bool wreck_drag = false;  ///< by events
};

struct SampleSetting {
  IntegratorKind integrator = integrator_number<Rk4Integrator>;
  double step_s = 0;
  double noise_period_s = 0;
  double air_density_kg_m3 = 0;           ///< at the start
  const double* first_command = nullptr;  ///< one per control
  const std::vector<double>* actuators =
      nullptr;  ///< as given; empty: settled at the first command
};

}  // namespace montecopter
