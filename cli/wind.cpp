/// montecopter wind: prints the mean wind of a scenario over height.

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <vector>

#include "commands.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/numerics/degrees.hpp"
#include "options.hpp"
#include "streams.hpp"
#include "vehicle/performance/steady_flight.hpp"

namespace montecopter::cli {
namespace {

struct WindRequest {
  std::string file, from = "0", to = "100", time = "0", rows = "11";
  std::vector<std::string> overrides;
  bool json = false;
};

/// The mean wind at one height.
struct WindRow {
  double height_m = 0;
  Eigen::Vector3d velocity_m_s;  ///< NED, where it blows to

  double speed_m_s() const { return std::hypot(velocity_m_s.x(), velocity_m_s.y()); }
  /// Direction from which the wind comes, clockwise from north; NaN in calm air.
  double from_deg() const {
    if (speed_m_s() == 0) return std::nan("");
    const double degrees = atan2_degrees(-velocity_m_s.y(), -velocity_m_s.x());
    return degrees < 0 ? degrees + 360 : degrees + 0.0;
  }
};

struct WindProfile {
  double time_s = 0;
  int turbulent = 0;  ///< winds that are left out
  std::vector<WindRow> rows;
};

WindProfile profile_of(const WindRequest& request) {
  const double from = finite_number("--from", request.from), to = finite_number("--to", request.to);
  const std::int64_t rows = whole_number("--rows", request.rows, 2, 10'000);
  if (!(to > from)) throw Error(ExitCode::usage, Problem{"--to", "it must be above --from"});
  WindProfile profile{non_negative_number("--time", request.time), 0, {}};
  const LoadedVehicle loaded = load_vehicle(request.file, request.overrides);
  for (std::int64_t k = 0; k < rows; ++k) {
    SteadyFlight at;
    at.time_s = profile.time_s;
    at.height_m = from + (to - from) * static_cast<double>(k) / static_cast<double>(rows - 1);
    const MeanWind wind = ambient_of(loaded, at).wind;
    profile.rows.push_back({*at.height_m, wind.velocity_m_s});
    profile.turbulent = wind.turbulent;
  }
  return profile;
}

std::string text_of(const WindProfile& profile) {
  Table table{
      {"height [m]", "speed [m/s]", "from [deg]", "north [m/s]", "east [m/s]", "down [m/s]"}, {}};
  for (auto row = profile.rows.rbegin(); row != profile.rows.rend(); ++row) {
    const Eigen::Vector3d& v = row->velocity_m_s;
    table.rows.push_back(
        {fmt::format("{:g}", row->height_m), significant(row->speed_m_s()),
         std::isnan(row->from_deg()) ? "-" : fmt::format("{:.1f}", row->from_deg()),
         significant(v.x()), significant(v.y()), significant(v.z())});
  }
  std::string text = table_text(table, table_width());
  if (profile.turbulent > 0) text += "turbulence is left out: its mean is 0\n";
  return text;
}

Json json_of(const WindProfile& profile) {
  Json rows = Json::array();
  for (const WindRow& row : profile.rows) {
    const Eigen::Vector3d& v = row.velocity_m_s;
    Json one = Json::object();
    one.set("height_m", Json::number(row.height_m)).set("speed_m_s", Json::number(row.speed_m_s()));
    one.set("from_deg", Json::number(row.from_deg()));
    one.set(
        "to_m_s",
        Json::array().add(Json::number(v.x())).add(Json::number(v.y())).add(Json::number(v.z())));
    rows.add(std::move(one));
  }
  Json out = Json::object();
  out.set("time_s", Json::number(profile.time_s));
  out.set("turbulent_winds_left_out", Json::number(profile.turbulent));
  return out.set("rows", std::move(rows));
}

ExitCode wind(const WindRequest& request) {
  const WindProfile profile = profile_of(request);
  answer(request.json ? json_of(profile).print() + "\n" : text_of(profile));
  return ExitCode::ok;
}

}  // namespace

Command wind_command() {
  auto request = std::make_shared<WindRequest>();
  return {
      .name = "wind",
      .doc = "Print the mean wind of a scenario over height, where its flights start",
      .options =
          {
              scenario_argument(request->file),
              {"--from", &request->from, "Lowest height over the ground, in m; default: 0", "X"},
              {"--to", &request->to, "Highest height over the ground, in m; default: 100", "X"},
              {"--rows", &request->rows, "Number of heights; default: 11", "N"},
              {"--time", &request->time, "Time at which the winds are evaluated, in s; default: 0",
               "X"},
              set_option(request->overrides, "Override a key, e.g. --set wind.0.to_m_s.x=3"),
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter wind scenarios/examples/sih-gusts.toml\n"
          "  montecopter wind scenarios/examples/iris-gust.toml --time 2 --to 30 --json",
      .run = [request] { return wind(*request); },
  };
}

}  // namespace montecopter::cli
