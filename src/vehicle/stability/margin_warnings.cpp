#include "vehicle/stability/margin_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/text.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/model/sweep.hpp"
#include "vehicle/performance/can_hover.hpp"

namespace montecopter {
namespace {

constexpr std::int64_t most_margin_points = 8;

/// Margin divided by its usual minimum: below 1 it is too small.
double gain_fraction(const LoopMargins& m) { return m.gain_db() / least_gain_margin_db; }
double phase_fraction(const LoopMargins& m) { return m.phase_deg.value / least_phase_margin_deg; }
double fraction(const LoopMargins& m) { return std::min(gain_fraction(m), phase_fraction(m)); }

std::string what_is_small(const BrokenLoop& loop, double* rad_s) {
  const LoopMargins& m = loop.margins;
  if (phase_fraction(m) <= gain_fraction(m)) {
    *rad_s = m.phase_deg.rad_s;
    return fmt::format("the loop of {} has a phase margin of {:.3g} degrees at {:.3g} rad/s",
                       loop.name, m.phase_deg.value, *rad_s);
  }
  const bool rises = m.gain_up_db.value <= m.gain_down_db.value;
  const AtFrequency& gain = rises ? m.gain_up_db : m.gain_down_db;
  *rad_s = gain.rad_s;
  return fmt::format(
      "the loop of {} has a gain margin of {:.3g} dB at {:.3g} rad/s: its gain may "
      "{} by a factor of no more than {:.3g}",
      loop.name, gain.value, *rad_s, rises ? "rise" : "fall",
      std::pow(10, (rises ? gain.value : -gain.value) / 20));
}

struct Cause {
  double deg;
  const char *name, *remedy;
};

/// Causes of phase lag, the largest first.
std::array<Cause, 4> causes(const PhaseLag& t) {
  std::array<Cause, 4> all = {{
      {t.actuators_deg, "lag of motors or servos",
       "Lower the gains, or include the lag in the design: the actuators are no faster"},
      {t.delay_deg, "delay", "Shorten controller.delay_s, or lower the gains"},
      {t.hold_deg, "hold between updates", "Raise controller.rate_hz, or lower the gains"},
      {t.rate_age_deg, "age of the body rates",
       "Take a gyroscope with a higher rate or less latency, or lower the gains"},
  }};
  std::stable_sort(all.begin(), all.end(),
                   [](const Cause& a, const Cause& b) { return a.deg > b.deg; });
  return all;
}

/// "phase lag there: delay 39 degrees, hold between updates 19 and ... 3"
std::string cause_text(const std::array<Cause, 4>& all) {
  std::vector<std::string> parts;
  for (const Cause& cause : all) {
    if (cause.deg < 0.5) continue;
    parts.push_back(
        fmt::format("{} {:.2g}{}", cause.name, cause.deg, parts.empty() ? " degrees" : ""));
  }
  if (parts.empty()) return "the control law causes all phase lag there";
  return "phase lag there: " + join(parts);
}

Problem margin_warning(const HoverLoop& loop, const BrokenLoop& worst, const std::string& where) {
  Problem p;
  p.where = where;
  p.is_warning = true;
  double rad_s = 0;
  p.what = what_is_small(worst, &rad_s);
  const std::vector<std::string> axes = commanded_axes(loop);
  const auto axis = std::find(axes.begin(), axes.end(), worst.name) - axes.begin();
  const std::array<Cause, 4> all = causes(phase_taken(loop, axis, rad_s));
  p.why = fmt::format("{:.2g} dB and {:.2g} degrees are usual; {}", least_gain_margin_db,
                      least_phase_margin_deg, cause_text(all));
  p.suggestion = all[0].deg < 0.5 ? "Change the gains" : all[0].remedy;
  p.suggestion += ". `montecopter margins` lists all loops";
  return p;
}

std::optional<Problem> margin_warning_at(const Plan& plan, const Scenario& there,
                                         const std::string& where) {
  const auto loop =
      hover_loop(plan, there, plan.time.control.every, plan.time.control.delay, where);
  if (!loop) return std::nullopt;
  const LoopModel model = without_unobservable_states(closed(*loop));
  if (!(model.growth_1_s() <= least_growth_1_s)) return std::nullopt;  // or it has overflowed
  const std::vector<BrokenLoop> loops = commanded_loops(*loop, model);
  const auto worst =
      std::min_element(loops.begin(), loops.end(), [](const BrokenLoop& a, const BrokenLoop& b) {
        return fraction(a.margins) < fraction(b.margins);
      });
  if (worst == loops.end() || !(fraction(worst->margins) < 1)) return std::nullopt;
  return margin_warning(*loop, *worst, where);
}

}  // namespace

std::string phase_words(const PhaseLag& taken) { return cause_text(causes(taken)); }

std::vector<Problem> margin_warnings(const Plan& plan, const std::string& where) {
  const Plan* last = nullptr;
  Scenario there;
  for (std::int64_t point = 0; point < std::min(plan.sweep.points(), most_margin_points); ++point) {
    const Plan& of = plan.at(point);
    if (!closes_known_loop(*of.scenario.controller)) continue;
    if (&of != last) there = of.scenario;  // a copy may hold a million swept values
    last = &of;
    if (plan.sweep.axes() > 0) SweepTargets(plan.sweep, there).go_to(point);
    if (!can_hover(there)) continue;
    std::optional<Problem> problem = margin_warning_at(of, there, where);
    if (!problem) continue;
    if (plan.sweep.axes() > 0) {
      problem->what = fmt::format("sweep point {}: {}", point, problem->what);
    }
    return {*problem};
  }
  return {};
}

}  // namespace montecopter
