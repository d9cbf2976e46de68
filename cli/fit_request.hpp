#pragma once
/// The request to `fit`.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "flight_choice.hpp"
#include "flights/identify/fit.hpp"
#include "log_text.hpp"

namespace montecopter::cli {

struct FitRequest {
  std::string scenario;
  std::vector<std::string> files, overrides;
  FlightChoice flight;
  LogOptions log;
  std::string method{identify::fit_method_names.front()};
  std::vector<std::string> columns, from, to;  ///< for all logs, or for each in their order
  std::optional<std::string> window, iterations, threads, output, vehicle, errors, held_out;
  bool force = false, json = false, compare_methods = false;
};

/// The options that fill the request.
Options fit_options(FitRequest& request);

/// Values of options; Error(usage) if one is invalid.
identify::FitMethod method_of(const FitRequest& request);
double window_of(const FitRequest& request);
int iterations_of(const FitRequest& request);
/// Methods whose held-out errors are requested, the method of the fit first; empty for
/// `--held-out none`.
std::vector<identify::FitMethod> held_out_methods(const FitRequest& request);
/// Index of the log that --held-out names; nullopt if it names none. Error(usage) if the log is not
/// one of the fit, or the only one.
std::optional<std::size_t> held_out_log(const FitRequest& request);

/// Option and name of a requested file.
using FitOutput = std::pair<std::string_view, std::string>;
std::vector<FitOutput> outputs_of(const FitRequest& request);
/// Error(usage) or Error(refused) if a requested file cannot be written, or two options name one
/// file.
void require_outputs_fit(const FitRequest& request);
/// Error(refused) if a requested file is a file that the scenario was read from.
void keep_what_was_read(const FitRequest& request);

/// The options of one log.
struct LogPart {
  std::optional<std::string> columns, from, to;
};

/// The options of each log, in the order of the logs. Error(usage) if an option is given neither
/// once nor once for each.
std::vector<LogPart> log_parts(const FitRequest& request);

}  // namespace montecopter::cli
