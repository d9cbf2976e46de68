/// montecopter fit: the parameters of a vehicle, with their uncertainty, from recorded flights.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <memory>
#include <optional>
#include <span>

#include "analyse/vehicle_report.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/sha256.hpp"
#include "commands.hpp"
#include "flight_choice.hpp"
#include "identify/error_file.hpp"
#include "identify/fit_report.hpp"
#include "log_text.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "remarks.hpp"
#include "scenario/load.hpp"
#include "scenario/sources.hpp"
#include "scenario/write.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

constexpr double shortest_window_s = 0.05, longest_window_s = 5;

struct FitRequest {
  std::string scenario;
  std::vector<std::string> files, overrides;
  FlightChoice flight;
  LogOptions log;
  std::string method{identify::fit_method_names.front()};
  std::vector<std::string> columns, from, to;  ///< for all logs, or for each in their order
  std::optional<std::string> window, iterations, threads, output, vehicle, errors;
  bool force = false, json = false;
};

identify::FitMethod method_of(const FitRequest& request) {
  for (std::size_t i = 0; i < identify::fit_method_names.size(); ++i) {
    if (request.method == identify::fit_method_names[i]) return static_cast<identify::FitMethod>(i);
  }
  throw Error(ExitCode::usage,
              fmt::format("--method: error: unknown word '{}'. Use {}.", request.method,
                          fmt::join(identify::fit_method_names, " or ")));
}

double window_of(const FitRequest& request) {
  if (!request.window) return 0.4;
  if (method_of(request) == identify::FitMethod::filter_error)
    throw Error(ExitCode::usage,
                "--window: error: only output error has windows. Leave it out, or "
                "add --method output_error.");
  const double window_s = positive_number("--window", *request.window, longest_window_s);
  if (window_s >= shortest_window_s) return window_s;
  throw Error(ExitCode::usage, fmt::format("--window: error: {} s are too short to tell a vehicle "
                                           "from noise. Use {} to {} s.",
                                           *request.window, shortest_window_s, longest_window_s));
}

int iterations_of(const FitRequest& request) {
  if (!request.iterations) return identify::FitOptions{}.most_iterations;
  return static_cast<int>(whole_number("--iterations", *request.iterations, 1, 1000));
}

/// Option and name of a file that is asked for.
using FitOutput = std::pair<std::string_view, std::string>;

std::vector<FitOutput> outputs_of(const FitRequest& request) {
  std::vector<FitOutput> outputs;
  for (const auto& [option, file] :
       {std::pair{"--output", &request.output}, std::pair{"--vehicle", &request.vehicle},
        std::pair{"--errors", &request.errors}}) {
    if (*file) outputs.emplace_back(option, **file);
  }
  return outputs;
}

void require_outputs_fit(const FitRequest& request) {
  if (request.force && !request.output && !request.vehicle && !request.errors)
    throw Error(ExitCode::usage, "--force: error: needs --output, --vehicle or --errors.");
  const std::vector<FitOutput> outputs = outputs_of(request);
  for (const auto& [option, file] : outputs) {
    for (const std::string& log : request.files) require_other_file(file, log);
    require_other_file(file, request.scenario);
    for (const auto& [earlier, other] : outputs) {
      if (earlier == option) break;
      if (is_one_file(file, other))
        throw Error(ExitCode::usage, fmt::format("{}: error: '{}' is the file of {}, too. Give "
                                                 "them different names.",
                                                 option, file, earlier));
    }
    require_writable(file, request.force, option);
  }
}

void keep_what_was_read(const FitRequest& request) {
  for (const auto& [option, file] : outputs_of(request)) {
    for (const std::string& input : load_file_names(request.scenario, request.overrides))
      require_other_file(file, input);
  }
}

/// What an option says of a log, by its place; nothing if it is not given.
std::optional<std::string> said_of(std::size_t log, const std::vector<std::string>& values) {
  if (values.empty()) return std::nullopt;
  return values.size() == 1 ? values.front() : values[log];
}

