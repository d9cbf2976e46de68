#include <fmt/format.h>

#include <cmath>

#include "core/base/error.hpp"
#include "plan/plan.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "scenario/derived/controls.hpp"
#include "vehicle/stability/margin_report.hpp"

namespace montecopter::report {
namespace {

/// A margin as text: "any" if it is unlimited, "-" if it does not exist.
std::string limit(double value) {
  if (std::isinf(value)) return "any";
  return std::isnan(value) ? "-" : number(value, 3);
}

/// Margins of the scenario; nullopt if no loop is closed or the vehicle has no hover.
std::optional<MarginReport> margins_of(const Material& m) {
  try {
    const Plan plan = make_plan(*m.scenario);
    if (!closes_known_loop(*plan.at(m.options.point).scenario.controller)) return std::nullopt;
    return report_margins(plan, m.options.point, m.scenario->controller_at);
  } catch (const Error&) {
    return std::nullopt;  // `montecopter margins` says why
  }
}

std::string table(const std::string& caption, const std::vector<BrokenLoop>& loops) {
  HtmlTable table(
      caption, {"loop", "gain up [dB]", "gain down [dB]", "phase [deg]", "at [rad/s]", "delay [ms]",
                "bandwidth [rad/s]", "peak S", "disk [dB]", "disk [deg]"});
  for (const BrokenLoop& loop : loops) {
    const LoopMargins& of = loop.margins;
    table.row({text(loop.name), limit(of.gain_up_db.value), limit(of.gain_down_db.value),
               limit(of.phase_deg.value), limit(of.phase_deg.rad_s), limit(1e3 * of.delay_s.value),
               limit(of.bandwidth_rad_s), limit(of.sensitivity.value), limit(of.disk.gain_db()),
               limit(of.disk.phase_deg())});
  }
  return table.html();
}

std::string summary(const MarginReport& report) {
  const HoverMargins& m = report.margins;
  std::string html = fmt::format("<p>Nominal vehicle in hover, controller {}", report.controller);
  html += m.period_s > 0 ? fmt::format(" at {} Hz, command delay {} ms.", number(1 / m.period_s),
                                       number(1e3 * m.delay_s))
                         : ", continuous.";
  if (!m.is_stable) {
    return html + fmt::format(" The loop is unstable, with a growth rate of {} 1/s.</p>\n",
                              number(m.growth_1_s));
  }
  if (m.all_commands) {
    html += fmt::format(" Disk margin with all commands at once: {} dB and {} degrees.",
                        limit(m.all_commands->gain_db()), limit(m.all_commands->phase_deg()));
  }
  if (m.later_s) html += fmt::format(" Delay margin: {} ms.", number(1e3 * *m.later_s));
  return html + "</p>\n";
}

}  // namespace

std::optional<Section> loops_section(const Material& m) {
  if (!m.scenario) return std::nullopt;
  const std::optional<MarginReport> report = margins_of(m);
  if (!report) return std::nullopt;
  Section section{"loops", "Loops", summary(*report)};
  if (report->margins.is_stable) {
    section.html += table("Loops broken at the commands", report->margins.at_command) +
                    table("Loops broken at the measurements", report->margins.at_measurement);
  }
  section.html +=
      "<p class=\"recompute\">computed from the <a href=\"#scenario\">scenario</a> by montecopter "
      "margins</p>\n";
  return section;
}

}  // namespace montecopter::report
