#pragma once
/// File of the errors that a fit found between a vehicle and its flights, to judge the vehicle by
/// other flights.

#include <string>

#include "flights/identify/model_errors.hpp"

namespace montecopter::identify {

struct ErrorFile {
  ModelErrors model;
  LogErrors log;  ///< means over the logs of the fit
};

/// Means over all logs of delay, bias and angular acceleration.
LogErrors mean_log_errors(const Fit& fit);

std::string error_toml(const ErrorFile& errors);

/// Throws Error(io) if the file cannot be read, and Error(usage) with the fault in it. All keys are
/// required, except the keys that earlier versions did not write, and no others are allowed.
ErrorFile read_error_file(const std::string& path);

}  // namespace montecopter::identify
