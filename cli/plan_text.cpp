#include "plan_text.hpp"

#include <fmt/format.h>

#include <array>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "record/lay_out.hpp"
#include "scenario/derived/checked_points.hpp"
#include "streams.hpp"
#include "vehicle/rare/searched_flights.hpp"

namespace montecopter::cli {

std::string size_text(std::uint64_t bytes) {
  double size = static_cast<double>(bytes);
  std::size_t unit = 0;
  constexpr std::array<const char*, 7> units = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  for (; size >= 999.5 && unit + 1 < units.size(); ++unit) size /= 1000;
  return fmt::format("{:.3g} {}", size, units[unit]);
}

std::string plan_text(const Plan& plan) {
  const std::string size = size_text(record::expected_bytes(plan.layout));
  const std::string points = plan.sweep.axes() == 0
                                 ? ""
                                 : fmt::format("{} of {}: ", counted(plan.sweep.points(), "point"),
                                               counted(plan.samples_per_point, "sample"));
  return fmt::format(
      "{}: ok. {}{} of {} of {:.6g} s ({:.6g} s), {} traced with {} each; the file takes {}.\n",
      plan.scenario.name, points, counted(plan.layout.samples, "sample"),
      counted(plan.time.steps, "step"), plan.time.step_s, duration_s(plan),
      plan.layout.trace_samples.size(), counted(plan.outputs, "row"), size);
}

void note_drawn_points(const Plan& plan, Remarks& remarks) {
  const std::string note = drawn_points_text(plan.sweep, plan.scenario.monte_carlo.seed);
  if (!note.empty()) remarks.note(note);
}

std::string rare_text(const Plan& plan) {
  std::vector<std::string> all;
  for (const auto& [name, requirement] : plan.scenario.requirement) {
    if (const auto flights = flights_of_rare(plan, name)) {
      all.push_back(fmt::format("{} by about {}", name, counted(*flights, "flight")));
    }
  }
  if (all.empty()) return "";
  return wrapped("`rare` would judge " + join(all) + ", for a probability near the limit", 0,
                 answer_width());
}

}  // namespace montecopter::cli
