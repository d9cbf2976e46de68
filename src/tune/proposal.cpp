#include "tune/proposal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "scenario/controls.hpp"
#include "scenario/paths.hpp"
#include "scenario/sweep.hpp"
#include "stability/asked_point.hpp"
#include "stability/margin_warnings.hpp"

namespace montecopter {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
  throw Error(ExitCode::usage, where + ": error: " + why);
}
[[noreturn]] void cannot(const std::string& where, const std::string& why) {
  throw NoSuchGains(where, why);
}

std::string margins_words(const WantedMargins& m) {
  return fmt::format("{:.3g} degrees and {:.3g} dB", m.phase_deg, m.gain_db);
}

/// "a step of 1 m"
std::string step_words(const GainSearch& search, double step) {
  return fmt::format("a step of {:.3g} {}", step, search.is_rate() ? "rad/s" : "m");
}

/// "roll has a phase margin of 45 degrees at 12.7 rad/s", of that which is nearest to what is
/// wanted, and what takes the phase there.
std::string worst_words(const GainSearch& search, const TunedLoop& tuned,
                        const WantedMargins& wanted) {
  const BrokenLoop& worst = tuned.worst(wanted);
  const LoopMargins& m = worst.margins;
  const bool is_phase = m.phase_deg.value / wanted.phase_deg <= m.gain_db() / wanted.gain_db;
  const AtFrequency& gain =
      m.gain_up_db.value <= m.gain_down_db.value ? m.gain_up_db : m.gain_down_db;
  const AtFrequency& least = is_phase ? m.phase_deg : gain;
  const HoverLoop loop = *search.loop(tuned.pace);
  const std::vector<std::string> axes = commanded_axes(loop);
  const auto axis = std::find(axes.begin(), axes.end(), worst.name) - axes.begin();
  return fmt::format("{} has a {} margin of {:.3g} {} at {:.3g} rad/s; {}", worst.name,
                     is_phase ? "phase" : "gain", least.value, is_phase ? "degrees" : "dB",
                     least.rad_s, phase_words(phase_taken(loop, axis, least.rad_s)));
}

/// Whether the scenario at a point can be flown by a control law.
void require_law_suits(const Scenario& there, std::string_view law, const std::string& where) {
  if (std::find(tuned_laws.begin(), tuned_laws.end(), law) == tuned_laws.end()) {
    refuse(where, fmt::format("gains of the type {} are not proposed. Name another law, --law {}.",
                              law, fmt::join(tuned_laws, "|")));
  }
  const LoopTiming* timing = loop_timing(*there.controller);
  if (timing == nullptr) {
    refuse(where,
           "a command table has no rate at which a loop could be closed. Give [controller] a type "
           "that closes one, and rate_hz and delay_s as they are on the machine.");
  }
  if (!std::holds_alternative<Multirotor>(*there.vehicle)) {
    refuse(where,
           "these laws command the thrusts of rotors, and the vehicle is a helicopter. An "
           "lqr is designed from the vehicle by itself.");
  }
  if (has_memory(law) && timing->rate_hz.is_continuous()) {
    refuse(where, fmt::format("{} filters or integrates from update to update, and the rate is "
                              "\"continuous\". Use --set controller.rate_hz=500, for example.",
                              law));
  }
}

/// The plan of a point, with its numbers.
Plan plan_at(const Plan& plan, std::int64_t point) {
  require_point(plan, point);
  Plan at = plan.at(point);
  if (plan.sweep.axes() > 0) SweepTargets(plan.sweep, at.scenario).go_to(point);
  return at;
}

/// Why no loop of any pace is as wanted.
[[noreturn]] void refuse_margins(const GainSearch& search, const GainWish& wish,
                                 const std::string& where) {
  constexpr double slow_rad_s = 0.1, fast_rad_s = 100, next = 1.6;
  const WantedMargins wanted = wish.margins();
  TunedLoop best;
  for (double rad_s = slow_rad_s; rad_s < fast_rad_s; rad_s *= next) {
    TunedLoop there = search.at(search.pace(rad_s, 1), false);
    if (there.fraction(wanted) > best.fraction(wanted)) best = std::move(there);
  }
  if (!best.is_stable()) {
    cannot(where, "from 0.1 to 100 rad/s every loop of this law is unstable.");
  }
  if (best.fraction(wanted) >= 1) {
    cannot(where,
           fmt::format("loops that keep {} saturate the rotors in {}. Give a shorter --step.",
                       margins_words(wanted), step_words(search, wish.step)));
  }
  cannot(where, fmt::format("no loop of this law keeps {}, fast or slow. At best {}. Ask for less.",
                            margins_words(wanted), worst_words(search, best, wanted)));
}

