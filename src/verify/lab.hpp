#pragma once
/// Flights for checks: scenarios as text or as a few numbers, with the kernels that `run` uses.

#include <array>
#include <string>
#include <vector>

#include "simulate/flights_in_memory.hpp"

namespace montecopter::verify {

using Vector = std::array<double, 3>;

/// A single rigid body with one rotor, which has no thrust and no torque unless stated otherwise.
struct BodyFlight {
  double mass_kg = 1;
  Vector inertia_kg_m2 = {1, 1, 1};  ///< principal moments
  std::string drag = {};             ///< keys of the vehicle, TOML
  std::string rotors =
      "{position_m = [0, 0, 0], axis = [0, 0, -1], spin = 1, law = {type = \"linear\", "
      "thrust_max_n = 0, torque_max_n_m = 0}, motor = {type = \"direct\", max = 1}}";
  std::vector<double> commands = {0};
  std::vector<double> actuators = {};  ///< initial; empty: settled
  double gravity_m_s2 = 0;
  std::string tables = {};  ///< further tables, TOML

  std::string integrator = "rk4";
  double rate_hz = 1000;
  double tolerance = 0;  ///< of an adaptive integrator; 0: the default
  double duration_s = 1;
  double output_hz = 10;
  Vector velocity_m_s = {0, 0, 0}, body_rate_rad_s = {0, 0, 0};
  std::string more_signals = {};  ///< besides those of the rigid body: ", \"rotor_speed\""
  int samples = 1;

  std::string toml() const;
  double steps() const { return duration_s * rate_hz; }
};

/// Upper limit of all rounding in this number of steps, relative to the largest value. Each step
/// rounds by at most half a unit in the last place, 2^-53.
constexpr double rounding_of(double steps) { return steps * 0x1p-53; }

class Lab {
 public:
  explicit Lab(const Kernel& kernel, int threads = 1) : kernel_(&kernel), threads_(threads) {}

  /// Flies all samples. Values after an early end are NaN, which fails every check of them.
  FlightsInMemory fly(const std::string& toml) const { return fly(toml, *kernel_); }
  FlightsInMemory fly(const BodyFlight& flight) const { return fly(flight.toml()); }
  FlightsInMemory fly(const std::string& toml, const Kernel& kernel) const;

  const Kernel& kernel() const { return *kernel_; }

 private:
  const Kernel* kernel_;
  int threads_;
};

}  // namespace montecopter::verify
