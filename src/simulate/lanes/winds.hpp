#pragma once
/// The wind around one pack of samples, from step to step. It is the constant sum of the steady
/// winds plus the varying winds, each computed by its type for the time and the place. FlightInputs
/// calls velocity() once per step, where turbulence draws its numbers. The constants come from the
/// sample's row, in the order of the scenario; the memory of turbulence is a member. Compiled once
/// per type of lanes, not once per vehicle.

#include <array>

#include "simulate/lanes/gather.hpp"

namespace montecopter {

template <class S>
class Winds {
 public:
  /// `steady` is the sum of the steady winds.
  [[gnu::noinline]] Winds(const FlightPlan& plan, const LaneIo* lanes, int count,
                          const Words<S>& samples, const Vec3<S>& steady)
      : plan_(plan), draws_{plan.seed, samples}, steady_(steady) {
    if (!vary()) return;
    gather_numbers(lanes, count, plan.parts->winds, plan.winds.row, constants_.data());
  }

  /// Whether some wind varies.
  bool vary() const { return plan_.winds.active != 0; }

  /// Wind velocity [m/s], NED, over step n at a position and a height above the ground [m]. Call it
  /// exactly once for every step in turn: turbulence continues from step to step.
  [[gnu::noinline]] Vec3<S> velocity(std::int64_t n, const Vec3<S>& p_WB_W, const S& height) {
    Vec3<S> v_WA_W = steady_;
    for (int i = 0; i < plan_.winds.count; ++i) {
      if ((plan_.winds.active >> i & 1u) == 0) continue;
      with_wind_type(plan_.winds.winds[i].kind,
                     [&]<class W>() { v_WA_W = v_WA_W + velocity_of<W>(i, n, p_WB_W, height); });
    }
    return v_WA_W;
  }

 private:
  template <class W>
  Vec3<S> velocity_of(int i, std::int64_t n, const Vec3<S>& p_WB_W, const S& height) {
    const WindPlan& wind = plan_.winds.winds[i];
    const auto& c =
        struct_at<typename W::template Constants<S>>(constants_.data() + wind.constants);
    if constexpr (Turbulent<W>) {
      auto& state = struct_at<typename W::template State<S>>(memory_.data() + i * most_wind_memory);
      return turbulent_velocity(c, draws_, wind.stream, static_cast<std::uint64_t>(n), state);
    } else {
      const double t = static_cast<double>(n) * plan_.step_s;
      return W::velocity(c, WindPoint<S>{t, p_WB_W, height, wind.series});
    }
  }

  const FlightPlan& plan_;
  Draws<S> draws_;
  Vec3<S> steady_;  ///< velocity of the air [m/s], NED
  std::array<S, max_varying_winds * most_wind_constants> constants_;  ///< the first `row`
  std::array<S, max_varying_winds * most_wind_memory> memory_;
};

}  // namespace montecopter