/// Why no loop has this bandwidth with these margins; `found`: the one that has it without, if one
/// does.
[[noreturn]] void refuse_bandwidth(GainSearch& search, const GainWish& wish,
                                   const std::optional<TunedLoop>& found,
                                   const std::string& where) {
  const WantedMargins wanted = wish.margins();
  const auto fastest = search.fastest(wanted, false);
  if (!fastest) refuse_margins(search, wish, where);
  const double most = fastest->bandwidth_rad_s();
  if (*wish.bandwidth_rad_s < most && !found) {
    cannot(where, fmt::format("no pace of this law gives roll and pitch a bandwidth of {:.4g} "
                              "rad/s. Ask for more.",
                              *wish.bandwidth_rad_s));
  }
  if (*wish.bandwidth_rad_s < most) {
    cannot(where, fmt::format("with a bandwidth of {:.4g} rad/s it does not keep {}: {}. Ask for "
                              "more.",
                              *wish.bandwidth_rad_s, margins_words(wanted),
                              worst_words(search, *found, wanted)));
  }
  cannot(where, fmt::format("the vehicle cannot give roll and pitch a bandwidth of {:.4g} rad/s "
                            "with {}, but at most {:.4g} rad/s: there {}.",
                            *wish.bandwidth_rad_s, margins_words(wanted), most,
                            worst_words(search, *fastest, wanted)));
}

TunedLoop tuned_as_wished(GainSearch& search, const GainWish& wish, const std::string& where) {
  const WantedMargins wanted = wish.margins();
  if (wish.bandwidth_rad_s) {
    auto tuned = search.of_bandwidth(*wish.bandwidth_rad_s, wanted);
    if (!tuned || !(tuned->fraction(wanted) >= 1)) refuse_bandwidth(search, wish, tuned, where);
    return *tuned;
  }
  auto tuned = search.fastest(wanted, !wish.asks_for_margins());
  if (!tuned) refuse_margins(search, wish, where);
  return *tuned;
}

std::vector<std::string> notes_on(const GainSearch& search, const TunedLoop& tuned,
                                  const GainWish& wish) {
  constexpr double all_of_it = 1.02;
  const WantedMargins wanted = wish.margins();
  const std::string step = step_words(search, wish.step);
  std::vector<std::string> notes;
  if (tuned.fraction(wanted) < all_of_it) {
    notes.push_back(fmt::format("No faster loop keeps {}: {}.", margins_words(wanted),
                                worst_words(search, tuned, wanted)));
  } else {
    notes.push_back(fmt::format("Nearest to {}: {}.", margins_words(wanted),
                                worst_words(search, tuned, wanted)));
  }
  const bool is_by_step =
      !wish.bandwidth_rad_s && !wish.asks_for_margins() && tuned.fraction(wanted) >= all_of_it;
  if (is_by_step) {
    notes.push_back(
        fmt::format("A faster loop would keep these margins, but saturate the rotors "
                    "in {}.",
                    step));
  }
  if (tuned.pace.outer < 1 && !search.is_rate()) {
    notes.push_back(
        fmt::format("Velocity and position are {:.3g} times slower than the inner "
                    "loops allow: faster, {} would saturate the rotors.",
                    1 / tuned.pace.outer, step));
  }
  if (tuned.step_demand > 1) {
    notes.push_back(
        fmt::format("The vehicle cannot give {} at this pace: it asks for {:.3g} times "
                    "what the rotors have beyond the hover.",
                    step, tuned.step_demand));
  }
  return notes;
}

}  // namespace

WantedMargins GainWish::margins() const {
  WantedMargins wanted;
  if (bandwidth_rad_s) wanted = {least_phase_margin_deg, least_gain_margin_db};
  wanted.phase_deg = phase_deg.value_or(wanted.phase_deg);
  wanted.gain_db = gain_db.value_or(wanted.gain_db);
  return wanted;
}

GainProposal propose_gains(const Plan& plan, std::int64_t point, std::string_view law,
                           const GainWish& wish, const std::string& where, bool with_margins) {
  Plan there = plan_at(plan, point);
  require_law_suits(there.scenario, law, where);
  GainSearch search(there, law, wish.step);
  if (!search.loop({})) {
    cannot(where,
           "within the limits of its commands the vehicle has no hover. `montecopter vehicle` "
           "shows what it can do.");
  }
  GainProposal proposal;
  proposal.wish = wish;
  proposal.loop = tuned_as_wished(search, wish, where);
  proposal.controller = search.controller(proposal.loop.pace);
  proposal.notes = notes_on(search, proposal.loop, wish);
  MarginReport& report = proposal.report;
  report.name = there.scenario.name, report.controller = law;
  report.point = point, report.points = plan.sweep.points();
  report.uses_estimate = loop_timing(proposal.controller)->uses_estimate();
  if (with_margins) report.margins = hover_margins(*search.loop(proposal.loop.pace));
  return proposal;
}

}  // namespace montecopter
