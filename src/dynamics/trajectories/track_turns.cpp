#include "dynamics/trajectories/track_turns.hpp"

#include <array>
#include <limits>
#include <optional>

#include "dynamics/trajectories/path.hpp"

namespace montecopter {

namespace {

/// Times per piece at which the speed is looked at: the square of the speed of a polynomial of
/// degree 7 has at most 11 extrema.
constexpr int looks = 64;
constexpr int halvings = 60;  ///< of an interval, to a unit in the last place

/// Heading and its derivatives at a time.
struct HeadingState {
  double time, angle, rate, acceleration;
};

class Tracker {
 public:
  explicit Tracker(PathForm form) : form_(form), path_(form_, {}) {}

  bool is_fast(double t) const {
    const Vec3<double> v = path_.at(t).velocity;
    return fma(v.x, v.x, v.y * v.y) >= form_.slow_m_s * form_.slow_m_s;
  }

  /// The change between a time and another.
  double change(double low, double high) const {
    const bool before = is_fast(low);
    for (int i = 0; i < halvings; ++i) {
      const double middle = 0.5 * (low + high);
      (is_fast(middle) == before ? low : high) = middle;
    }
    return before ? low : high;  // that which is fast
  }

  HeadingState heading_at(double t) const {
    const Reference<double> r = path_.at(t);
    return {t, r.heading, r.heading_rate, r.heading_acceleration};
  }

 private:
  PathForm form_;
  Path<double> path_;
};

void add_constant(double start, double angle, double end, PieceArrays& out) {
  out.add(start, end);
  out.coefficients.resize(out.coefficients.size() + path_terms, 0.0);
  out.coefficients[out.coefficients.size() - path_terms] = angle;
}

/// The quintic that takes angle, rate and acceleration from a to b, the short way round.
void add_turn(const HeadingState& a, const HeadingState& b, PieceArrays& out) {
  constexpr double turn = 4.0 * elementary::half_pi_high;
  double way = b.angle - a.angle;
  if (way > 0.5 * turn) way -= turn;
  if (way < -0.5 * turn) way += turn;
  const double t = b.time - a.time, t2 = t * t;
  if (!(t > 0.0)) return;
  const double r0 = way - a.rate * t - 0.5 * a.acceleration * t2;
  const double r1 = (b.rate - a.rate) * t - a.acceleration * t2;
  const double r2 = (b.acceleration - a.acceleration) * t2;
  const std::array<double, path_terms> c = {a.angle,
                                            a.rate,
                                            0.5 * a.acceleration,
                                            (10.0 * r0 - 4.0 * r1 + 0.5 * r2) / (t2 * t),
                                            (-15.0 * r0 + 7.0 * r1 - r2) / (t2 * t2),
                                            (6.0 * r0 - 3.0 * r1 + 0.5 * r2) / (t2 * t2 * t)};
  out.add(a.time, b.time);
  out.coefficients.insert(out.coefficients.end(), c.begin(), c.end());
}

}  // namespace

void fit_track_turns(const PathForm& form, PieceArrays& out) {
  out = {};
  PathForm bare = form;
  bare.turns = {};
  const Tracker tracker(bare);
  const PieceTable& track = form.track;
  std::optional<HeadingState> left;  // where it was last fast, if it is slow now
  bool was_fast = false;
  double before = 0.0;
  const auto look = [&](double t) {
    const bool fast = tracker.is_fast(t);
    if (fast != was_fast) {
      const HeadingState change = tracker.heading_at(tracker.change(before, t));
      if (!fast) {
        left = change;
      } else if (left) {
        add_turn(*left, change, out);
      } else if (change.time > 0.0) {
        add_constant(0.0, change.angle, change.time, out);
      }
    }
    was_fast = fast;
    before = t;
  };
  for (std::size_t i = 0; i < track.pieces; ++i) {
    const double length = track.ends[i] - track.starts[i];
    for (int k = 0; k < looks; ++k) look(track.starts[i] + length * k / looks);
  }
  const double end = track.ends[track.pieces - 1];
  look(end);  // where its derivatives are zero
  const double angle = left ? left->angle : 0.0;
  const double infinity = std::numeric_limits<double>::infinity();
  add_constant(left ? left->time : 0.0, angle, infinity, out);
}

}  // namespace montecopter
