#pragma once
/// The answer of `montecopter sensors` about the log of a real flight.

#include <string>
#include <vector>

#include "log_text.hpp"

namespace montecopter::cli {

/// Whether a file begins like a log, or has the extension of CSV.
bool looks_like_log(const std::string& path);

struct LoggedNoiseRequest {
  std::string file;
  logs::LogChoice choice;
  std::vector<std::string> sensors;  ///< "imu.gyroscope"; none: all that the log has
  double from_s, to_s;               ///< of the log
  bool json = false;
};

/// The noise of the sensors in a log at rest: tables of a scenario, or JSON. Error(refused) with
/// the reason for each sensor whose noise cannot be estimated.
std::string logged_noise(const LoggedNoiseRequest& request);

}  // namespace montecopter::cli