/// Logs of which --columns says what they are, in their order.
std::vector<std::string> csv_logs(const FitRequest& request) {
  std::vector<std::string> logs;
  std::copy_if(request.files.begin(), request.files.end(), std::back_inserter(logs),
               logs::may_be_csv);
  return logs;
}

void require_one_or_each(const FitRequest& request) {
  const auto require = [](const char* option, const std::vector<std::string>& values,
                          const std::string& logs, std::size_t count) {
    if (values.size() <= 1 || values.size() == count) return;
    throw Error(ExitCode::usage,
                fmt::format("{}: error: it is given {} times, for {}. Give it once for all "
                            "of them, or once for each in their order.",
                            option, values.size(), logs));
  };
  const std::size_t all = request.files.size(), csv = csv_logs(request).size();
  require("--from", request.from, counted(all, "log"), all);
  require("--to", request.to, counted(all, "log"), all);
  const bool is_mixed = csv > 0 && csv < all;
  require("--columns", request.columns, counted(is_mixed ? csv : all, is_mixed ? "CSV log" : "log"),
          is_mixed ? csv : all);
}

/// Of logs of several kinds --columns speaks of those that need it.
std::optional<std::string> columns_of(const FitRequest& request, std::size_t k) {
  const std::size_t csv = csv_logs(request).size();
  if (csv == 0 || csv == request.files.size()) return said_of(k, request.columns);
  if (!logs::may_be_csv(request.files[k])) return std::nullopt;
  const auto before = request.files.begin() + static_cast<std::ptrdiff_t>(k);
  const auto place = std::count_if(request.files.begin(), before, logs::may_be_csv);
  return said_of(static_cast<std::size_t>(place), request.columns);
}

Digest256 digest_of(const std::string& bytes) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(bytes)));
  return hash.digest();
}

/// What of which log is fitted.
struct FittedPart {
  Digest256 log;
  identify::Span span;
};

/// The same flight twice would count as two, and make standard errors smaller than they are.
void require_new_flight(const FitRequest& request, std::size_t k, std::vector<FittedPart>& parts,
                        const FittedPart& part) {
  for (std::size_t other = 0; other < parts.size(); ++other) {
    const identify::Span& span = parts[other].span;
    const bool overlap = part.span.from_s < span.to_s && span.from_s < part.span.to_s;
    if (parts[other].log != part.log || !overlap) continue;
    throw Error(ExitCode::usage,
                fmt::format("{}: error: it is the same log as '{}' (the SHA-256 of both is {}; a "
                            "flight that counts twice makes standard errors too small). Give it "
                            "once, or parts of it that do not overlap, with --from and --to.",
                            request.files[k], request.files[other], hex(part.log)));
  }
  parts.push_back(part);
}

identify::FitLog read_log(const FitRequest& request, std::size_t k, const Multirotor& vehicle,
                          double window_s, std::vector<FittedPart>& parts, Remarks& remarks) {
  LogOptions options = request.log;
  options.columns = columns_of(request, k);
  FlightChoice choice = request.flight;
  choice.from = said_of(k, request.from), choice.to = said_of(k, request.to);
  const identify::Span span = choice.span();
  const std::string& file = request.files[k];
  const std::string bytes = logs::read_log_file(file);
  require_new_flight(request, k, parts, {digest_of(bytes), span});
  const logs::RecordedFlight flight = logs::read_log_bytes(bytes, file, options.choice());
  const identify::Drive drive = choice.drive_of(flight, vehicle);
  warn_of_jumps(flight, remarks);
  warn_of_spikes(file, drive, remarks);
  return identify::make_fit_log(flight, drive, span, window_s);
}

/// All logs, each with its windows.
std::vector<identify::FitLog> read_logs(const FitRequest& request, const Multirotor& vehicle,
                                        double window_s, Remarks& remarks) {
  std::vector<identify::FitLog> logs;
  std::vector<FittedPart> parts;
  for (std::size_t k = 0; k < request.files.size(); ++k)
    logs.push_back(read_log(request, k, vehicle, window_s, parts, remarks));
  return logs;
}

