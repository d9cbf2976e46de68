#pragma once
/// What `fit` is asked for.

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
  std::optional<std::string> window, iterations, threads, output, vehicle, errors;
  bool force = false, json = false;
};

/// The options that fill the request.
Options fit_options(FitRequest& request);

/// Each of them: Error(usage) if the option is no good.
identify::FitMethod method_of(const FitRequest& request);
double window_of(const FitRequest& request);
int iterations_of(const FitRequest& request);

/// Option and name of a file that is asked for.
using FitOutput = std::pair<std::string_view, std::string>;
std::vector<FitOutput> outputs_of(const FitRequest& request);
/// Error(usage) or Error(refused) if one of them cannot be written, or is another file of these.
void require_outputs_fit(const FitRequest& request);
/// No file is one that the scenario was read from.
void keep_what_was_read(const FitRequest& request);

/// What options say of one log.
struct LogPart {
  std::optional<std::string> columns, from, to;
};

/// What the options say of each log, in the order of the logs. Error(usage) if an option is given
/// neither once nor for each.
std::vector<LogPart> log_parts(const FitRequest& request);

}  // namespace montecopter::cli
