#pragma once
/// What a fit found between a vehicle and its flights, as a file for those who judge the vehicle by
/// other flights.

#include <string>

#include "flights/identify/model_errors.hpp"

namespace montecopter::identify {

struct ErrorFile {
  ModelErrors model;
  LogErrors log;  ///< means over the logs of the fit
};

/// Means over all logs of delay, bias and what turned the vehicle.
LogErrors mean_log_errors(const Fit& fit);

std::string error_toml(const ErrorFile& errors);

/// Error(io) if the file cannot be read, Error(usage) with what is wrong in it: each key has to be
/// there, but for those that earlier versions did not write, and none else.
ErrorFile read_error_file(const std::string& path);

}  // namespace montecopter::identify
