/// Exact loops of a search for gains: candidates of the screening grid are settled here.

#include <algorithm>
#include <cmath>

#include "core/numerics/elementary.hpp"
#include "vehicle/tune/gain_search.hpp"
#include "vehicle/tune/step_demand.hpp"

namespace montecopter {
namespace {

double fraction_of(const LoopMargins& m, const MarginBounds& wanted) {
  return std::min(m.phase_deg.value / wanted.phase_deg, m.gain_db() / wanted.gain_db);
}

}  // namespace

double TunedLoop::fraction(const MarginBounds& wanted) const {
  return is_stable() ? fraction_of(worst(wanted).margins, wanted) : 0;
}

const BrokenLoop& TunedLoop::worst(const MarginBounds& wanted) const {
  return *std::min_element(axes.begin(), axes.end(), [&](const auto& a, const auto& b) {
    constexpr double alike = 1e-6;  // equal: then the first
    return fraction_of(a.margins, wanted) < fraction_of(b.margins, wanted) - alike;
  });
}

double GainSearch::step_demand_of(const HoverLoop& loop, const Pace& pace, double enough) const {
  constexpr double in_paces = 30;                // then the demand does not exceed the initial one
  const Eigen::Index first = is_rate() ? 9 : 0;  // first measurement
  return step_demand(loop, first, step_, in_paces / pace.rad_s, enough);
}

bool GainSearch::is_within_step(const HoverLoop& loop, const Pace& pace) const {
  return step_demand_of(loop, pace, most_step_demand) <= most_step_demand;
}

TunedLoop GainSearch::at(const Pace& pace) const {
  TunedLoop tuned;
  tuned.pace = pace;
  const auto closing = loop(pace);
  if (!closing) return tuned;
  const LoopModel all = closed(*closing), model = without_unobservable_states(all);
  if (!(model.growth_1_s() <= least_growth_1_s)) return tuned;
  tuned.axes = commanded_loops(*closing, model);
  tuned.peak = peak_after_moments(disturbances_, *closing, all);
  tuned.step_demand = step_demand_of(*closing, pace);
  return tuned;
}

/// Exact loop with the pace of a screened one.
TunedLoop GainSearch::settled(const Pace& found, const GainAim& aim) const {
  const auto with = [&](double rad_s) {
    Pace pace = found;
    pace.rad_s = rad_s, pace.yaw_rad_s = std::min(yaw_fraction * rad_s, most_yaw_rad_s_);
    return at(pace);
  };
  if (aim.bandwidth_rad_s) {
    constexpr double near = 1e-3;  // tolerance of the bandwidth: a thousandth
    TunedLoop tuned = with(found.rad_s);
    for (int k = 0; k < 20; ++k) {
      const double ratio = *aim.bandwidth_rad_s / tuned.bandwidth_rad_s();
      if (!std::isfinite(ratio) || std::fabs(ratio - 1) < near) break;
      tuned = with(tuned.pace.rad_s * std::clamp(ratio, 0.7, 1.4));
    }
    return tuned;
  }
  constexpr double wide = 1.03, narrow = 1.003, enough = 1.001;
  double left_good = 0, left_bad = 0;  // relative to the bounds
  TunedLoop best;
  const auto keeps = [&](double rad_s) {
    TunedLoop next = with(rad_s);
    double left = next.fraction(aim.margins);
    if (is_rate() && aim.within_step) left = std::min(left, most_step_demand / next.step_demand);
    const bool does = left >= 1;
    (does ? left_good : left_bad) = left;
    if (does) best = std::move(next);
    return does;
  };
  double good = found.rad_s, bad = found.rad_s;
  if (keeps(good)) {
    for (int k = 0; k < 3 && left_good > enough && keeps(bad *= wide); ++k) good = bad;
  } else {
    for (bool does = false; !does && good > slowest_rad_s;) {
      bad = good, good /= wide;
      does = keeps(good);
    }
  }
  while (bad > narrow * good && left_good > enough) {
    const double part = std::clamp((left_good - 1) / (left_good - left_bad), 0.15, 0.85);
    const double middle = good * exp(part * log(bad / good));
    (keeps(middle) ? good : bad) = middle;
  }
  return best;
}

/// Loop of the same pace with the fastest outer loops that the step allows.
TunedLoop GainSearch::with_outer_slowed(const TunedLoop& found) const {
  // The search by ratios begins at loops that hardly move, and ends at a hundredth.
  constexpr double least = 1e-3, narrow = 1.01;
  if (is_rate() || found.step_demand <= most_step_demand) return found;
  Pace pace = found.pace;
  const auto fits = [&](double outer) {
    pace.outer = outer;
    const auto closing = loop(pace);
    if (!closing || !is_within_step(*closing, pace)) return false;
    return without_unobservable_states(closed(*closing)).growth_1_s() <= least_growth_1_s;
  };
  double good = least, bad = found.pace.outer;
  while (bad > narrow * good) {
    const double middle = std::sqrt(good * bad);
    (fits(middle) ? good : bad) = middle;
  }
  pace.outer = good;
  return at(pace);
}

}  // namespace montecopter
