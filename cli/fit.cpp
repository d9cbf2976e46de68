/// montecopter fit: parameters of a vehicle and their uncertainty from recorded flights.

#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <memory>
#include <span>

#include "commands.hpp"
#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/base/sha256.hpp"
#include "fit_request.hpp"
#include "flights/identify/error_file.hpp"
#include "flights/identify/fit_report.hpp"
#include "flights/identify/fitted_surface.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "remarks.hpp"
#include "scenario/load.hpp"
#include "scenario/write.hpp"
#include "streams.hpp"
#include "vehicle/performance/vehicle_report.hpp"

namespace montecopter::cli {
namespace {

Digest256 digest_of(const std::string& bytes) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(bytes)));
  return hash.digest();
}

/// A log, and the part of it that is fitted.
struct FittedPart {
  Digest256 log;
  identify::Span span;
};

/// Refuses a flight that is given twice: it would count as two, and standard errors would be too
/// small.
void require_new_flight(const FitRequest& request, std::size_t k, std::vector<FittedPart>& parts,
                        const FittedPart& part) {
  for (std::size_t other = 0; other < parts.size(); ++other) {
    const identify::Span& span = parts[other].span;
    const bool overlap = part.span.from_s < span.to_s && span.from_s < part.span.to_s;
    if (parts[other].log != part.log || !overlap) continue;
    throw Error(
        ExitCode::usage,
        Problem{
            request.files[k], fmt::format("it is the same log as '{}'", request.files[other]),
            fmt::format(
                "the SHA-256 of both is {}; a flight counted twice makes standard errors too small",
                hex(part.log)),
            "Give it once, or choose parts that do not overlap with --from and --to"});
  }
  parts.push_back(part);
}

identify::FitLog read_log(const FitRequest& request, std::size_t k, const LogPart& said,
                          const Multirotor& vehicle, const CalmAir& air, double window_s,
                          std::vector<FittedPart>& parts, Remarks& remarks) {
  LogOptions options = request.log;
  options.columns = said.columns;
  FlightChoice choice = request.flight;
  choice.from = said.from, choice.to = said.to;
  const identify::Span span = choice.span();
  const std::string& file = request.files[k];
  const std::string bytes = logs::read_log_file(file);
  require_new_flight(request, k, parts, {digest_of(bytes), span});
  const logs::RecordedFlight flight = logs::read_log_bytes(bytes, file, options.choice());
  const identify::Drive drive = choice.drive_of(flight, vehicle);
  warn_of_jumps(flight, remarks);
  warn_of_spikes(file, drive, remarks);
  warn_of_zeros(file, drive, remarks);
  warn_of_limits(file, drive, true, remarks);
  identify::FitLog log = identify::make_fit_log(flight, drive, span, window_s);
  warn_of_derived(file, log.track, remarks);
  warn_of_order(file, identify::other_motor_order(vehicle, air, drive, log.track),
                choice.rotor_of(vehicle.rotors.size()), remarks);
  return log;
}

/// All logs, each with its windows.
std::vector<identify::FitLog> read_logs(const FitRequest& request, const std::vector<LogPart>& said,
                                        const Multirotor& vehicle, const CalmAir& air,
                                        double window_s, Remarks& remarks) {
  std::vector<identify::FitLog> logs;
  std::vector<FittedPart> parts;
  for (std::size_t k = 0; k < request.files.size(); ++k)
    logs.push_back(read_log(request, k, said[k], vehicle, air, window_s, parts, remarks));
  return logs;
}

/// Warns of rotors that seem to act late. Filters of motors and gyroscopes delay by a few
/// milliseconds. With output error, a larger delay is a sign of moments that rotors do not cause:
/// the controller answers them, and a later drive looks less like an answer.
void tell_of_late_rotors(const std::string& log, const identify::FittedLog& fitted,
                         identify::FitMethod method, Remarks& remarks) {
  constexpr double usual_s = -0.005, surely = 1.96;
  const double delay_s = fitted.errors.delay_s;
  if (delay_s + surely * fitted.standard_errors.delay_s > usual_s) return;
  const bool is_filtered = method == identify::FitMethod::filter_error;
  const bool is_output_error = method == identify::FitMethod::output_error;
  Problem problem{
      log, fmt::format("its rotors seem to act {:.3g} ms later than recorded", -1000 * delay_s),
      is_filtered ? "its states are recorded late"
                  : "its states are recorded late, or gusts turn the vehicle as much as its rotors "
                    "do, which makes inertias too large",
      is_output_error ? "Use --method filter_error, which includes gusts"
                      : "If you know the delay, give it in --columns as delay_s of body_rate",
      true};
  remarks.warn_all({problem});
}