/// Motors and gyroscopes are filtered by some milliseconds. More is, in output error, a sign of
/// moments that are not of the rotors: the controller answers them, and a later drive looks less
/// like an answer.
void tell_of_late_rotors(const std::string& log, const identify::FittedLog& fitted,
                         identify::FitMethod method, Remarks& remarks) {
  constexpr double usual_s = -0.005, surely = 1.96;
  const double delay_s = fitted.errors.delay_s;
  if (delay_s + surely * fitted.standard_errors.delay_s > usual_s) return;
  const bool is_filtered = method == identify::FitMethod::filter_error;
  Problem problem{
      log, fmt::format("its rotors seem to act {:.3g} ms after they are recorded", -1000 * delay_s),
      is_filtered ? "its states are recorded late"
                  : "its states are recorded late, or gusts turn the vehicle as much as its rotors "
                    "do, and then inertias are too large",
      is_filtered ? "Give delay_s of its body_rate in --columns, if it is known"
                  : "Use --method filter_error, which knows of gusts",
      true};
  remarks.warn_all({problem});
}

/// A number far from all that was known of it: a wrong unit, or another vehicle.
void tell_of_far_parameters(const identify::FitReport& report, Remarks& remarks) {
  constexpr double far = 5;  // standard deviations: one of two million
  for (std::size_t i = 0; i < report.parameters.size(); ++i) {
    const identify::FittedParameter& parameter = report.parameters[i];
    const double away = std::fabs(report.fit.values[i] - parameter.mean) / parameter.sd;
    if (!(away > far)) continue;
    Problem problem{report.scenario,
                    fmt::format("{} is {:.3g} standard deviations from what was known of it",
                                parameter.label(), away),
                    "the vehicle of the scenario may be another one, or a number of it in another "
                    "unit",
                    "Look at both, or widen [disperse]", true};
    remarks.warn_all({problem});
  }
}

std::string why_it_has_not_converged(const identify::Fit& fit) {
  const std::string steps = counted(fit.iterations, "iteration");
  if (!fit.is_stuck) return fmt::format("the fit did not converge in {}", steps);
  if (std::isnan(fit.last_step))
    return fmt::format("after {} the next step is no number, and was not made", steps);
  if (!std::isfinite(fit.last_step))
    return fmt::format("after {} the logs do not tell the parameters apart", steps);
  return fmt::format(
      "after {} no part of a step makes the loss smaller, though the whole one would be {:.2g} "
      "standard errors",
      steps, fit.last_step);
}

void tell(const identify::FitReport& report, Remarks& remarks) {
  if (!report.fit.has_converged) {
    Problem problem{report.scenario, why_it_has_not_converged(report.fit),
                    "what is found depends on where it began; the exit code is 4",
                    report.fit.is_stuck ? "Start elsewhere, or fit less"
                                        : "Start nearer, fit less, or allow more --iterations",
                    true};
    remarks.warn_all({problem});
  }
  for (std::size_t k = 0; k < report.logs.size(); ++k)
    tell_of_late_rotors(report.logs[k].path, report.fit.logs[k], report.fit.method, remarks);
  tell_of_far_parameters(report, remarks);
  constexpr std::size_t few = 20;
  if (report.fit.blocks < few) {
    Problem problem{
        report.scenario,
        fmt::format("standard errors rest on {} of flight", counted(report.fit.blocks, "block")),
        fmt::format("below {} they are rough", few), "Fly longer", true};
    remarks.warn_all({problem});
  }
}

/// All of them are whole before one has its name.
void write_files(const FitRequest& request, const identify::FitReport& report,
                 const Scenario& posterior) {
  const std::string comments = identify::fit_comments(report);
  std::deque<OutputFile> files;
  for (const auto& [option, name] : outputs_of(request)) {
    OutputFile& file = files.emplace_back(name, request.force, -1, option);
    if (option == "--output") file.add(comments + write_scenario(posterior));
    if (option == "--vehicle") file.add(comments + identify::vehicle_toml(posterior));
    if (option == "--errors")
      file.add(identify::error_toml({report.errors, identify::mean_log_errors(report.fit)}));
    file.store();
  }
  for (OutputFile& file : files) file.finish();
}

