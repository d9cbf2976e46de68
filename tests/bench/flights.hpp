#pragma once
/// Benchmark flights: 4 s of hover at 1 kHz in a steady wind, eight equal samples side by side.

#include <array>
#include <string>
#include <vector>

#include "simulate/setup/reading_columns.hpp"
#include "simulate/setup/sample_builder.hpp"

namespace montecopter::bench {

inline constexpr std::int64_t steps = 4000;
inline constexpr int most_lanes = 8;

/// What flies how: a vehicle of scenarios/vehicles, the command at which its rotors hover, and what
/// is overridden ("path=value" as for --set).
struct Subject {
  std::string name, vehicle;
  int rotors;
  double command;
  std::vector<std::string> overrides = {};
};

/// FlightGoggles' quadrotor with rotor drag: the subject of the integrators' and rivals' rows.
Subject quad_with_rotor_drag(const std::string& integrator = "rk4", bool noisy = false);

/// The same with process noise and the sensors of PX4's SIH of 2019: accelerometer, gyroscope,
/// magnetometer and barometer at 250 Hz, GNSS at 20 Hz, all with white noise; with `biases` also
/// Gauss-Markov processes of the first two.
Subject quad_with_sensors(bool biases);

/// The same (without biases) on a circle under the geometric controller at 500 Hz.
Subject quad_under_control();

/// All vehicles that come with the program, and FlightGoggles' with each of the other motors. The
/// first is what the others are compared with.
std::vector<Subject> subjects();

/// FlightGoggles' quadrotor in its plain form, then in those with one thing more, and vehicles with
/// other rotors, motors, batteries and surfaces: what each costs for an operation that it computes.
std::vector<Subject> forms();

/// A flight with its memory, ready for a kernel.
class ReadyFlight {
 public:
  explicit ReadyFlight(const Subject& subject);
  ReadyFlight(const ReadyFlight&) = delete;
  ReadyFlight& operator=(const ReadyFlight&) = delete;

  const FlightPlan& plan() const { return prepared_.flights; }
  LaneIo* lanes() { return lanes_.data(); }
  double* flight_memory() { return flight_memory_.empty() ? nullptr : flight_memory_[0].pack; }

 private:
  void store_readings();

  Plan plan_;
  PreparedFlights prepared_;
  SampleRow row_;
  std::vector<double> final_states_, checkpoint_states_;  ///< nobody reads them
  std::array<std::int64_t, checkpoint_count> checkpoint_steps_{};
  std::array<LaneIo, most_lanes> lanes_{};
  std::vector<KernelMemory> flight_memory_;
  ReadingColumns reading_columns_;
  std::array<Readings, most_lanes> readings_;
  Block block_;  ///< that the readings are stored in
};

}  // namespace montecopter::bench
