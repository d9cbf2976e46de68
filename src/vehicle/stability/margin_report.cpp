#include "vehicle/stability/margin_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/model/sweep.hpp"
#include "vehicle/stability/asked_point.hpp"

namespace montecopter {
namespace {

/// Text of a margin: four digits; "-" if it does not exist, "any" if it has no limit.
std::string cell(double value, int digits = 4) {
  return std::isinf(value) ? "any" : significant(value, digits);
}

std::string line(const std::string& label, const std::string& text) {
  return fmt::format("  {:<16}{}\n", label, text);
}

std::vector<std::string> row_of(const BrokenLoop& loop) {
  const LoopMargins& m = loop.margins;
  return {loop.name,
          cell(m.gain_up_db.value, 3),
          cell(m.gain_down_db.value, 3),
          cell(m.phase_deg.value, 3),
          cell(m.phase_deg.rad_s, 3),
          cell(1e3 * m.delay_s.value, 3),
          cell(m.bandwidth_rad_s, 3),
          cell(m.sensitivity.value, 3),
          cell(m.disk.gain_db(), 3),
          cell(m.disk.phase_deg(), 3)};
}

std::string loops_text(const std::string& where, const std::vector<BrokenLoop>& loops,
                       std::size_t width) {
  Table table;
  table.header = {where,   "GM up dB",        "GM down dB", "PM deg",  "at rad/s",
                  "DM ms", "bandwidth rad/s", "peak S",     "disk dB", "disk deg"};
  for (const BrokenLoop& loop : loops) table.rows.push_back(row_of(loop));
  return "\n" + table_text(table, width);
}

std::string taken_text(const HoverMargins& all, std::size_t width) {
  Table table;
  table.header = {"phase lag, deg", "at rad/s", "hold", "delay", "actuators", "rate age"};
  for (const BrokenLoop& loop : all.at_command) {
    if (!loop.taken) continue;
    const PhaseLag& t = *loop.taken;
    table.rows.push_back({loop.name, cell(t.rad_s, 3), fmt::format("{:.1f}", t.hold_deg),
                          fmt::format("{:.1f}", t.delay_deg),
                          fmt::format("{:.1f}", t.actuators_deg),
                          fmt::format("{:.1f}", t.rate_age_deg)});
  }
  return table.rows.empty() ? "" : "\n" + table_text(table, width);
}

std::string timing_text(const MarginReport& report) {
  const HoverMargins& m = report.margins;
  std::string text = report.controller;
  if (!(m.period_s > 0)) return text + ", continuous";
  text += fmt::format(" at {:.6g} Hz, command delay {:.4g} ms", 1 / m.period_s, 1e3 * m.delay_s);
  if (m.rate_age_s > 0) text += fmt::format(", body rate age {:.4g} ms", 1e3 * m.rate_age_s);
  return text;
}

Json at_frequency(const AtFrequency& x, const char* unit) {
  return Json::object().set(unit, Json::number(x.value)).set("at_rad_s", Json::number(x.rad_s));
}

Json disk_json(const DiskMargin& disk) {
  return Json::object()
      .set("alpha", Json::number(disk.alpha.value))
      .set("gain_db", Json::number(disk.gain_db()))
      .set("phase_deg", Json::number(disk.phase_deg()))
      .set("at_rad_s", Json::number(disk.alpha.rad_s));
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double x : values) list.add(Json::number(x));
  return list;
}

/// Adds L = T / (1 - T) over the frequencies, and the step if there is one.
void add_curves(const BrokenLoop& loop, Json& json) {
  Json curve = Json::array();
  for (const Complex& t : loop.closed) {
    const Complex l = quotient(t, {1 - t.real(), -t.imag()});
    curve.add(Json::array().add(Json::number(l.real())).add(Json::number(l.imag())));
  }
  json.set("loop", std::move(curve));
  if (loop.step.time_s.empty()) return;
  json.set("step", Json::object()
                       .set("time_s", numbers(loop.step.time_s))
                       .set("value", numbers(loop.step.value)));
}

Json loop_json(const BrokenLoop& loop, bool with_curves) {
  const LoopMargins& m = loop.margins;
  Json json = Json::object()
                  .set("name", Json::text(loop.name))
                  .set("gain_up", at_frequency(m.gain_up_db, "db"))
                  .set("gain_down", at_frequency(m.gain_down_db, "db"))
                  .set("phase", at_frequency(m.phase_deg, "deg"))
                  .set("delay", at_frequency(m.delay_s, "s"))
                  .set("crossover_rad_s", Json::number(m.crossover_rad_s))
                  .set("bandwidth_rad_s", Json::number(m.bandwidth_rad_s))
                  .set("peak_sensitivity", at_frequency(m.sensitivity, "value"))
                  .set("peak_complementary", at_frequency(m.complementary, "value"))
                  .set("disk", disk_json(m.disk));
  if (loop.taken) {
    json.set("phase_taken", Json::object()
                                .set("at_rad_s", Json::number(loop.taken->rad_s))
                                .set("hold_deg", Json::number(loop.taken->hold_deg))
                                .set("delay_deg", Json::number(loop.taken->delay_deg))
                                .set("actuators_deg", Json::number(loop.taken->actuators_deg))
                                .set("rate_age_deg", Json::number(loop.taken->rate_age_deg)));
  }
  if (with_curves) add_curves(loop, json);
  return json;
}

Json loops_json(const std::vector<BrokenLoop>& loops, bool with_curves) {
  Json list = Json::array();
  for (const BrokenLoop& loop : loops) list.add(loop_json(loop, with_curves));
  return list;
}

}  // namespace

