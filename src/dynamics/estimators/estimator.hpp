#pragma once
/// The list of estimators, and what a type needs to be one (EstimatorKind). All of them integrate
/// the IMU from reading to reading (navigation.hpp); a kind says what it does with the other
/// readings. At every step at which a reading is fused, simulate/lanes/estimation.hpp calls
///
///   1. E::advance, before the estimate is carried over the leg from the readings before;
///   2. E::fuse, which corrects the estimate with the readings that are new.
///
/// A kind has keys after EstimatorSensors, and over lanes Constants<S>, which fold() makes of the
/// keys and the sensors, and a Memory<S>, which E::start() fills. A type that is added here flies:
/// simulate/ identifies it by its index in the list.

#include <array>
#include <concepts>
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

/// A filter with a covariance. nees() may use up what is remembered.
template <class E>
concept CovarianceFilter = requires(const E& keys, const EstimationError<double>& error,
                                    EstimatorMemoryOf<E>& memory) {
  { keys.accelerometer_bias() } -> std::same_as<AssumedBias>;  // the wind's filter assumes it, too
  { E::velocity_covariance(memory) } -> std::same_as<std::array<double, 3>>;  // xx, xy, yy
  { E::innovations(memory) } -> std::convertible_to<Innovations<double>>;
  { E::nees(error, memory) } -> std::same_as<double>;
};

template <class E>
concept EstimatorKind = std::derived_from<E, EstimatorSensors> &&
    requires(const E& keys, const KnownSensors& sensors, const EstimatorConstantsOf<E>& k,
             const EstimatorConstants<double>& c, const Leg<double>& leg,
             const Fusion<double>& fusion, Navigation<double>& nav, EstimatorMemoryOf<E>& memory) {
  { keys.initial } -> std::convertible_to<const InitialUncertainty&>;
  { keys.fold(sensors) } -> std::same_as<EstimatorConstantsOf<E>>;
  { keys.fuses_gnss_velocity() } -> std::same_as<bool>;
  // Whether readings are fused at the time at which they were measured, which the estimate
  // waits for; else when they come out.
  { E::runs_at_horizon } -> std::convertible_to<bool>;
  { E::has_covariance } -> std::convertible_to<bool>;
  E::start(k, c, memory);
  E::advance(k, leg, nav, memory);
  E::fuse(k, fusion, nav, memory);
} &&(!E::has_covariance || CovarianceFilter<E>);

template <class E>
constexpr bool require_estimator() {
  static_assert(EstimatorKind<E>, "this type of the list is no EstimatorKind");
  return true;
}
static_assert(holds_for_all<Estimator>([]<class E>() { return require_estimator<E>(); }));

inline bool has_covariance(const Estimator& estimator) {
  return std::visit([]<class E>(const E&) { return E::has_covariance; }, estimator);
}
inline bool runs_at_horizon(const Estimator& estimator) {
  return std::visit([]<class E>(const E&) { return E::runs_at_horizon; }, estimator);
}

}  // namespace montecopter
