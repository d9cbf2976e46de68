#include "vehicle/stability/loop_stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/controllers/controller.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/lqr.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/model/sweep.hpp"
#include "vehicle/performance/can_hover.hpp"
#include "vehicle/stability/loop_noise.hpp"

namespace montecopter {
namespace {

constexpr double ln2 = 0.6931471805599453;
constexpr std::int64_t most_points = 100;

bool is_stable_with(const Plan& plan, const Scenario& there, std::int64_t every,
                    std::int64_t delay) {
  const auto model = loop_model(plan, there, every, delay);
  return model && !model->is_unstable();
}

/// Largest number below `limit` for which the test holds, if it holds for all smaller ones; -1:
/// none.
template <class Test>
std::int64_t largest(std::int64_t first, std::int64_t limit, const Test& test) {
  if (first >= limit || !test(first)) return -1;
  std::int64_t good = first, bad = limit;
  while (bad - good > 1) {
    const std::int64_t middle = good + (bad - good) / 2;
    (test(middle) ? good : bad) = middle;
  }
  return good;
}

/// A change that stabilises the loop.
std::string remedy(const Plan& plan, const Scenario& there) {
  const std::int64_t every = plan.time.control.every, delay = plan.time.control.delay;
  const double step_s = plan.time.step_s;
  if (plan.time.control.continuous) return "Change the gains";
  const std::int64_t sooner =
      largest(0, delay, [&](std::int64_t d) { return is_stable_with(plan, there, every, d); });
  if (sooner >= 0) {
    return fmt::format("The loop is stable with a delay of at most {:.4g} s",
                       static_cast<double>(sooner) * step_s);
  }
  const std::int64_t shorter = largest(1, every, [&](std::int64_t n) {
    return is_stable_with(plan, there, n, std::min(most_delay_periods * n, delay));
  });
  if (shorter < 0) return "No controller rate with this step stabilises the loop: change the gains";
  return fmt::format("The loop is stable at {:.4g} Hz and above",
                     1 / (static_cast<double>(shorter) * step_s));
}

std::string complex_text(std::complex<double> z) {
  // Smaller parts are invisible beside an eigenvalue near 1 in six digits.
  if (std::fabs(z.imag()) < 1e-9) return fmt::format("{:.6g}", z.real());
  return fmt::format("{:.6g} +- {:.6g}i", z.real(), std::fabs(z.imag()));
}

Problem warning(const Plan& plan, const Scenario& there, const LoopModel& model,
                const std::string& where, std::int64_t point) {
  const std::complex<double> z = model.dominant_eigenvalue();
  const bool is_held = model.period_s > 0;
  Problem p;
  p.where = where;
  p.is_warning = true;
  p.what = "the gains make the loop unstable at hover";
  if (plan.sweep.axes() > 0) p.what = fmt::format("sweep point {}: {}", point, p.what);
  p.why = is_held ? fmt::format("an eigenvalue per period of {:.4g} s is {}, of magnitude {:.6g}",
                                model.period_s, complex_text(z), std::abs(z))
                  : fmt::format("an eigenvalue is {} 1/s", complex_text(z));
  p.why += fmt::format(": deviations double in {:.3g} s", ln2 / model.growth_1_s());
  if (is_held) {
    p.why += fmt::format(", the pole is at {} 1/s", complex_text(std::log(z) / model.period_s));
  }
  if (model.rate_age_s > 0) {
    p.why += fmt::format("; the body rates of the gyroscope are {:.3g} s old", model.rate_age_s);
  }
  p.suggestion = remedy(plan, there);
  return p;
}

/// Whether a scenario closes a loop around a hover by a known control law; set-points do not hold a
/// hover.
bool has_hover_loop(const Scenario& scenario) {
  return closes_known_loop(*scenario.controller) && set_points(*scenario.controller) == nullptr;
}

/// Fault of the loop at a point of the sweep.
std::optional<Problem> warning_at(const Plan& plan, const Scenario& there, const std::string& where,
                                  std::int64_t point) {
  const auto& control = plan.time.control;
  const auto model = loop_model(plan, there, control.every, control.delay, where);
  if (!model) return std::nullopt;
  if (model->is_unstable()) return warning(plan, there, *model, where, point);
  return noise_warning(plan, there, *model, where, point);
}

}  // namespace

std::vector<Problem> loop_warnings(const Plan& plan, const std::string& where) {
  const Plan* last = nullptr;
  Scenario there;
  for (std::int64_t point = 0; point < std::min(plan.sweep.points(), most_points); ++point) {
    const Plan& of = plan.at(point);
    if (!has_hover_loop(of.scenario)) continue;
    if (&of != last) there = of.scenario;  // a copy may hold a million swept values
    last = &of;
    if (plan.sweep.axes() > 0) SweepTargets(plan.sweep, there).go_to(point);
    const bool is_designed = std::holds_alternative<LqrController>(*there.controller);
    if (!is_designed && !can_hover(there)) continue;  // no gains would help
    if (const auto problem = warning_at(of, there, where, point)) return {*problem};
  }
  return {};
}

}  // namespace montecopter
