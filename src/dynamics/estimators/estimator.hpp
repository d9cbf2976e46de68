#pragma once
/// The list of estimators. All of them integrate the IMU from reading to reading (navigation.hpp);
/// a kind defines the use of the other readings. At every step at which a reading is fused,
/// simulate/lanes/estimation.hpp calls
///
///   1. E::advance, before the estimate is carried over the leg from the previous readings;
///   2. E::fuse, which corrects the estimate with the readings that are new.
///
/// A kind has keys after EstimatorSensors, and over lanes Constants<S>, which fold() makes of the
/// keys and the sensors, and a Memory<S>, which E::start() fills. A type that is added here flies:
/// simulate/ identifies it by its index in the list. It says
///
///   runs_at_horizon   whether readings are fused at the time at which they were measured, which
///                     the estimate waits for; else when they come out
///   has_covariance    whether it has accelerometer_bias(), which the wind's filter assumes, too,
///                     E::velocity_covariance(memory) (xx, xy, yy), E::innovations(memory) and
///                     E::nees(error, memory), which may use up what is remembered

#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/estimators/ekf.hpp"
#include "dynamics/estimators/mahony.hpp"

namespace montecopter {

struct Estimator : std::variant<MahonyEstimator, EkfEstimator> {
  using variant::variant;
};

template <class E, class S = double>
using EstimatorConstantsOf = typename E::template Constants<S>;
template <class E, class S = double>
using EstimatorMemoryOf = typename E::template Memory<S>;

inline bool has_covariance(const Estimator& estimator) {
  return std::visit([]<class E>(const E&) { return E::has_covariance; }, estimator);
}
inline bool runs_at_horizon(const Estimator& estimator) {
  return std::visit([]<class E>(const E&) { return E::runs_at_horizon; }, estimator);
}

}  // namespace montecopter
