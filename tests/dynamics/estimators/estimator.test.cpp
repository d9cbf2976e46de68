/// Every estimator of the list over lanes: what a lane estimates and remembers has the bits of the
/// same sample alone.

#include "dynamics/estimators/estimator.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "support/random_lanes.hpp"

namespace montecopter {
namespace {

/// Ten readings of everything, in some lanes, at random.
template <class E, class S>
class Fusions {
 public:
  explicit Fusions(int first) : random_(7, first) {
    // Variances, weights and shares: positive numbers below 1 suit every kind.
    const auto k = random_.template filled<EstimatorConstantsOf<E, S>>(0.1, 0.9);
    const auto c = random_.template filled<EstimatorConstants<S>>(0.1, 0.9);
    EstimatorMemoryOf<E, S> memory;
    Navigation<S> nav = random_.template filled<Navigation<S>>(0.1, 0.9);
    nav.x.attitude = random_.attitude();
    E::start(k, c, memory);
    for (int n = 0; n < 10; ++n) {
      StepReadings<S> y = random_.template filled<StepReadings<S>>(0.1, 0.9);
      for (S* has : {&y.has_accelerometer, &y.has_gyroscope, &y.has_magnetometer, &y.has_barometer,
                     &y.has_gnss}) {
        *has = select(*has < S(0.5), S(0.0), S(1.0));
      }
      const Leg<S> leg = {nav.last, {random_.vector(9), random_.vector(1)}, S(0.01)};
      const BodyMotion<S> motion = body_motion(leg.from, leg.to, leg.dt, nav.x);
      const Quat<S> turn = quaternion_exp(motion.half_turn_B);
      const Rotation<S> R_WB(nav.x.attitude);
      E::advance(k, leg, turn, R_WB, nav, memory);
      navigate(motion, turn, c.gravity, R_WB, nav.x);
      nav.last = leg.to;
      const bool late = n % 2 == 0;
      E::fuse(k, Fusion<S>{c, y, {true, true, true, true}, S(0.02), true, late, late}, nav, memory);
      keep(nav), keep_memory(memory);
    }
    if constexpr (E::has_covariance) {
      keep(E::velocity_covariance(memory));
      keep(E::nees(random_.template filled<EstimationError<S>>(0.1, 0.9), memory));
    }
  }

  const std::vector<double>& of(int lane) const { return of_[static_cast<std::size_t>(lane)]; }

 private:
  template <class Struct>
  void keep(const Struct& packs) {
    for (int i = 0; i < S::width; ++i) {
      const std::vector<double> lane = lane_of<S>(packs, i);
      auto& all = of_[static_cast<std::size_t>(i)];
      all.insert(all.end(), lane.begin(), lane.end());
    }
  }
  void keep_memory(const EstimatorMemoryOf<E, S>& memory) {
    if constexpr (!std::is_empty_v<EstimatorMemoryOf<E, S>>) keep(memory);
  }

  RandomLanes<S> random_;
  std::array<std::vector<double>, S::width> of_;
};

template <class E>
void check() {
  INFO(E::type_name);
  const Fusions<E, FourDoubles> together(0);
  for (int i = 0; i < 4; ++i) {
    const Fusions<E, OneDouble> alone(i);
    CHECK(same_bits(together.of(i), alone.of(0)));
    for (const double number : alone.of(0)) REQUIRE(std::isfinite(number));
  }
  CHECK(!same_bits(together.of(0), together.of(1)));
}

TEST_CASE("a lane of every estimator has the bits of the sample alone") {
  [&]<std::size_t... i>(std::index_sequence<i...>) { (check<ListedType<i, Estimator>>(), ...); }
  (std::make_index_sequence<list_size<Estimator>>());
}

}  // namespace
}  // namespace montecopter
