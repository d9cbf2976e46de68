#pragma once
/// Result of an import: tables of a scenario, and lists of converted, assumed and omitted settings.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "scenario/model/import_record.hpp"

namespace montecopter {

/// Input of an import: the file and the options.
struct ImportRequest {
  std::string file;  ///< its name, for messages
  std::string text;  ///< its bytes
  std::optional<Multirotor> vehicle;
  std::string vehicle_name;  ///< of the file in `vehicle`
  std::optional<double> mass_kg;
  std::optional<std::array<double, 3>> inertia_kg_m2;  ///< xx, yy, zz, body axes
  std::optional<double> motor_lag_s;
  std::optional<std::string> propeller;     ///< its name, such as "14x4.8"
  std::optional<double> air_density_kg_m3;  ///< of the measurements
  std::optional<double> gyro_rate_hz;       ///< rate at which the firmware reads its gyroscope
  bool wants_vehicle = true, wants_controller = true;
  bool is_robust = false;  ///< whether outliers of measurements are ignored
};

/// A setting of the file that the scenario does not have.
struct OmittedSetting {
  std::string name, value;  ///< as written
  std::string why;
  bool is_far = false;        ///< unrelated to the vehicle and the loop: counted, not named
  OmittedFilter filter = {};  ///< its effect in the loop, from left_out_notch() and similar
};

/// A rotor law fitted to measurements.
struct FittedCurve {
  std::string name;                          ///< "thrust over speed"
  std::string x_label, y_label;              ///< "speed [rad/s]"
  std::vector<double> x, measured, law;      ///< rows that have both
  std::vector<double> weights;               ///< 0: the row is an outlier and is ignored
  std::size_t apart = 0;                     ///< rows that are ignored
  double rms = 0, most = 0;                  ///< of the residuals of other rows
  double rms_percent = 0, most_percent = 0;  ///< relative to the largest measured value
};

struct ImportResult {
  std::string vehicle;                   ///< keys of a vehicle file; empty: none was made
  std::string vehicle_over;              ///< keys that override the vehicle file of the request
  std::string controller;                ///< keys of a controller file; empty: none was made
  std::string flight;                    ///< tables that complete a scenario; empty: none
  std::vector<std::string> assumed;      ///< sentences
  std::vector<OmittedSetting> left_out;  ///< goes into the scenario as [imported]
  std::string file, kind, program;       ///< source file; the program with its version
  std::vector<FittedCurve> fits;
  Json numbers = Json::object();  ///< intermediate values, by name
};

/// A scenario of all parts, with the settings left out. Without a vehicle of its own it includes
/// the vehicle file.
std::string scenario_of(const ImportResult& imported, const std::string& name,
                        const std::string& vehicle_file);

/// Throws Error(usage) if a scenario made of `file` does not load: a number of the file is not
/// valid here.
void require_loads(const std::string& scenario, const std::string& file);

}  // namespace montecopter
