#pragma once
/// Holds classes of lanes to their contract: what a lane of a pack computes has the bits that the
/// same sample has alone.

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "simulate/lanes/gather.hpp"
#include "support/lane_bench.hpp"
#include "support/random_lanes.hpp"

namespace montecopter {

/// The numbers that a test has seen of each lane.
template <class S>
class LaneNumbers {
 public:
  void add(const S& number) {
    for (int i = 0; i < S::width; ++i) of_[static_cast<std::size_t>(i)].push_back(number.lane(i));
  }
  void add(const Vec3<S>& v) { add(v.x), add(v.y), add(v.z); }
  void add(const Quat<S>& q) { add(q.w), add(q.x), add(q.y), add(q.z); }
  void add(const decltype(S(0.0) < S(0.0))& lanes) { add(select(lanes, S(1.0), S(0.0))); }
  /// All numbers of a struct of which every member is an S.
  template <class Struct>
  void add_all(const Struct& packs) {
    for (int i = 0; i < S::width; ++i) append(i, lane_of<S>(packs, i));
  }
  /// What has been written for a lane.
  void append(int lane, const std::vector<double>& numbers) {
    std::vector<double>& all = of_[static_cast<std::size_t>(lane)];
    all.insert(all.end(), numbers.begin(), numbers.end());
  }

  const std::vector<double>& of(int lane) const { return of_[static_cast<std::size_t>(lane)]; }

 private:
  std::array<std::vector<double>, S::width> of_;
};

/// `use.template operator()<S>(first)` returns the LaneNumbers of the samples from `first` on.
template <class Use>
void check_lanes(Use use) {
  const LaneNumbers<FourDoubles> together = use.template operator()<FourDoubles>(0);
  REQUIRE_FALSE(together.of(0).empty());
  for (int i = 0; i < 4; ++i) {
    const LaneNumbers<OneDouble> alone = use.template operator()<OneDouble>(i);
    CAPTURE(i);
    CHECK(same_bits(together.of(i), alone.of(0)));
    if (i > 0) CHECK_FALSE(same_bits(together.of(i), together.of(i - 1)));
  }
}

/// Totals that a flight leaves in its LaneIo, number by number.
template <class Totals>
std::vector<double> numbers_of(const Totals& totals) {
  static_assert(sizeof(Totals) % sizeof(double) == 0);
  std::vector<double> numbers(sizeof(Totals) / sizeof(double));
  std::memcpy(numbers.data(), &totals, sizeof(Totals));
  return numbers;
}

/// Four samples of a plan as kernels get them.
class FourSamples {
 public:
  explicit FourSamples(const Plan& plan) : bench_(plan) {
    bench_.build(4);
    lanes_ = bench_.start();
  }

  const FlightPlan& plan() const { return bench_.prepared.flights; }
  FlightPlan& plan() { return bench_.prepared.flights; }
  /// The samples from `first` on.
  LaneIo* from(int first) { return lanes_.data() + first; }
  template <class S>
  Words<S> numbers(int first) {
    return gather_each<Words<S>>(from(first), S::width,
                                 [](const LaneIo& lane) { return lane.sample; });
  }
  /// Forgets what has been written for samples before.
  void forget(int first, int count) {
    for (int i = first; i < first + count; ++i) {
      each_place(i, [](double* numbers, std::size_t size) { std::fill_n(numbers, size, 0.0); });
      static_cast<FlightTotals&>(*from(i)) = {};
    }
  }
  /// All numbers that have been written for a sample.
  std::vector<double> written(int i) {
    const LaneIo& lane = *from(i);
    std::vector<double> all = numbers_of(static_cast<const FlightTotals&>(lane));
    all.push_back(static_cast<double>(lane.status));
    all.push_back(static_cast<double>(lane.steps_flown));
    all.push_back(lane.traces_are_finite ? 1.0 : 0.0);
    for (int k = 0; k < checkpoint_count; ++k) {
      all.push_back(static_cast<double>(lane.checkpoint_steps[k]));
    }
    each_place(i, [&](double* numbers, std::size_t size) {
      all.insert(all.end(), numbers, numbers + size);
    });
    return all;
  }

 private:
  /// Calls use(numbers, size) for every array of a sample that a flight writes into.
  template <class Use>
  void each_place(int i, Use use) {
    LaneMemory& lane = *bench_.lanes[static_cast<std::size_t>(i)];
    use(lane.final_state.data(), lane.final_state.size());
    use(lane.checkpoint_states.data(), lane.checkpoint_states.size());
    for (std::vector<double>& trace : lane.traces) use(trace.data(), trace.size());
    for (int k = 0; k < plan().sensors.count; ++k) {
      const SensorPlan& sensor = plan().sensors.sensors[k];
      const auto ticks = static_cast<std::size_t>(plan().steps / sensor.every + 1);
      for (int c = 0; sensor.recorded && c < sensor.columns; ++c) {
        double* place = lane.readings.places[static_cast<std::size_t>(sensor.first_column + c)];
        const auto width = static_cast<std::size_t>(sensor.width[static_cast<std::size_t>(c)]);
        if (place != nullptr) use(place, ticks * width);
      }
    }
  }

  LaneBench bench_;
  std::vector<LaneIo> lanes_;
};

}  // namespace montecopter