/// Warns of a delay at the end of its range.
void tell_of_edge(const std::string& log, double delay_s, Remarks& remarks) {
  constexpr double near_s = 1e-3;
  if (std::fabs(delay_s) < identify::most_delay_s - near_s) return;
  Problem problem{log,
                  fmt::format("the delay of its rotor record is {:.3g} ms, the end of the search",
                              1e3 * delay_s),
                  "the true delay may be larger, and other parameters then absorb it",
                  "Correct the time of the columns (delay_s in --columns), or leave the log out",
                  true};
  remarks.warn_all({problem});
}

/// Warns of a number far from its prior: a wrong unit, or another vehicle.
void tell_of_far_parameters(const identify::FitReport& report, Remarks& remarks) {
  constexpr double far = 5;  // standard deviations: one of two million
  for (std::size_t i = 0; i < report.parameters.size(); ++i) {
    const identify::FittedParameter& parameter = report.parameters[i];
    const double away = std::fabs(report.fit.values[i] - parameter.mean) / parameter.sd;
    if (!(away > far)) continue;
    Problem problem{report.scenario,
                    fmt::format("{} is {:.3g} standard deviations from its mean in [disperse]",
                                parameter.label(), away),
                    "the scenario may describe another vehicle, or have a number in another unit",
                    "Check both, or widen [disperse]", true};
    remarks.warn_all({problem});
  }
}

std::string why_it_has_not_converged(const identify::Fit& fit) {
  const std::string steps = counted(fit.iterations, "iteration");
  if (!fit.is_stuck) return fmt::format("the fit did not converge in {}", steps);
  if (std::isnan(fit.last_step))
    return fmt::format("after {} the next step is not a number, and was not taken", steps);
  if (!std::isfinite(fit.last_step))
    return fmt::format("after {} the logs cannot separate the parameters", steps);
  return fmt::format(
      "after {} no fraction of the step reduces the loss, although the full step is {:.2g} "
      "standard errors",
      steps, fit.last_step);
}

/// Warns of a method that predicts no better than "nothing changes".
void tell_of_useless_predictions(const identify::FitReport& report, Remarks& remarks) {
  if (!report.held_out || report.held_out->methods.empty()) return;
  if (identify::is_useful(report.held_out->methods.front())) return;
  const auto best = identify::recommended(*report.held_out);
  std::string advice = "Do not use this fit for predictions";
  if (best)
    advice =
        fmt::format("Use --method {}", identify::fit_method_names[static_cast<std::size_t>(*best)]);
  else if (report.held_out->methods.size() == 1)
    advice += ", or compare other methods (--compare-methods)";
  Problem problem{report.scenario, "a quantity is predicted no better than by \"nothing changes\"",
                  "the held-out errors say which", advice, true};
  remarks.warn_all({problem});
}

void tell(const identify::FitReport& report, Remarks& remarks) {
  if (!report.fit.has_converged) {
    Problem problem{report.scenario, why_it_has_not_converged(report.fit),
                    "the result depends on the starting values; the exit code is 4",
                    report.fit.is_stuck
                        ? "Start from other values, or fit fewer parameters"
                        : "Start closer, fit fewer parameters, or allow more --iterations",
                    true};
    remarks.warn_all({problem});
  }
  for (std::size_t k = 0; k < report.logs.size(); ++k) {
    tell_of_late_rotors(report.logs[k].path, report.fit.logs[k], report.fit.method, remarks);
    tell_of_edge(report.logs[k].path, report.fit.logs[k].errors.delay_s, remarks);
  }
  tell_of_far_parameters(report, remarks);
  tell_of_useless_predictions(report, remarks);
  constexpr std::size_t few = 20;
  if (report.fit.blocks < few) {
    Problem problem{report.scenario,
                    fmt::format("standard errors come from only {} of flight",
                                counted(report.fit.blocks, "block")),
                    fmt::format("with fewer than {} they are rough", few), "Fly longer", true};
    remarks.warn_all({problem});
  }
}

/// Writes the files. Each gets its name when all are complete.
void write_files(const FitRequest& request, const identify::FitReport& report,
                 const Scenario& posterior) {
  const std::string comments = identify::fit_comments(report);
  std::deque<OutputFile> files;
  for (const auto& [option, name] : outputs_of(request)) {
    OutputFile& file = files.emplace_back(name, request.force, option);
    if (option == "--output") file.add(comments + write_scenario(posterior));
    if (option == "--vehicle") file.add(comments + identify::vehicle_toml(posterior));
    if (option == "--errors") file.add(identify::error_toml(report.flights));
    file.store();
  }
  for (OutputFile& file : files) file.finish();
}

