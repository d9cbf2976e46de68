#include "flights/identify/fit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/base/words.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "flights/identify/fit_problem.hpp"
#include "scenario/text/writer.hpp"

namespace montecopter::identify {
namespace {

/// Smallest correlation that the report mentions.
constexpr double told_correlation = 0.5;

std::string prior_text(const FittedParameter& parameter) {
  return fmt::format("{} +- {}", significant(parameter.mean), significant(parameter.sd, 2));
}

double share_of_prior(const FitReport& report, std::size_t i) {
  return report.fit.standard_error(i) / report.parameters[i].sd;
}

/// The parameter that correlates most with another one.
std::size_t partner_of(const FitReport& report, std::size_t i) {
  std::size_t partner = i;
  double most = 0;
  for (std::size_t j = 0; j < report.parameters.size(); ++j) {
    const double size = j == i ? 0 : std::fabs(report.fit.correlation(i, j));
    if (size > most) most = size, partner = j;
  }
  return partner;
}

std::string parameters_text(const FitReport& report, std::size_t width) {
  Table table{{"parameter", "value", "standard error", "prior", "error / prior sd", "identified"},
              {}};
  for (std::size_t i = 0; i < report.parameters.size(); ++i) {
    const FittedParameter& parameter = report.parameters[i];
    table.rows.push_back({with_bracketed_unit(parameter.label(), parameter.unit),
                          significant(report.fit.values[i], 5),
                          significant(report.fit.standard_error(i), 2), prior_text(parameter),
                          fmt::format("{:.2f}", share_of_prior(report, i)),
                          report.is_identified(i) ? "yes" : "no"});
  }
  return table_text(table, width);
}

/// Further results of filter error for each log.
std::string lasting_text(const FitReport& report, std::size_t width) {
  if (report.fit.method != FitMethod::filter_error) return "";
  Table table{{"log", "angular acceleration x [rad/s2]", "y", "z", "lag [ms]: position", "velocity",
               "attitude"},
              {}};
  for (std::size_t l = 0; l < report.logs.size(); ++l) {
    const FittedLog& log = report.fit.logs[l];
    std::vector<std::string> row = {report.logs[l].path};
    for (std::size_t k = 0; k < 3; ++k)
      row.push_back(mean_text(log.errors.angular_acceleration_rad_s2[k],
                              log.standard_errors.angular_acceleration_rad_s2[k]));
    for (std::size_t k = 0; k < 3; ++k)
      row.push_back(mean_text(1e3 * log.errors.late_s[k], 1e3 * log.standard_errors.late_s[k]));
    table.rows.push_back(row);
  }
  return table_text(table, width);
}

std::string logs_text(const FitReport& report, std::size_t width) {
  Table table{{"log", "seconds", "delay [ms]", "rate bias x [rad/s]", "y", "z"}, {}};
  for (std::size_t l = 0; l < report.logs.size(); ++l) {
    const FittedLog& log = report.fit.logs[l];
    std::vector<std::string> row = {
        report.logs[l].path,
        fmt::format("{:.4g}",
                    static_cast<double>(log.windows - log.lost) * report.logs[l].window_s),
        mean_text(1e3 * log.errors.delay_s, 1e3 * log.standard_errors.delay_s)};
    for (std::size_t k = 0; k < 3; ++k)
      row.push_back(
          mean_text(log.errors.rate_bias_rad_s[k], log.standard_errors.rate_bias_rad_s[k]));
    table.rows.push_back(row);
  }
  return table_text(table, width);
}

/// What differs between flights.
std::string flights_text(const FlightSpread& flights, std::size_t width) {
  if (!flights.is_known()) return "between flights: not known from one log\n";
  Table table{{"standard deviation between flights", "x", "y", "z"}, {}};
  const auto add = [&](const char* what, const std::array<double, 3>& sd) {
    table.rows.push_back(
        {what, significant(sd[0], 2), significant(sd[1], 2), significant(sd[2], 2)});
  };
  add("rate bias [rad/s]", flights.sd.rate_bias_rad_s);
  add("constant acceleration [m/s2]", flights.sd.acceleration_m_s2);
  add("constant angular acceleration [rad/s2]", flights.sd.angular_acceleration_rad_s2);
  return table_text(table, width) + fmt::format("delay between flights: {} +- {} ms\n",
                                                significant(1e3 * flights.mean.delay_s, 3),
                                                significant(1e3 * flights.sd.delay_s, 2));
}

/// Shift of the centre of mass.
std::string shift_text(const std::array<double, 3>& shift_m) {
  if (shift_m == std::array<double, 3>{}) return "";
  return fmt::format(
      "centre of mass shifted by {}, {} mm (x, y): this explains the mean moment of all flights\n",
      significant(1e3 * shift_m[0], 3), significant(1e3 * shift_m[1], 3));
}

Json three_json(const std::array<double, 3>& values) {
  Json list = Json::array();
  for (const double value : values) list.add(Json::number(value));
  return list;
}

/// Means and standard deviations over flights; null where they are not known.
Json flights_json(const FlightSpread& flights) {
  if (!flights.is_known()) return {};
  const LogErrors &mean = flights.mean, &sd = flights.sd;
  return Json::object()
      .set("logs", Json::number(flights.logs))
      .set("delay_s", Json::number(mean.delay_s))
      .set("delay_sd_s", Json::number(sd.delay_s))
      .set("rate_bias_rad_s", three_json(mean.rate_bias_rad_s))
      .set("rate_bias_sd_rad_s", three_json(sd.rate_bias_rad_s))
      .set("acceleration_m_s2", three_json(mean.acceleration_m_s2))
      .set("acceleration_sd_m_s2", three_json(sd.acceleration_m_s2))
      .set("angular_acceleration_rad_s2", three_json(mean.angular_acceleration_rad_s2))
      .set("angular_acceleration_sd_rad_s2", three_json(sd.angular_acceleration_rad_s2));
}

std::string errors_text(const ModelErrors& errors, std::size_t width) {
  Table table{{"unexplained motion", "x", "y", "z"}, {}};
  const auto add = [&](const char* what, const std::array<UnexplainedMotion, 3>& axes,
                       auto number) {
    std::vector<std::string> row = {what};
    for (const UnexplainedMotion& axis : axes) row.push_back(significant(number(axis), 3));
    table.rows.push_back(row);
  };
  const auto noise = [](const UnexplainedMotion& u) { return u.noise; };
  const auto white = [](const UnexplainedMotion& u) { return std::sqrt(u.density); };
  const auto drift = [](const UnexplainedMotion& u) { return u.drift; };
  add("velocity noise [m/s]", errors.velocity, noise);
  add("white acceleration [m/s2 per sqrt(Hz)]", errors.velocity, white);
  add("constant acceleration [m/s2]", errors.velocity, drift);
  add("body rate noise [rad/s]", errors.body_rate, noise);
  add("white angular acceleration [rad/s2 per sqrt(Hz)]", errors.body_rate, white);
  add("constant angular acceleration [rad/s2]", errors.body_rate, drift);
  return table_text(table, width) + fmt::format("position noise {} m, attitude noise {} rad\n",
                                                significant(errors.position_noise_m, 3),
                                                significant(errors.attitude_noise_rad, 3));
}

Json axes_json(const std::array<UnexplainedMotion, 3>& axes, double UnexplainedMotion::*number) {
  Json list = Json::array();
  for (const UnexplainedMotion& axis : axes) list.add(Json::number(axis.*number));
  return list;
}

Json parameter_json(const FitReport& report, std::size_t i) {
  const FittedParameter& parameter = report.parameters[i];
  Json correlations = Json::array();
  for (std::size_t j = 0; j < report.parameters.size(); ++j)
    correlations.add(Json::number(report.fit.correlation(i, j)));
  Json out = Json::object();
  out.set("path", Json::text(parameter.path))
      .set("apply", Json::text(parameter.apply == Apply::factor   ? "factor"
                               : parameter.apply == Apply::offset ? "offset"
                                                                  : "value"))
      .set("unit", Json::text(parameter.unit))
      .set("value", Json::number(report.fit.values[i]))
      .set("standard_error", Json::number(report.fit.standard_error(i)))
      .set("prior_mean", Json::number(parameter.mean))
      .set("prior_sd", Json::number(parameter.sd))
      .set("identified", Json::boolean(report.is_identified(i)))
      .set("reason", Json::text(report.reason(i)))
      .set("correlations", std::move(correlations));
  return out;
}

/// Noise and disturbances found by filter error.
Json disturbances_json(const Disturbances& disturbances) {
  Json record = Json::array(), axes = Json::array();
  for (const double sd : disturbances.record) record.add(Json::number(sd));
  for (const Disturbance& axis : disturbances.axes) {
    axes.add(Json::object()
                 .set("wander", Json::number(axis.wander))
                 .set("density", Json::number(axis.density))
                 .set("lasting", Json::number(axis.lasting))
                 .set("time_s", Json::number(axis.time_s)));
  }
  return Json::object().set("record", std::move(record)).set("axes", std::move(axes));
}

Json log_json(const FitLog& log, const FittedLog& fitted) {
  Json out = Json::object();
  out.set("log", Json::text(log.path))
      .set("drive", Json::text(log.drive.signal.name))
      .set("row_period_s", Json::number(log.track.period_s))
      .set("windows", Json::number(fitted.windows))
      .set("lost", Json::number(fitted.lost))
      .set("delay_s", Json::number(fitted.errors.delay_s))
      .set("delay_standard_error_s", Json::number(fitted.standard_errors.delay_s))
      .set("rate_bias_rad_s", three_json(fitted.errors.rate_bias_rad_s))
      .set("rate_bias_standard_error_rad_s", three_json(fitted.standard_errors.rate_bias_rad_s));
  if (!fitted.disturbances.is_known) return out;
  out.set("angular_acceleration_rad_s2", three_json(fitted.errors.angular_acceleration_rad_s2))
      .set("angular_acceleration_standard_error_rad_s2",
           three_json(fitted.standard_errors.angular_acceleration_rad_s2))
      .set("late_s", three_json(fitted.errors.late_s))
      .set("late_standard_error_s", three_json(fitted.standard_errors.late_s))
      .set("disturbances", disturbances_json(fitted.disturbances));
  return out;
}

Json errors_json(const FitReport& report) {
  const ModelErrors& errors = report.errors;
  Json out = Json::object();
  out.set("position_noise_m", Json::number(errors.position_noise_m))
      .set("attitude_noise_rad", Json::number(errors.attitude_noise_rad))
      .set("velocity_noise_m_s", axes_json(errors.velocity, &UnexplainedMotion::noise))
      .set("acceleration_density_m2_s3", axes_json(errors.velocity, &UnexplainedMotion::density))
      .set("acceleration_drift_m_s2", axes_json(errors.velocity, &UnexplainedMotion::drift))
      .set("body_rate_noise_rad_s", axes_json(errors.body_rate, &UnexplainedMotion::noise))
      .set("angular_acceleration_density_rad2_s3",
           axes_json(errors.body_rate, &UnexplainedMotion::density))
      .set("angular_acceleration_drift_rad_s2",
           axes_json(errors.body_rate, &UnexplainedMotion::drift))
      .set("force_n2_s", Json::number(report.white.force_n2_s))
      .set("moment_n2_m2_s", Json::number(report.white.moment_n2_m2_s));
  return out;
}

std::size_t windows_of(const FitReport& report) {
  std::size_t sum = 0;
  for (const FittedLog& log : report.fit.logs) sum += log.windows - log.lost;
  return sum;
}

/// "24 windows of 0.4 s", "9.6 s by filter error".
std::string flown_text(const FitReport& report) {
  const double window_s = report.logs.front().window_s;
  const std::size_t windows = windows_of(report);
  if (report.fit.method == FitMethod::output_error)
    return fmt::format("{} of {:.4g} s", counted(windows, "window"), window_s);
  if (report.fit.method == FitMethod::prediction)
    return fmt::format("{:.4g} s by prediction error", static_cast<double>(windows) * window_s);
  return fmt::format("{:.4g} s by filter error", static_cast<double>(windows) * window_s);
}

}  // namespace

bool FitReport::is_identified(std::size_t i) const {
  return fit.has_effect[i] && fit.standard_error(i) <= identified_below * parameters[i].sd &&
         !is_at_edge(i);
}

bool FitReport::is_at_edge(std::size_t i) const {
  constexpr double surely = 1.96;
  const FittedParameter& parameter = parameters[i];
  // A fit keeps two difference steps off the ends of a range.
  const double near = 3 * step_by_sd * parameter.sd, far = surely * fit.standard_error(i);
  const double value = fit.values[i];
  return value < parameter.low + near || value > parameter.high - near ||
         value < parameter.prior_low - far || value > parameter.prior_high + far;
}

std::string FitReport::reason(std::size_t i) const {
  if (is_identified(i)) return "";
  if (std::isnan(fit.standard_error(i))) return "its standard error is not a number";
  if (fit.has_effect[i] && is_at_edge(i))
    return "it is at the edge of its prior or beyond, so another effect takes its place, or the "
           "prior is wrong";
  const bool by_speed = std::all_of(logs.begin(), logs.end(), [](const FitLog& log) {
    return log.drive.kind == DriveKind::rotor_speed;
  });
  if (!fit.has_effect[i]) {
    return by_speed && parameters[i].path.find(".motor") != std::string::npos
               ? "the rotors turn as recorded, so motor parameters have no effect (use --drive "
                 "command)"
               : "nothing in these flights depends on it";
  }
  const std::size_t partner = partner_of(*this, i);
  if (fit.alone[i] <= identified_below * parameters[i].sd && partner != i &&
      std::fabs(fit.correlation(i, partner)) > told_correlation) {
    return fmt::format("only determined together with {} (correlation {:.2f})",
                       parameters[partner].label(), fit.correlation(i, partner));
  }
  return "its effect in these flights is below their noise";
}

void require_something_identified(const FitReport& report, const std::string& scenario) {
  std::string reasons;
  for (std::size_t i = 0; i < report.parameters.size(); ++i) {
    if (report.is_identified(i)) return;
    reasons +=
        fmt::format("{}{}: {}", i == 0 ? "" : "; ", report.parameters[i].label(), report.reason(i));
  }
  throw Error(ExitCode::refused,
              Problem{scenario, "the logs identify none of the dispersed parameters", reasons});
}

std::string fit_text(const FitReport& report, std::size_t width) {
  const Fit& fit = report.fit;
  std::string text = fmt::format("{}: {}, {}{}\n", report.scenario, flown_text(report),
                                 counted(fit.iterations, "iteration"),
                                 fit.has_converged ? ""
                                 : fit.is_stuck    ? ", stopped where no step reduces the loss"
                                                   : ", which did not converge");
  text += parameters_text(report, width);
  for (std::size_t i = 0; i < report.parameters.size(); ++i) {
    if (!report.is_identified(i))
      text +=
          fmt::format("not identified: {}: {}\n", report.parameters[i].label(), report.reason(i));
  }
  for (std::size_t i = 0; i < report.parameters.size(); ++i) {
    for (std::size_t j = i + 1; j < report.parameters.size(); ++j) {
      if (std::fabs(fit.correlation(i, j)) > told_correlation)
        text += fmt::format("correlation {:.2f}: {}, {}\n", fit.correlation(i, j),
                            report.parameters[i].label(), report.parameters[j].label());
    }
  }
  text += fmt::format(
      "residuals are correlated: {} {} {:.3g} times less information than "
      "independent residuals\n",
      counted(fit.blocks, "block"), fit.blocks == 1 ? "carries" : "carry", fit.colour);
  text += logs_text(report, width) + lasting_text(report, width) +
          flights_text(report.flights.flights, width) + shift_text(report.centre_of_mass_shift_m) +
          errors_text(report.errors, width);
  return report.held_out ? text + held_out_text(*report.held_out, width) : text;
}

Json fit_json(const FitReport& report) {
  Json parameters = Json::array(), logs = Json::array();
  for (std::size_t i = 0; i < report.parameters.size(); ++i)
    parameters.add(parameter_json(report, i));
  for (std::size_t l = 0; l < report.logs.size(); ++l)
    logs.add(log_json(report.logs[l], report.fit.logs[l]));
  Json out = Json::object();
  out.set("scenario", Json::text(report.scenario))
      .set("method",
           Json::text(std::string(fit_method_names[static_cast<std::size_t>(report.fit.method)])))
      .set("window_s", Json::number(report.logs.front().window_s))
      .set("windows", Json::number(windows_of(report)))
      .set("iterations", Json::number(report.fit.iterations))
      .set("converged", Json::boolean(report.fit.has_converged))
      .set("blocks", Json::number(report.fit.blocks))
      .set("colour", Json::number(report.fit.colour))
      .set("parameters", std::move(parameters))
      .set("logs", std::move(logs))
      .set("between_flights", flights_json(report.flights.flights))
      .set("centre_of_mass_shift_m", three_json(report.centre_of_mass_shift_m))
      .set("unexplained", errors_json(report))
      .set("held_out", report.held_out ? held_out_json(*report.held_out) : Json());
  return out;
}

std::string fit_comments(const FitReport& report) {
  std::string text = "# Fitted to flights by montecopter fit";
  for (const FitLog& log : report.logs)
    text += fmt::format("{} {}", &log == &report.logs.front() ? ":" : ",", printable(log.path));
  text += fmt::format(".\n# {}.{} Values with their standard errors:\n", flown_text(report),
                      report.fit.has_converged ? "" : " The fit did not converge.");
  const std::string shift = shift_text(report.centre_of_mass_shift_m);
  if (!shift.empty()) text += "#   " + shift;
  for (std::size_t i = 0; i < report.parameters.size(); ++i) {
    const FittedParameter& parameter = report.parameters[i];
    text += fmt::format("#   {}: {} +- {} (prior: {}){}\n",
                        with_bracketed_unit(parameter.label(), parameter.unit),
                        significant(report.fit.values[i], 6),
                        significant(report.fit.standard_error(i), 2), prior_text(parameter),
                        report.is_identified(i) ? "" : ", not identified: " + report.reason(i));
  }
  return text;
}

std::string vehicle_toml(const Scenario& scenario) {
  const TypeSchema& whole = schema_of<Scenario>();
  const auto at = std::find_if(whole.fields.begin(), whole.fields.end(),
                               [](const FieldSchema& f) { return f.key == "vehicle"; });
  const TypeSchema& type = *at->type;
  void* vehicle = const_cast<Vehicle*>(&*scenario.vehicle);
  const TypeSchema& held = type.type_held(vehicle);
  Writer writer([](std::string_view, std::string_view) { return false; });
  writer.fields(held, type.held(vehicle), "");
  return fmt::format("{} = \"{}\"\n", type.type_key, held.type_name) + std::move(writer).text();
}

}  // namespace montecopter::identify