MarginReport report_margins(const Plan& plan, std::int64_t point, const std::string& where,
                            bool with_steps) {
  require_point(plan, point);
  const Plan& of = plan.at(point);
  if (program_of(*of.scenario.controller) != nullptr) {
    throw Error(
        ExitCode::usage,
        Problem{where, "the controller is an external program, so its control law is unknown",
                "margins are computed from the law",
                "Fly it with a larger delay_s, or with other gains of its own"});
  }
  if (!closes_known_loop(*of.scenario.controller)) {
    throw Error(
        ExitCode::usage,
        Problem{where, "the scenario has no feedback loop",
                "a command table does not use the state of the vehicle, so there are no margins",
                "Give a feedback controller, for example type = \"px4\""});
  }
  Scenario there = of.scenario;
  if (plan.sweep.axes() > 0) SweepTargets(plan.sweep, there).go_to(point);
  const auto& control = of.time.control;
  const auto loop = hover_loop(of, there, control.every, control.delay, where);
  if (!loop) {
    throw NoHoverError(
        where,
        "the vehicle has no hover within the limits of its commands, or the control law has no "
        "derivatives there. `montecopter vehicle` shows what the vehicle can do.");
  }
  MarginReport report;
  report.name = of.scenario.name;
  report.controller = controller_type(*there.controller);
  report.point = point, report.points = plan.sweep.points();
  report.uses_estimate = loop_timing(*there.controller)->uses_estimate();
  report.margins = hover_margins(*loop, with_steps);
  return report;
}

std::string margin_text(const MarginReport& report, std::size_t width) {
  const HoverMargins& m = report.margins;
  std::string text = fmt::format(
      "{}: gain, phase and delay margins (GM, PM, DM) of the closed loop at hover", report.name);
  if (report.points > 1) text += fmt::format(", point {} of {}", report.point, report.points);
  text += "\n" + line("controller", timing_text(report));
  text += line("feedback", report.uses_estimate ? "estimate" : "truth");
  if (!m.is_stable) {
    return text + line("unstable", fmt::format("a mode grows by {} 1/s, so there are no "
                                               "margins",
                                               significant(m.growth_1_s)));
  }
  text += line("slowest mode", fmt::format("{} 1/s", significant(m.growth_1_s)));
  if (m.all_commands) {
    text += line(
        "all commands",
        fmt::format("disk margin {} dB, {} deg at {} rad/s", cell(m.all_commands->gain_db(), 3),
                    cell(m.all_commands->phase_deg(), 3), cell(m.all_commands->alpha.rad_s, 3)));
  }
  if (m.later_s) {
    text += line("delay margin",
                 fmt::format("{} ms for all commands together", significant(1e3 * *m.later_s)));
  }
  text += loops_text("broken at command", m.at_command, width);
  text += taken_text(m, width);
  text += loops_text("at measurement", m.at_measurement, width);
  return text;
}

Json margins_as_json(const MarginReport& report, bool with_curves) {
  const HoverMargins& m = report.margins;
  Json json = Json::object()
                  .set("name", Json::text(report.name))
                  .set("point", Json::number(report.point))
                  .set("controller", Json::text(report.controller))
                  .set("feedback", Json::text(report.uses_estimate ? "estimate" : "truth"))
                  .set("period_s", m.period_s > 0 ? Json::number(m.period_s) : Json())
                  .set("delay_s", Json::number(m.delay_s))
                  .set("rate_age_s", Json::number(m.rate_age_s))
                  .set("stable", Json::boolean(m.is_stable))
                  .set("growth_1_s", Json::number(m.growth_1_s))
                  .set("later_s", m.later_s ? Json::number(*m.later_s) : Json());
  if (m.all_commands) json.set("all_commands", disk_json(*m.all_commands));
  if (with_curves) json.set("rad_s", numbers(m.grid_rad_s));
  json.set("at_command", loops_json(m.at_command, with_curves))
      .set("at_measurement", loops_json(m.at_measurement, with_curves));
  return json;
}

std::string margin_json(const MarginReport& report, bool with_curves) {
  return margins_as_json(report, with_curves).print() + "\n";
}

std::string no_margins_json(const std::string& name, std::int64_t point,
                            const std::string& reason) {
  Json json = Json::object()
                  .set("name", Json::text(name))
                  .set("point", Json::number(point))
                  .set("stable", Json())
                  .set("reason", Json::text(reason))
                  .set("at_command", Json::array())
                  .set("at_measurement", Json::array());
  return json.print() + "\n";
}

}  // namespace montecopter
