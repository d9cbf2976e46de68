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
      {"--course", &request.course,
       "Direction of flight over the ground, in degrees clockwise from north", "X"},
      {"--heading", &request.heading, "Direction of the nose, in degrees clockwise from north",
       "X"},
      {"--time", &request.time,
       "Time at which the winds of the scenario are evaluated, in s; default: 0", "X"},
      {"--height", &request.height,
       "Height over the ground, in m; default: the start of the scenario", "X"},
      {"--no-wind", &request.no_wind, "Calm air: ignore the winds of the scenario"},
  };
  return joined({vehicle_options(request), own});
}

}  // namespace montecopter::cli