/// Adds the held-out errors, if requested.
void hold_out(const FitRequest& request, identify::FittedParameters& parameters, const CalmAir& air,
              int threads, identify::FitReport& report) {
  const std::vector<identify::FitMethod> methods = held_out_methods(request);
  if (methods.empty()) return;
  report.held_out = identify::hold_out(parameters, air, report.logs, report.fit,
                                       {.methods = methods,
                                        .window_s = window_of(request),
                                        .log = held_out_log(request),
                                        .threads = threads,
                                        .most_iterations = iterations_of(request)});
}

ExitCode fit(const FitRequest& request) {
  method_of(request);
  const double window_s = identify::fit_window_s(method_of(request), window_of(request));
  iterations_of(request);
  held_out_log(request);
  held_out_methods(request);
  request.flight.check();
  const std::vector<LogPart> said = log_parts(request);
  const int threads = threads_wanted(request.threads, 1024);
  require_outputs_fit(request);
  Remarks remarks = remarks_on_stderr();
  const LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  remarks.warn_all(loaded.warnings);
  keep_what_was_read(request);
  identify::FittedParameters parameters(loaded.scenario, request.scenario);
  const CalmAir air =
      calm_air(*loaded.scenario.environment, loaded.scenario.simulation.initial.position_m[2]);
  const std::vector<identify::FitLog> logs = read_logs(
      request, said, std::get<Multirotor>(*loaded.scenario.vehicle), air, window_s, remarks);
  identify::FitReport report{.scenario = loaded.scenario.name,
                             .parameters = parameters,
                             .logs = logs,
                             .fit = identify::fit(parameters, air, logs,
                                                  {.method = method_of(request),
                                                   .threads = threads,
                                                   .most_iterations = iterations_of(request),
                                                   .start = {},
                                                   .log_starts = {}}),
                             .errors = {}};
  identify::require_something_identified(report, request.scenario);
  Multirotor fitted = parameters.vehicle(report.fit.values).value();
  report.errors = identify::find_model_errors(fitted, air, logs, report.fit, threads);
  report.flights = identify::find_errors(fitted, air, logs, report.fit, threads);
  if (request.errors && report.flights.law.logs == 0) {
    throw Error(ExitCode::refused,
                Problem{"--errors", "no log has 0.5 s without a gap",
                        "errors of predictions cannot be found", "Leave --errors out"});
  }
  report.white = identify::white_noise(fitted, report.errors, report.fit);
  identify::FlightSpread& flights = report.flights.flights;
  report.centre_of_mass_shift_m =
      identify::carry_common_moment(parameters, air, flights.logs, flights.mean, fitted);
  hold_out(request, parameters, air, threads, report);
  tell(report, remarks);
  Scenario posterior = parameters.posterior(report.fit.values, report.fit.covariance,
                                            report.white.force_n2_s, report.white.moment_n2_m2_s);
  Multirotor& posterior_vehicle = std::get<Multirotor>(*posterior.vehicle);
  posterior_vehicle.centre_of_mass_m = fitted.centre_of_mass_m;
  identify::set_surface_ranges(parameters, logs, posterior_vehicle);
  write_files(request, report, posterior);
  if (request.json) {
    Json out = identify::fit_json(report);
    out.set("warnings", Json::texts(remarks.warnings())).set("notes", Json::texts(remarks.notes()));
    answer(out.print() + "\n");
  } else {
    answer(identify::fit_text(report, table_width()));
  }
  return report.fit.has_converged ? ExitCode::ok : ExitCode::inconclusive;
}

}  // namespace

Command fit_command() {
  auto request = std::make_shared<FitRequest>();
  return {
      .name = "fit",
      .doc =
          "Fit the dispersed parameters of a vehicle to recorded flights: values, standard errors, "
          "and parameters that stay unidentified",
      .options = fit_options(*request),
      .footer =
          "Examples:\n"
          "  montecopter fit x500.toml flight.ulg -o fitted.toml --errors errors.toml\n"
          "  montecopter fit quad.toml one.csv two.csv --columns columns.toml --vehicle "
          "quad-2.toml\n"
          "  montecopter fit quad.toml one.csv two.csv --columns old.toml --columns new.toml "
          "--from "
          "0 --from 5\n"
          "  montecopter fit quad.toml flight.ulg --from 5 --to 60 --method output_error --window "
          "0.3 --json",
      .run = [request] { return fit(*request); },
  };
}

}  // namespace montecopter::cli