ExitCode fit(const FitRequest& request) {
  method_of(request);
  const double window_s = window_of(request);
  iterations_of(request);
  request.flight.check();
  require_one_or_each(request);
  const int threads = request.threads
                          ? static_cast<int>(whole_number("--threads", *request.threads, 1, 1024))
                          : default_threads();
  require_outputs_fit(request);
  Remarks remarks = remarks_on_stderr();
  const LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  remarks.warn_all(loaded.warnings);
  keep_what_was_read(request);
  identify::FittedParameters parameters(loaded.scenario, request.scenario);
  const CalmAir air =
      calm_air(*loaded.scenario.environment, loaded.scenario.simulation.initial.position_m[2]);
  const std::vector<identify::FitLog> logs =
      read_logs(request, std::get<Multirotor>(*loaded.scenario.vehicle), window_s, remarks);
  identify::FitReport report{.scenario = loaded.scenario.name,
                             .parameters = parameters,
                             .logs = logs,
                             .fit = identify::fit(parameters, air, logs,
                                                  {.method = method_of(request),
                                                   .threads = threads,
                                                   .most_iterations = iterations_of(request)}),
                             .errors = {}};
  identify::require_something_identified(report, request.scenario);
  const Multirotor fitted = parameters.vehicle(report.fit.values).value();
  report.errors = identify::find_model_errors(fitted, air, logs, report.fit, threads);
  report.white = identify::white_noise(fitted, report.errors, report.fit);
  tell(report, remarks);
  const Scenario posterior =
      parameters.posterior(report.fit.values, report.fit.covariance, report.white.force_n2_s,
                           report.white.moment_n2_m2_s);
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

/// Those of one log, of which some may be given for each.
Options options_of_logs(FitRequest& request) {
  Options options = joined({request.log.options(), request.flight.options()});
  for (auto& [name, values] :
       {std::pair{"--columns", &request.columns}, std::pair{"--from", &request.from},
        std::pair{"--to", &request.to}}) {
    for (Option& option : options) {
      if (option.names != name) continue;
      option.target = values, option.is_one_by_one = true;
      option.doc += name == std::string_view("--columns")
                        ? "; once for all CSV logs, or once for each in their order"
                        : "; once for all logs, or once for each in their order";
    }
  }
  return options;
}

Options options_of(FitRequest& request) {
  Options all = {
      scenario_argument(request.scenario),
      Option{"log", &request.files, log_formats, "FILE"}.required(),
  };
  const Options own = {
      {"--method", &request.method,
       "How errors are measured: filter_error, by predictions of a filter, also right where gusts "
       "turn the vehicle; or output_error, over windows flown from their start, right where "
       "nothing "
       "but the rotors turns it; default: filter_error",
       "filter_error|output_error"},
      {"--window", &request.window, "Length of the windows of output error [s]; default: 0.4", "X"},
      {"--iterations", &request.iterations, "At most so many steps; default: 40", "N"},
      set_option(request.overrides, "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
      {"-o,--output", &request.output,
       "Scenario to write: with the fitted vehicle, its process noise, and [disperse] and "
       "[[correlate]] of what is still uncertain of it",
       "FILE.toml"},
      {"--vehicle", &request.vehicle, "Vehicle file to write, for vehicle.include", "FILE.toml"},
      {"--errors", &request.errors,
       "File to write: noise, drift, delay and bias that the flights show, for judge --errors",
       "FILE.toml"},
      {"--force", &request.force, "Replace the files if they exist"},
      {"-j,--threads", &request.threads, "Threads; default: all processors", "N"},
      {"--json", &request.json, "Print JSON"},
  };
  return joined({all, options_of_logs(request), own});
}

}  // namespace

Command fit_command() {
  auto request = std::make_shared<FitRequest>();
  return {
      .name = "fit",
      .doc =
          "Fit what a scenario disperses of its vehicle to recorded flights: values, standard "
          "errors, and what the flights do not tell",
      .options = options_of(*request),
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
