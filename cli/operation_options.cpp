#include "operation_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "options.hpp"
#include "scenario/checks/area.hpp"
#include "scenario/files/area_file.hpp"
#include "scenario/text/document.hpp"

namespace montecopter::cli {
namespace {

/// Numbers between commas, or Error(usage).
std::vector<double> numbers(const char* option, const std::string& text, std::size_t count,
                            const char* form) {
  std::vector<double> found;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    found.push_back(finite_number(option, text.substr(at, end - at)));
    at = end + 1;
  }
  if (found.size() == count) return found;
  throw Error(ExitCode::usage, Problem{option, fmt::format("it has {} numbers", found.size()), "",
                                       fmt::format("Give {}", form)});
}

[[noreturn]] void refuse_geography(const Problem& problem) {
  throw Error(ExitCode::usage,
              Problem{"--geography", problem.what, problem.why, problem.suggestion});
}

bool is_file(const std::string& geography) {
  return geography.find_first_not_of("0123456789+-.,;eE ") != std::string::npos;
}

/// Corners in the option, NORTH,EAST;NORTH,EAST;..., or in a file around the home.
std::vector<std::vector<double>> corners_of(const std::string& geography,
                                            const std::optional<Geodetic<double>>& home) {
  std::vector<std::vector<double>> corners;
  if (!is_file(geography)) {
    for (std::size_t at = 0; at <= geography.size();) {
      const std::size_t end = std::min(geography.find(';', at), geography.size());
      corners.push_back(numbers("--geography", geography.substr(at, end - at), 2,
                                "each corner as north,east in metres from the origin"));
      if (std::hypot(corners.back()[0], corners.back()[1]) > 1e6)
        refuse_geography(
            {"", "a corner is farther than 1000 km from the origin", "", "Give metres"});
      at = end + 1;
    }
    return corners;
  }
  if (!home) {
    refuse_geography({"", "the polygon of a file needs the place of the origin", "",
                      "Give it, e.g. --home 47.3977,8.5456"});
  }
  std::string why;
  const auto text = read_text_file(geography, why);
  if (!text) throw Error(ExitCode::io, Problem{"--geography", "cannot read " + geography, why});
  try {
    return corners_in(*text, {home->latitude_deg, home->longitude_deg, 0});
  } catch (const AreaFault& fault) {
    refuse_geography({"", geography + ": " + fault.what, fault.why, fault.suggestion});
  }
}

}  // namespace

SoraOperation operation_of(const OperationOptions& request) {
  SoraOperation operation{.speed_m_s = positive_number("--speed", request.speed, 1000),
                          .dimension_m = positive_number("--dimension", request.dimension, 100),
                          .height_m = positive_number("--height", request.height, 10000),
                          .climb_m_s = non_negative_number("--climb-rate", request.climb),
                          .reaction_s = non_negative_number("--reaction", request.reaction)};
  for (const auto& [option, value, most] : {std::tuple{"--climb-rate", operation.climb_m_s, 100.0},
                                            {"--reaction", operation.reaction_s, 3600.0}}) {
    if (value > most)
      throw Error(ExitCode::usage, Problem{option, fmt::format("{:g} is too large", value), "",
                                           fmt::format("Give at most {:g}", most)});
  }
  if (request.wind) operation.wind_m_s = non_negative_number("--wind", *request.wind);
  return operation;
}

std::optional<Geodetic<double>> home_of(const OperationOptions& request, bool for_map) {
  if (!request.home) {
    if (!for_map) return std::nullopt;
    throw Error(ExitCode::usage, Problem{"--home", "a map needs the place of the origin", "",
                                         "Give it, e.g. --home 47.3977,8.5456"});
  }
  const auto home = numbers("--home", *request.home, 2, "latitude,longitude in degrees");
  if (std::abs(home[0]) < 89 && std::abs(home[1]) <= 180)
    return Geodetic<double>{home[0], home[1], 0.0};
  throw Error(ExitCode::usage,
              Problem{"--home", "latitude or longitude is out of range",
                      "maps need a latitude within 89 degrees",
                      "Give latitude,longitude in degrees, e.g. --home 47.3977,8.5456"});
}

Geography geography_of(const OperationOptions& request, const std::optional<Geodetic<double>>& home,
                       const Scenario& scenario, double length_s) {
  if (!request.geography) return geography_around(scenario, length_s);
  if (is_file(*request.geography) || request.geography->find(';') != std::string::npos) {
    Area area;
    area.corners_m = corners_of(*request.geography, home);
    if (const auto count = area.corners_m.size(); count < 3 || count > most_geography_corners) {
      refuse_geography({"", fmt::format("the polygon has {} corners", count),
                        fmt::format("it needs from 3 to {}", most_geography_corners),
                        "Give corners such as \"0,0;100,0;100,80;0,80\""});
    }
    if (const auto problem = problem_of(area)) refuse_geography(*problem);
    return polygon_geography(area.corners_m);
  }
  const auto g = numbers("--geography", *request.geography, 4, "south,west,north,east in metres");
  if (g[0] < g[2] && g[1] < g[3]) return {g[0], g[1], g[2], g[3]};
  refuse_geography({"", "its south must be below its north, its west below its east", "",
                    "Give south,west,north,east in metres from the origin"});
}

Options operation_options(OperationOptions& r, bool required) {
  const auto given = [&](Option option) { return required ? option.required() : option; };
  return {
      given({"--speed", &r.speed, "Largest speed over the ground, in m/s", "X"}),
      given({"--height", &r.height, "Height of the flight geography above the ground, in m", "X"}),
      given({"--dimension", &r.dimension,
             "Characteristic dimension: largest distance between tips, in m", "X"}),
      {"--reaction", &r.reaction, "Reaction time, in s; default: 1", "X"},
      {"--climb-rate", &r.climb, "Largest rate of climb, in m/s; default: 5", "X"},
      {"--wind", &r.wind, "Wind of the parachute formula, in m/s; default: without this formula",
       "X"},
      {"--geography", &r.geography,
       "Flight geography: SOUTH,WEST,NORTH,EAST [m], corners \"NORTH,EAST;NORTH,EAST;...\" [m], or "
       "a KML or GeoJSON file with a polygon; default: a rectangle around the trajectory",
       "PLACE"},
      {"--home", &r.home, "Latitude and longitude of the origin, in degrees, for maps and files",
       "LAT,LON"},
  };
}

}  // namespace montecopter::cli
