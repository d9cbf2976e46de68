#pragma once
/// Where flights of a pack of samples end within a step of the integrator, at the ground or where a
/// condition begins to hold. Between the ends of the step, each number of the state follows a cubic
/// polynomial (Hermite). It has the values and the rates of the state at both ends, and its error
/// falls with the fourth power of the step. The instant is found by bisection, with the same number
/// of halvings in every lane.

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

/// The first fraction of a step, in steps of 2^-60, at which is_before(fraction) no longer holds:
/// it does at the start and does not at the end.
template <class S, class IsBefore>
S fraction_after(IsBefore is_before) {
  S low(0.0), high(1.0);
  for (int k = 0; k < 60; ++k) {
    const S middle = S(0.5) * (low + high);
    const auto before = is_before(middle);
    low = select(before, middle, low);
    high = select(before, high, middle);
  }
  return high;
}

/// The fraction of a step at which a height is no longer positive.
template <class S>
S fraction_of_crossing(const StepCourse<S>& height) {
  return fraction_after<S>([&](const S& fraction) { return S(0.0) < height.at(fraction); });
}

/// The motion over a step: position, velocity [NED] and attitude.
template <class S>
struct StepMotion {
  StepCourse<S> number[10];

  Vec3<S> position(const S& f) const { return vector(0, f); }
  Vec3<S> velocity(const S& f) const { return vector(3, f); }
  Quat<S> attitude(const S& f) const {
    const S w = number[6].at(f), x = number[7].at(f), y = number[8].at(f), z = number[9].at(f);
    const S scale = S(1.0) / sqrt(fma(w, w, x * x) + fma(y, y, z * z));
    return {scale * w, scale * x, scale * y, scale * z};
  }

 private:
  Vec3<S> vector(int first, const S& f) const {
    return {number[first].at(f), number[first + 1].at(f), number[first + 2].at(f)};
  }
};

/// Notes for the metrics of the ends of one pack of samples.
template <class S>
class EndNotes {
 public:
  using Which = decltype(S(0.0) < S(0.0));

  /// `active` are flying lanes with an active event at a time.
  [[gnu::noinline]] void note_event(double time_s, const Which& active, const Vec3<S>& position) {
    const auto first = active & (event_s_ == S(not_yet_s));
    event_s_ = select(first, S(time_s), event_s_);
    event_position_ = select(first, position, event_position_);
  }

  [[gnu::noinline]] void note_end(const Which& ends, const S& after_s, const S& mass_kg) {
    after_s_ = select(ends, after_s, after_s_);
    mass_kg_ = select(ends, mass_kg, mass_kg_);
  }

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    const Vec3<S>& p_W = event_position_;
    for (int i = 0; i < count; ++i) {
      lanes[i].end = {after_s_.lane(i),
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
