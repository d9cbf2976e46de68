#pragma once
/// Where a pack of samples comes to the ground within a step of the integrator. Between the ends of
/// the step, each number of the state follows a cubic polynomial (Hermite). It has the values and
/// the rates of the state at both ends, and its error falls with the fourth power of the step. The
/// instant is found by bisection, with the same number of halvings in every lane.

#include "core/numerics/vec3.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// A number over a step: y(f) = y0 + f (b + f (c + f d)), f = 0 at its start and 1 at its end.
template <class S>
struct StepCourse {
  S y0, b, c, d;

  /// From the values and the changes per step at both ends.
  StepCourse(const S& start, const S& start_rate, const S& end, const S& end_rate)
      : y0(start), b(start_rate) {
    const S rise = end - start;
    c = fnma(S(2.0), start_rate, fma(S(3.0), rise, -end_rate));
    d = fnma(S(2.0), rise, start_rate + end_rate);
  }

  S at(const S& f) const { return fma(f, fma(f, fma(f, d, c), b), y0); }
};

/// The first fraction of a step, in steps of 2^-60, at which a height is no longer positive: it is
/// at the start and is not at the end.
template <class S>
S fraction_of_crossing(const StepCourse<S>& height) {
  S low(0.0), high(1.0);
  for (int k = 0; k < 60; ++k) {
    const S middle = S(0.5) * (low + high);
    const auto above = S(0.0) < height.at(middle);
    low = select(above, middle, low);
    high = select(above, high, middle);
  }
  return high;
}

/// Notes for the metrics of touchdowns, of one pack of samples.
template <class S>
class Landing {
 public:
  using Which = decltype(S(0.0) < S(0.0));

  /// `active` are flying lanes with an active event at a time.
  [[gnu::noinline]] void note_event(double time_s, const Which& active, const Vec3<S>& position) {
    const auto first = active & (event_s_ == S(not_yet_s));
    event_s_ = select(first, S(time_s), event_s_);
    event_position_ = select(first, position, event_position_);
  }

  [[gnu::noinline]] void note_touchdown(const Which& lands, const S& after_s, const S& mass_kg) {
    after_s_ = select(lands, after_s, after_s_);
    mass_kg_ = select(lands, mass_kg, mass_kg_);
  }

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    const Vec3<S>& p_W = event_position_;
    for (int i = 0; i < count; ++i) {
      lanes[i].touchdown = {after_s_.lane(i),
                            mass_kg_.lane(i),
                            event_s_.lane(i),
                            {p_W.x.lane(i), p_W.y.lane(i), p_W.z.lane(i)}};
    }
  }

 private:
  S after_s_ = S(0.0), mass_kg_ = S(0.0), event_s_ = S(not_yet_s);
  Vec3<S> event_position_ = {S(0.0), S(0.0), S(0.0)};
};

}  // namespace montecopter
