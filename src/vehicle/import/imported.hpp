#pragma once
/// What comes of a file of another program: tables of a scenario, and a list of what was taken,
/// assumed and left out.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "scenario/model/import_record.hpp"

namespace montecopter {

/// What is known besides the file.
struct ImportRequest {
  std::string file;  ///< its name, for messages
  std::string text;  ///< its bytes
  std::optional<Multirotor> vehicle;
  std::string vehicle_name;  ///< of the file with `vehicle`
  std::optional<double> mass_kg;
  std::optional<std::array<double, 3>> inertia_kg_m2;  ///< xx, yy, zz, body axes
  std::optional<double> motor_lag_s;
  std::optional<double> gyro_rate_hz;  ///< at which the firmware of the file reads its gyroscope
  bool wants_vehicle = true, wants_controller = true;
  bool is_robust = false;  ///< whether rows of measurements that lie apart do not count
};

/// A setting of the file that has no place here.
struct OmittedSetting {
  std::string name, value;  ///< as written
  std::string why;
  bool is_far = false;        ///< about something else altogether: counted, not named
  OmittedFilter filter = {};  ///< what it is in the loop, as left_out_notch() and others make it
};

/// A rotor law that was fitted to measurements.
struct FittedCurve {
  std::string name;                          ///< "thrust over speed"
  std::string x_label, y_label;              ///< "speed [rad/s]"
  std::vector<double> x, measured, law;      ///< of the rows that have both
  std::vector<double> weights;               ///< 0: the row lies apart and does not count
  std::size_t apart = 0;                     ///< rows that do not count
  double rms = 0, most = 0;                  ///< of the residuals of rows that count
  double rms_percent = 0, most_percent = 0;  ///< of the largest measured value of these
};

struct ImportResult {
  std::string vehicle;       ///< keys of a vehicle file; empty: none was made
  std::string vehicle_over;  ///< keys over those of the vehicle file of the request
  std::string controller;    ///< keys of a controller file; empty: none was made
  std::string flight;        ///< the tables that make a scenario of both; empty: none was made
  std::vector<std::string> assumed;      ///< sentences
  std::vector<OmittedSetting> left_out;  ///< goes into the scenario as [imported]
  std::string file, kind, program;       ///< that it was made of; the program with its version
  std::vector<FittedCurve> fits;
  Json numbers = Json::object();  ///< what was computed on the way, by name
};

/// A scenario of all parts, with what was left out. Where no vehicle was made, it includes that
/// file.
std::string scenario_of(const ImportResult& imported, const std::string& name,
                        const std::string& vehicle_file);

/// Throws Error(usage) if a scenario that was made of `file` does not load: a number that the file
/// has and that nothing here can have.
void require_loads(const std::string& scenario, const std::string& file);

}  // namespace montecopter
