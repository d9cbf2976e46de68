/// Keys of the response surface of a multirotor.

#include "dynamics/vehicles/response_surface.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/response_surface_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {
namespace {

constexpr const char* surface_path = "vehicle.response_surface";

bool have_speed_state(const Multirotor& vehicle) {
  const Rotor& rotor = vehicle.rotors.front();
  return takes_speed(*rotor.law) &&
         std::visit([]<class M>(const M&) { return has_speed_state<M>; }, *rotor.motor);
}

/// Checks a factor. Returns whether it is the acceleration of a rotor.
bool check_factor(const Multirotor& vehicle, const std::string& factor, const std::string& path,
                  Report& report) {
  const std::optional<int> place = surface_variable(factor);
  if (!place) {
    report.error(path, fmt::format("'{}' is no factor of a response surface", factor),
                 "factors are u, v, w, p, q, r, rotor_speed.N and rotor_acceleration.N",
                 "Use one of these; repeat a factor for its square");
    return false;
  }
  const std::optional<int> rotor = rotor_of_variable(*place);
  if (!rotor || !report.clean("vehicle.rotors") || vehicle.rotors.empty()) return false;
  if (std::cmp_greater_equal(*rotor, vehicle.rotors.size())) {
    report.error(
        path, fmt::format("'{}' is given for {}", factor, counted(vehicle.rotors.size(), "rotor")),
        "rotors count from 0");
  } else if (!have_speed_state(vehicle)) {
    report.error(path, fmt::format("'{}' is given for rotors without a speed", factor),
                 "the state of their motors is not a speed",
                 "Use a rotor law of a speed, and a motor with a speed, for example "
                 "\"first_order\"");
  }
  return is_rotor_acceleration(*place);
}

void check_range(const SurfaceTerm& term, bool has_acceleration, const std::string& at,
                 Report& report) {
  if (term.lowest && term.highest && !(*term.lowest < *term.highest)) {
    report.error(at + ".lowest", fmt::format("'{}.lowest' is not below highest", at),
                 "they are the range of the data of the fit", "Exchange them");
  }
  if ((term.lowest || term.highest) && has_acceleration) {
    report.error(at + (term.lowest ? ".lowest" : ".highest"),
                 fmt::format("'{}' has a range and the acceleration of a rotor", at),
                 "accelerations of rotors are not monitored", "Remove lowest and highest");
  }
}

void check_term(const Multirotor& vehicle, const SurfaceTerm& term, const std::string& at,
                Report& report) {
  if (!report.clean_above(at)) return;
  if (term.output.empty() && report.clean(at + ".output")) {
    report.error(at + ".output", fmt::format("missing '{}.output'", at),
                 "it is the force or moment to which the term adds", "Use e.g. \"force_z\"");
  }
  if (term.factors.size() > max_surface_factors) {
    report.error(at + ".factors", fmt::format("a term has {} factors", term.factors.size()),
                 fmt::format("at most {} are possible", max_surface_factors), "Leave out the term");
    return;
  }
  bool has_acceleration = false;
  for (const std::string& factor : term.factors) {
    has_acceleration = check_factor(vehicle, factor, at + ".factors", report) || has_acceleration;
  }
  check_range(term, has_acceleration, at, report);
  if (term.deviation != 0 && term.standard_error == 0) {
    report.error(at + ".deviation", fmt::format("'{}.deviation' has no standard error", at),
                 "it counts standard errors", "Give standard_error, or remove it");
  }
}

/// Reports deviations that differ between flights although no term among them has a standard error.
void check_varied_deviations(const Scenario& scenario, const std::string& path,
                             const std::string& at, Report& report) {
  if (path.rfind(surface_path, 0) != 0 || !path.ends_with(".deviation") || !report.clean(at))
    return;
  Scenario probe = scenario;
  const auto deviations = find_numbers(probe, path);
  const auto& terms = std::get<Multirotor>(*probe.vehicle).response_surface->terms;
  const bool has_error = std::any_of(terms.begin(), terms.end(), [&](const SurfaceTerm& term) {
    return term.standard_error != 0 &&
           std::any_of(deviations.begin(), deviations.end(),
                       [&](const NumberRef& number) { return number.value == &term.deviation; });
  });
  if (deviations.empty() || has_error) return;
  report.error(at, fmt::format("'{}' varies without a standard error", path),
               "it counts standard errors, and the flights would not differ",
               "Give standard_error, or disperse the coefficient");
}

}  // namespace

void check_response_surface(const Multirotor& vehicle, const Scenario& scenario, Report& report) {
  if (!vehicle.response_surface || !report.clean_above(surface_path)) return;
  const ResponseSurface& surface = *vehicle.response_surface;
  const std::string terms = std::string(surface_path) + ".terms";
  if (surface.terms.empty() || surface.terms.size() > max_surface_terms) {
    report.error(terms, fmt::format("the response surface has {} terms", surface.terms.size()),
                 fmt::format("1 to {} are possible", max_surface_terms),
                 surface.terms.empty() ? "Add [[vehicle.response_surface.terms]]"
                                       : "Leave out terms of little effect");
    return;
  }
  for (std::size_t i = 0; i < surface.terms.size(); ++i) {
    check_term(vehicle, surface.terms[i], terms + "." + std::to_string(i), report);
  }
  if (report.clean(terms) && surface_columns(surface) > max_surface_columns) {
    report.error(terms,
                 fmt::format("the terms have {} different products", surface_columns(surface)),
                 fmt::format("at most {} are possible", max_surface_columns),
                 "Leave out terms of little effect");
  }
  for (const auto& [path, distribution] : scenario.disperse) {
    check_varied_deviations(scenario, path, append_path("disperse", path), report);
  }
  for (const auto& [path, axis] : scenario.sweep) {
    check_varied_deviations(scenario, path, append_path("sweep", path), report);
  }
}

}  // namespace montecopter
