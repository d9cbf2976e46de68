#include "flight_warnings.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/base/counted.hpp"
#include "results/summarise/emptied_battery.hpp"
#include "results/summarise/invalid_reasons.hpp"
#include "results/summarise/last_words.hpp"
#include "results/summarise/saturation.hpp"
#include "scenario/load.hpp"
#include "vehicle/performance/can_hover.hpp"
#include "vehicle/performance/touchdown.hpp"

namespace montecopter::cli {
namespace {

/// The scenario of a file; nullopt if this program cannot read it.
std::optional<Scenario> scenario_in(const record::ResultFile& file) {
  try {
    return load_scenario_text(file.resolved_text(), file.path(), ".").scenario;
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Warns that most flights end at the ground limit, beyond which requirements see nothing.
std::vector<Problem> touchdown_warnings(const record::ResultFile& file, const Samples& samples,
                                        const std::optional<Scenario>& scenario) {
  const StatusCounts counts = samples.counts();
  const std::int64_t down = counts[Status::hit_ground];
  const auto flown = std::ssize(samples) - counts[Status::not_run] - counts[Status::invalid_input];
  if (scenario->requirement.empty() && scenario->metrics.empty()) return {};
  return {{.where = file.path(),
           .what = fmt::format("{} of {} ended at simulation.limits.ground", down,
                               counted(flown, "flight")),
           .why = "such a flight counts as failed: it has no metrics, and violates requirements",
           .suggestion = "To assess touchdowns: " + touchdown_remedy(),
           .is_warning = true}};
}

}  // namespace

std::vector<Problem> flight_warnings(const record::ResultFile& file, const Samples& samples) {
  std::vector<Problem> all;
  const auto add = [&](const std::vector<Problem>& some) {
    all.insert(all.end(), some.begin(), some.end());
  };
  const std::vector<Problem> saturated = saturation_warnings(file, samples);
  const StatusCounts counts = samples.counts();
  const std::int64_t down = counts[Status::hit_ground];
  const bool most_are_down = 2 * down > std::ssize(samples);
  std::optional<Scenario> scenario;
  if (!saturated.empty() || most_are_down) scenario = scenario_in(file);
  // Rotors that cannot hold the vehicle saturate whatever the gains.
  if (!scenario || can_hover_to_the_end(*scenario)) add(saturated);
  add(full_duty_warnings(file, samples));
  add(last_words_warnings(file, samples));
  add(invalid_reason_warnings(file, samples));
  add(emptied_battery_warnings(file, samples));
  if (scenario && most_are_down) add(touchdown_warnings(file, samples, scenario));
  return all;
}

}  // namespace montecopter::cli
