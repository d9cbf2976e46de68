#include "fit_request.hpp"
#include "core/base/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "options.hpp"
#include "output_file.hpp"

namespace montecopter::cli {
namespace {

constexpr double shortest_window_s = 0.05, longest_window_s = 5;

/// The value of an option for a log, by its place; no value if the option is not given.
std::optional<std::string> said_of(std::size_t log, const std::vector<std::string>& values) {
  if (values.empty()) return std::nullopt;
  return values.size() == 1 ? values.front() : values[log];
}

/// Error(usage) unless an option is given once or once for each of `count` logs; `logs` is the word
/// for them in the message.
void require_one_or_each(const char* option, const std::vector<std::string>& values,
                         std::size_t count, std::string_view logs) {
  if (values.size() <= 1 || values.size() == count) return;
  throw Error(
      ExitCode::usage,
      Problem{option,
              fmt::format("it is given {} times, for {}", values.size(), counted(count, logs)), "",
              "Give it once for all of them, or once for each in order"});
}

/// Options of a log. Some may be given for each log.
Options options_of_logs(FitRequest& request) {
  Options options = joined({request.log.options(), request.flight.options()});
  for (auto& [name, values] :
       {std::pair{"--columns", &request.columns}, std::pair{"--from", &request.from},
        std::pair{"--to", &request.to}}) {
    for (Option& option : options) {
      if (option.names != name) continue;
      option.target = values, option.is_one_by_one = true;
      option.doc += name == std::string_view("--columns")
                        ? "; once for all CSV logs, or once for each in order"
                        : "; once for all logs, or once for each in order";
    }
  }
  return options;
}

}  // namespace

Options fit_options(FitRequest& request) {
  Options all = {
      scenario_argument(request.scenario),
      Option{"log", &request.files, log_formats, "FILE"}.required(),
  };
  const Options own = {
      {"--method", &request.method,
       "Method of the fit; default: prediction. It minimises the errors of predictions from "
       "recorded states. The filter error measures innovations of a filter, and includes gusts. "
       "The output error measures windows flown from a free start",
       "prediction|filter_error|output_error"},
      {"--window", &request.window, "Window length of output_error, in s; default: 0.4", "X"},
      {"--held-out", &request.held_out,
       "Log that the held-out errors leave out; `none`: no held-out errors; default: each log in "
       "turn, or each quarter of a single log",
       "LOG|none"},
      {"--compare-methods", &request.compare_methods,
       "Fit by every method, and compare their held-out errors"},
      {"--iterations", &request.iterations, "Largest number of iterations; default: 40", "N"},
      set_option(request.overrides, "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
      {"-o,--output", &request.output,
       "Scenario to write, with the fitted vehicle, its process noise, and its remaining "
       "uncertainty in [disperse] and [[correlate]]",
       "FILE.toml"},
      {"--vehicle", &request.vehicle, "Vehicle file to write, for vehicle.include", "FILE.toml"},
      {"--errors", &request.errors,
       "Error file to write for `validate --errors`: what differs between flights, and errors of "
       "predictions",
       "FILE.toml"},
      {"--force", &request.force, "Replace the files if they exist"},
      {"-j,--threads", &request.threads,
       "Number of threads; default: all processors that this process may use", "N"},
      {"--json", &request.json, "Print JSON"},
  };
  return joined({all, options_of_logs(request), own});
}

identify::FitMethod method_of(const FitRequest& request) {
  for (std::size_t i = 0; i < identify::fit_method_names.size(); ++i) {
    if (request.method == identify::fit_method_names[i]) return static_cast<identify::FitMethod>(i);
  }
  throw Error(ExitCode::usage,
              Problem{"--method", fmt::format("unknown word '{}'", request.method), "",
                      fmt::format("Use {}", fmt::join(identify::fit_method_names, " or "))});
}

double window_of(const FitRequest& request) {
  if (!request.window) return identify::default_fit_window_s;
  if (method_of(request) != identify::FitMethod::output_error && !request.compare_methods)
    throw Error(ExitCode::usage, Problem{"--window", "only output_error has windows", "",
                                         "Leave it out, or add --method output_error"});
  const double window_s = positive_number("--window", *request.window, longest_window_s);
  if (window_s >= shortest_window_s) return window_s;
  throw Error(
      ExitCode::usage,
      Problem{"--window",
              fmt::format("{} s is too short to separate a vehicle from noise", *request.window),
              "", fmt::format("Use {} to {} s", shortest_window_s, longest_window_s)});
}

int iterations_of(const FitRequest& request) {
  if (!request.iterations) return identify::FitOptions{}.most_iterations;
  return static_cast<int>(whole_number("--iterations", *request.iterations, 1, 1000));
}

std::vector<identify::FitMethod> held_out_methods(const FitRequest& request) {
  std::vector<identify::FitMethod> methods = {method_of(request)};
  if (request.held_out != "none" && !request.compare_methods) return methods;
  if (request.held_out == "none") {
    if (!request.compare_methods) return {};
    throw Error(ExitCode::usage, Problem{"--compare-methods",
                                         "held-out errors compare methods, and --held-out is none",
                                         "", "Leave one of them out"});
  }
  for (std::size_t i = 0; i < identify::fit_method_names.size(); ++i) {
    const auto method = static_cast<identify::FitMethod>(i);
    if (method != methods.front()) methods.push_back(method);
  }
  return methods;
}

std::optional<std::size_t> held_out_log(const FitRequest& request) {
  if (!request.held_out || request.held_out == "none") return std::nullopt;
  const auto at = std::find(request.files.begin(), request.files.end(), *request.held_out);
  if (at == request.files.end())
    throw Error(
        ExitCode::usage,
        Problem{"--held-out", fmt::format("'{}' is not a log of this fit", *request.held_out),
                fmt::format("the logs are {}", fmt::join(request.files, ", ")),
                "Name one of them as on the command line, or none"});
  if (request.files.size() == 1)
    throw Error(
        ExitCode::usage,
        Problem{"--held-out", "it names the only log of this fit", "",
                "Give further logs, or leave it out: parts of the log are held out in turn"});
  return static_cast<std::size_t>(at - request.files.begin());
}

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
    throw Error(ExitCode::usage, Problem{"--force", "needs --output, --vehicle or --errors"});
  const std::vector<FitOutput> outputs = outputs_of(request);
  for (const auto& [option, file] : outputs) {
    for (const auto& [earlier, other] : outputs) {
      if (earlier == option) break;
      if (is_one_file(file, other))
        throw Error(
            ExitCode::usage,
            Problem{std::string(option), fmt::format("'{}' is also the file of {}", file, earlier),
                    "", "Give them different names"});
    }
    require_writable(file, request.force, option);
  }
}

void keep_what_was_read(const FitRequest& request) {
  for (const auto& [option, file] : outputs_of(request)) {
    require_not_read(file);
  }
}

std::vector<LogPart> log_parts(const FitRequest& request) {
  const std::size_t all = request.files.size();
  std::vector<bool> has_columns;  // of logs of several kinds, which ones need columns
  for (const std::string& file : request.files) has_columns.push_back(logs::may_be_csv(file));
  const Index csv = count_where(has_columns, [](bool has) { return has; });
  const bool is_mixed = csv > 0 && csv < all;
  if (!is_mixed) has_columns.assign(all, true);
  require_one_or_each("--from", request.from, all, "log");
  require_one_or_each("--to", request.to, all, "log");
  require_one_or_each("--columns", request.columns, is_mixed ? csv : all,
                      is_mixed ? "CSV log" : "log");
  std::vector<LogPart> said;
  std::size_t place = 0;
  for (std::size_t k = 0; k < all; ++k) {
    said.push_back({std::nullopt, said_of(k, request.from), said_of(k, request.to)});
    if (has_columns[k]) said.back().columns = said_of(place++, request.columns);
  }
  return said;
}

}  // namespace montecopter::cli
