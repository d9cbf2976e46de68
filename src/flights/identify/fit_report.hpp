#pragma once
/// The report of a fit: a table, JSON, and files to fly.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "flights/identify/error_file.hpp"
#include "flights/identify/held_out.hpp"
#include "flights/identify/model_errors.hpp"

namespace montecopter::identify {

/// A fit with its inputs. The parameters outlive it.
struct FitReport {
  std::string scenario;  ///< its name
  const FittedParameters& parameters;
  const std::vector<FitLog>& logs;
  Fit fit;
  ModelErrors errors;
  WhiteNoise white = {};
  ErrorFile flights = {};
  /// Shift of the centre of mass that explains the mean moment of all flights [m, vehicle's axes].
  std::array<double, 3> centre_of_mass_shift_m = {};
  std::optional<HeldOut> held_out = {};  ///< nullopt: not requested

  bool is_identified(std::size_t i) const;
  /// Whether a value is at the end of its range, or significantly outside its prior.
  bool is_at_edge(std::size_t i) const;
  /// Why a parameter is not identified; empty if it is.
  std::string reason(std::size_t i) const;
};

/// Throws Error(refused) with the reason of each parameter if none is identified.
void require_something_identified(const FitReport& report, const std::string& scenario);

std::string fit_text(const FitReport& report, std::size_t width);
Json fit_json(const FitReport& report);

/// Comments above a file: values with their standard errors.
std::string fit_comments(const FitReport& report);

/// A vehicle file, for `vehicle.include`.
std::string vehicle_toml(const Scenario& scenario);

}  // namespace montecopter::identify
