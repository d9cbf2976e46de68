#pragma once
/// Readings of a firmware's sensors before the flight, while the vehicle rests at its start. They
/// have the errors of the flight, so that the firmware calibrates on them. Biases are continuous at
/// t = 0: the time-correlated ones run backwards from their values at the first reading of the
/// flight. A stationary Gauss-Markov process and a random walk have the same statistics in both
/// directions of time.
///
/// Reading j before t = 0 has its own draws (docs/random-numbers.md), so that flights keep theirs.

#include <cstdint>
#include <memory>
#include <vector>

#include "simulate/border/external_plan.hpp"

namespace montecopter {

/// A sensor of a firmware, read at rest.
class SensorAtRest {
 public:
  virtual ~SensorAtRest() = default;
  /// Reads number `tick`; false if the reading is lost. Numbers of the flight are from 0 on, and
  /// come in order.
  virtual bool read(std::int64_t tick) = 0;
  /// Puts the last reading into `senses`.
  virtual void put(ExternalSenses& senses, bool is_new) const = 0;
};

class StartupReadings {
 public:
  /// `updates` come before the flight.
  StartupReadings(const ExternalLane& lane, const montecopter_state& start, double gravity_m_s2,
                  std::int64_t updates);
  ~StartupReadings();

  /// Readings at update n before the flight, negative. Before the first of `updates`, biases are
  /// constant.
  const ExternalSenses& before(std::int64_t n);
  /// Fills in the readings of update n of the flight of sensors whose first reading is still under
  /// way (latency_s). Updates come in order from 0 on.
  void complete(std::int64_t n, ExternalSenses& senses);

 private:
  struct Rest;
  /// A sensor and its reading at a step.
  struct Timed {
    std::unique_ptr<SensorAtRest> sensor;
    std::int64_t every, first_out;  ///< steps
    bool was_read = false;
  };
  void read(Timed& timed, std::int64_t n, ExternalSenses& senses);

  const FlightPlan& plan_;
  std::unique_ptr<Rest> rest_;
  std::vector<Timed> sensors_;
  ExternalSenses senses_;
};

}  // namespace montecopter
