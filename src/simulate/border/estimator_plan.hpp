#pragma once
/// What the kernels know about the estimator: plain data.

#include <array>
#include <cstdint>

#include "core/numerics/matrix3.hpp"
#include "dynamics/estimators/estimator.hpp"

namespace montecopter {

/// A ring of the readings of a sensor that wait to be fused.
struct DelayLine {
  int sensor;         ///< index in SensorSuitePlan
  int numbers;        ///< of a reading
  int depth;          ///< readings; 0: fused when measured
  int memory;         ///< offset in the estimator's memory [packs]
  std::int64_t wait;  ///< steps from the output of a reading to its fusion
};

inline constexpr int most_delay_lines = 5;

/// Estimator data that all samples share. Sensors are indices in SensorSuitePlan; -1: none.
struct EstimatorPlan {
  int kind = -1;                                         ///< index in Estimator; -1: there is none
  bool has_covariance = false, runs_at_horizon = false;  ///< as its type says
  int accelerometer = -1, gyroscope = -1, magnetometer = -1, barometer = -1, gnss = -1;
  bool fuses_velocity = false;                         ///< of the GNSS
  bool averages_force = false, averages_rate = false;  ///< the readings of the IMU
  /// Whether readings may belong to another time than the estimate when they are fused.
  bool magnetometer_is_late = false, gnss_is_late = false;
  std::int64_t horizon = 0;  ///< steps by which the delayed fusion horizon is behind the present
  bool waits = false;        ///< whether some reading waits for the horizon
  bool predicts = false;     ///< whether IMU readings newer than the horizon are known
  int lines_count = 0;       ///< one for each sensor, first the accelerometer, then the gyroscope
  std::array<DelayLine, most_delay_lines> lines{};
  int truths = 0, truth_memory = 0;  ///< true states kept for the horizon, and their offset
  int wind_memory = -1;              ///< offset of WindMemory; -1: the wind is not estimated
  int row = 0;         ///< numbers of a sample's: EstimatorConstants, then those of the kind
  int own_memory = 0;  ///< offset of OwnMemory
  int memory = 0;      ///< packs of a flight, after the sensors' memory

  bool is_there() const { return kind >= 0; }
  bool uses(int sensor) const {
    return is_there() && (sensor == accelerometer || sensor == gyroscope ||
                          sensor == magnetometer || sensor == barometer || sensor == gnss);
  }
};

/// The true state and wind that an estimate is compared with. All members are S.
template <class S>
struct EstimatedTruth {
  Estimate<S> state;  ///< with the biases of the readings, in the sensors' axes
  Vec3<S> wind;       ///< [m/s], NED
};

/// What an estimator remembers of the wind. All members are S.
template <class S>
struct WindMemory {
  WindFilter<S> filter;
  S time;         ///< of the last reading [steps]
  S present;      ///< 1 in lanes where a reading came out at this step, else 0
  Vec3<S> error;  ///< of the wind at the last reading [m/s], NED
  S count, squares;
};

/// Memory of a flight that every kind of estimator has. All members are S.
template <class S>
struct EstimatorMemory {
  EstimatorConstants<S> c;
  Navigation<S> at;     ///< the estimate
  Navigation<S> ahead;  ///< carried to the present by the output predictor
  StepReadings<S> readings;
  EstimationError<S> error;  ///< at the time of the estimate
  S count, position2, velocity2, attitude2;
};

/// Constants and memory of one kind of estimator beyond it.
template <class E, class S>
struct OwnMemory {
  EstimatorConstantsOf<E, S> c;
  [[no_unique_address]] EstimatorMemoryOf<E, S> m;
};

}  // namespace montecopter
