#include "dynamics/trajectories/track_turns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/best_call.hpp"
#include "dynamics/trajectories/path.hpp"

namespace montecopter {

namespace {

/// Times per piece at which the speed is looked at. Where it may have passed the limit in between,
/// its extrema are looked at, too.
constexpr int looks = 64;
constexpr int halvings = 60;  ///< of an interval, to a unit in the last place.
/// Halvings of a turn that holds an extremum, beside which the speed is the same to the square of
/// the rest.
constexpr int halvings_of_extrema = 20;

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
    return before ? low : high;  // the fast end
  }

  HeadingState heading_at(double t) const {
    const Reference<double> r = path_.at(t);
    return {t, r.heading, r.heading_rate, r.heading_acceleration};
  }

 private:
  PathForm form_;
  Path<double> path_;
};

double value_of(const std::vector<double>& c, double u) {
  double sum = 0.0;
  for (std::size_t k = c.size(); k > 0; --k) sum = fma(sum, u, c[k - 1]);
  return sum;
}

std::vector<double> derivative_of(const std::vector<double>& c) {
  std::vector<double> d;
  for (std::size_t k = 1; k < c.size(); ++k) d.push_back(static_cast<double>(k) * c[k]);
  return d;
}

/// Places where a polynomial changes its sign between 0 and 1, ascending. `extrema`: such places of
/// its derivative. Between neighbouring ones, it changes its sign at most once.
std::vector<double> changes_between(const std::vector<double>& extrema,
                                    const std::vector<double>& c) {
  std::vector<double> roots, ends = {0.0};
  ends.insert(ends.end(), extrema.begin(), extrema.end());
  ends.push_back(1.0);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    double low = ends[i], high = ends[i + 1];
    const bool before = value_of(c, low) > 0.0;
    if ((value_of(c, high) > 0.0) == before) continue;
    for (int k = 0; k < halvings_of_extrema; ++k) {
      const double middle = 0.5 * (low + high);
      ((value_of(c, middle) > 0.0) == before ? low : high) = middle;
    }
    roots.push_back(high);
  }
  return roots;
}

/// Places where a polynomial changes its sign between 0 and 1, ascending.
std::vector<double> sign_changes(const std::vector<double>& c) {
  std::vector<std::vector<double>> derivatives = {c};
  while (derivatives.back().size() > 2) derivatives.push_back(derivative_of(derivatives.back()));
  std::vector<double> places;
  for (std::size_t k = derivatives.size(); k-- > 0;) {
    places = changes_between(places, derivatives[k]);
  }
  return places;
}

/// The horizontal speed of a piece of the track, of which a look at two times says too little.
class PieceSpeed {
 public:
  PieceSpeed(const PieceTable& track, std::size_t piece)
      : start_(track.starts[piece]), duration_(track.ends[piece] - start_) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double* c = track.coefficients + (3 * piece + axis) * path_terms;
      double scale = 1.0;
      for (std::size_t k = 1; k < path_terms; ++k, scale *= duration_) {
        velocity_[axis].push_back(static_cast<double>(k) * c[k] * scale);
      }
    }
  }

  /// Whether it can be this speed somewhere between two times: it changes by no more than the
  /// largest acceleration allows, of which the sum of all terms is a bound.
  bool may_pass(double speed, double low, double high) const {
    const double sum = speed_at(low) + speed_at(high);
    const double change = acceleration_bound() * (high - low);
    return sum - change <= 2.0 * speed && sum + change >= 2.0 * speed;
  }

  /// Times of its extrema, ascending: roots of d(v^2)/du, of degree 11 at most.
  std::vector<double> extrema() const {
    std::vector<double> square(2 * path_terms - 3, 0.0);
    for (const std::vector<double>& v : velocity_) {
      for (std::size_t i = 0; i < v.size(); ++i) {
        for (std::size_t k = 0; k < v.size(); ++k) square[i + k] = fma(v[i], v[k], square[i + k]);
      }
    }
    while (square.size() > 1 && square.back() == 0.0) square.pop_back();
    std::vector<double> times = sign_changes(derivative_of(square));
    for (double& time : times) time = fma(duration_, time, start_);
    return times;
  }

 private:
  double speed_at(double t) const {
    const double u = (t - start_) / duration_;
    const double x = value_of(velocity_[0], u), y = value_of(velocity_[1], u);
    return std::sqrt(fma(x, x, y * y));
  }
  double acceleration_bound() const {
    double sum = 0.0;
    for (const std::vector<double>& v : velocity_) {
      for (const double term : derivative_of(v)) sum += std::abs(term);
    }
    return sum / duration_;
  }

  double start_, duration_;                      ///< [s]
  std::array<std::vector<double>, 2> velocity_;  ///< [m/s], by powers of u = (t - start) / duration
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

/// Looks along the track from its start to its end, and adds the turns.
class TurnFitter {
 public:
  TurnFitter(const PathForm& form, PieceArrays& out)
      : tracker_(form), track_(form.track), slow_m_s_(form.slow_m_s), out_(out) {}

  void fit() {
    for (std::size_t i = 0; i < track_.pieces; ++i) look_along(i);
    look(track_.ends[track_.pieces - 1]);  // where its derivatives are zero
    const double infinity = std::numeric_limits<double>::infinity();
    add_constant(left_ ? left_->time : 0.0, left_ ? left_->angle : 0.0, infinity, out_);
  }

 private:
  void look_along(std::size_t piece) {
    const double start = track_.starts[piece], end = track_.ends[piece];
    const PieceSpeed speed(track_, piece);
    std::optional<std::vector<double>> extrema;
    look(start);
    for (int k = 1; k <= looks; ++k) {
      const double t = k < looks ? start + (end - start) * k / looks : end;
      if (speed.may_pass(slow_m_s_, before_, t)) {
        if (!extrema) extrema = speed.extrema();
        look_for_missed(*extrema, t);
      }
      if (k < looks) look(t);
    }
  }

  /// Looks at the extrema before t if the limit is passed more than once until then.
  void look_for_missed(const std::vector<double>& extrema, double t) {
    const auto first = std::upper_bound(extrema.begin(), extrema.end(), before_);
    const auto last = std::lower_bound(first, extrema.end(), t);
    bool fast = was_fast_;
    int changes = 0;
    const auto pass = [&](double time) {
      if (tracker_.is_fast(time) == fast) return;
      fast = !fast;
      ++changes;
    };
    std::for_each(first, last, pass);
    pass(t);
    if (changes > 1) std::for_each(first, last, [&](double time) { look(time); });
  }

  void look(double t) {
    const bool fast = tracker_.is_fast(t);
    if (fast != was_fast_) {
      const HeadingState change = tracker_.heading_at(tracker_.change(before_, t));
      if (!fast) {
        left_ = change;
      } else if (left_) {
        add_turn(*left_, change, out_);
      } else if (change.time > 0.0) {
        add_constant(0.0, change.angle, change.time, out_);
      }
    }
    was_fast_ = fast;
    before_ = t;
  }

  Tracker tracker_;
  PieceTable track_;
  double slow_m_s_;
  PieceArrays& out_;
  std::optional<HeadingState> left_;  ///< where it was last fast, if it is slow now
  bool was_fast_ = false;
  double before_ = 0.0;  ///< time of the last look
};

}  // namespace

void fit_track_turns(const PathForm& form, PieceArrays& out) {
  out = {};
  PathForm bare = form;
  bare.turns = {};
  best_call([&] { TurnFitter(bare, out).fit(); });
}

}  // namespace montecopter
