/// An estimator, and with LACKS_COVARIANCE one that is half added: it says that it has a covariance
/// and does not give it. Compiled by a test, never linked.

#include "dynamics/estimators/estimator.hpp"

namespace montecopter {

struct ToyEstimator : EstimatorSensors {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Inertial navigation, which nothing corrects";
#ifdef LACKS_COVARIANCE
  static constexpr bool has_covariance = true;
#else
  static constexpr bool has_covariance = false;
#endif
  static constexpr bool runs_at_horizon = false;

  InitialUncertainty initial;

  template <class S>
  struct Constants {};
  template <class S>
  struct Memory {};

  Constants<double> fold(const KnownSensors&) const { return {}; }
  template <class S>
  static void start(const Constants<S>&, const EstimatorConstants<S>&, Memory<S>&) {}
  template <class S>
  static void advance(const Constants<S>&, const Leg<S>&, const Navigation<S>&, Memory<S>&) {}
  template <class S>
  static void fuse(const Constants<S>&, const Fusion<S>&, Navigation<S>&, Memory<S>&) {}
};

static_assert(require_estimator<ToyEstimator>());

}  // namespace montecopter
