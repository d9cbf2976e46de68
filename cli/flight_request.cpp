#include "flight_request.hpp"

#include "core/base/json.hpp"
#include "options.hpp"
#include "streams.hpp"

namespace montecopter::cli {

SteadyFlight FlightRequest::flight() const {
  SteadyFlight flight;
  flight.speed_m_s = non_negative_number("--speed", speed);
  flight.climb_m_s = finite_number("--climb", climb);
  flight.course_deg = finite_number("--course", course);
  flight.heading_deg = finite_number("--heading", heading);
  flight.time_s = non_negative_number("--time", time);
  if (height) flight.height_m = finite_number("--height", *height);
  flight.in_wind = !no_wind;
  return flight;
}

ExitCode FlightRequest::refuse(const LoadedVehicle& loaded) const {
  const std::string reason = "no commands within their limits hold that flight" +
                             wind_remark(ambient_of(loaded, flight())) +
                             ". `montecopter vehicle` shows what the vehicle can do.";
  remark(file + ": " + reason + "\n");
  if (json) {
    Json none = Json::object();
    none.set("name", Json::text(loaded.name)).set("reason", Json::text(reason));
    answer(none.print() + "\n");
  }
  return ExitCode::no;
}

Options flight_options(FlightRequest& request) {
  const Options own = {
      {"--speed", &request.speed, "Horizontal speed over the ground, in m/s", "X"},
      {"--climb", &request.climb, "Upward speed, in m/s", "X"},
      {"--course", &request.course, "Where it flies to, in degrees from north to east", "X"},
      {"--heading", &request.heading, "Where the nose points, in degrees from north to east", "X"},
      {"--time", &request.time,
       "Time at which the winds of the scenario are taken, in s; default: 0", "X"},
      {"--height", &request.height,
       "Height over the ground, in m; default: that where the scenario starts", "X"},
      {"--no-wind", &request.no_wind, "In calm air, whatever the winds of the scenario"},
  };
  return joined({vehicle_options(request), own});
}

}  // namespace montecopter::cli
