#pragma once
/// File of the errors that a fit found between a vehicle and its flights, to validate the vehicle
/// by other flights.

#include <string>

#include "flights/identify/error_law.hpp"
#include "flights/identify/flight_effects.hpp"

namespace montecopter::identify {

struct ErrorFile {
  FlightSpread flights;
  ErrorLaw law;
};

/// Effects and errors of all logs of a fit.
ErrorFile find_errors(const Multirotor& vehicle, const CalmAir& air,
                      const std::vector<FitLog>& logs, const Fit& fit, int threads);

std::string error_toml(const ErrorFile& errors);

/// Throws Error(io) if the file cannot be read, and Error(usage) with the fault in it. All keys are
/// required, and no others are allowed.
ErrorFile read_error_file(const std::string& path);

}  // namespace montecopter::identify
