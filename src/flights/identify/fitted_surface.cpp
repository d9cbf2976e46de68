#include "flights/identify/fitted_surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.hpp"
#include "dynamics/vehicles/response_surface_setup.hpp"

namespace montecopter::identify {
namespace {

/// Whether logs show the product of the factors.
bool is_seen(const SurfaceTerm& term, bool has_speeds) {
  const auto is_in_logs = [has_speeds](const std::string& factor) {
    const int place = surface_variable(factor).value_or(SurfaceVariable::one);
    return !is_rotor_acceleration(place) && (has_speeds || !rotor_of_variable(place));
  };
  return !term.factors.empty() && std::all_of(term.factors.begin(), term.factors.end(), is_in_logs);
}

/// Widens ranges by the products in the fitted windows of a log.
void add_products(const FitLog& log, std::vector<SurfaceRange>& ranges) {
  const DriveSchedule steps = mean_schedule(log.drive, log.track, 0);
  for (const FitWindow& window : log.windows) {
    for (std::size_t row = window.first; row < window.last; ++row) {
      const BodyState& state = log.track.states[row];
      const auto v = in_body(state.data(), {state[3], state[4], state[5]});
      const SurfaceFlight flight = {{v[0], v[1], v[2]},
                                    {state[10], state[11], state[12]},
                                    steps.steps[steps.first[row]].from.data()};
      for (SurfaceRange& range : ranges) {
        const double product = range.product(flight);
        range.lowest = std::fmin(range.lowest, product);
        range.highest = std::fmax(range.highest, product);
      }
    }
  }
}

}  // namespace

std::string surface_term_text(const Multirotor& vehicle, const double* number) {
  if (!vehicle.response_surface) return "";
  for (const SurfaceTerm& term : vehicle.response_surface->terms) {
    if (number != &term.coefficient && number != &term.deviation) continue;
    return term.factors.empty() ? "constant " + term.output
                                : fmt::format("{} of {}", term.output, join(term.factors, " "));
  }
  return "";
}

void set_surface_ranges(const FittedParameters& parameters, const std::vector<FitLog>& logs,
                        Multirotor& vehicle) {
  const std::vector<std::size_t> fitted = parameters.fitted_terms();
  if (fitted.empty()) return;
  const bool has_speeds = std::all_of(logs.begin(), logs.end(), [](const FitLog& log) {
    return log.drive.kind == DriveKind::rotor_speed;
  });
  // In this copy, exactly the terms that get a range have one.
  Multirotor seen = vehicle;
  constexpr double none = std::numeric_limits<double>::infinity();
  std::vector<SurfaceTerm*> terms;
  for (SurfaceTerm& term : seen.response_surface->terms) term.lowest = term.highest = std::nullopt;
  for (const std::size_t k : fitted) {
    SurfaceTerm& term = vehicle.response_surface->terms[k];
    if (term.lowest || term.highest || !is_seen(term, has_speeds)) continue;
    terms.push_back(&term);
    SurfaceTerm& copy = seen.response_surface->terms[k];
    copy.lowest = none, copy.highest = -none;
  }
  std::vector<SurfaceRange> ranges = surface_ranges(seen);
  for (const FitLog& log : logs) add_products(log, ranges);
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (ranges[k].lowest < ranges[k].highest)
      terms[k]->lowest = ranges[k].lowest, terms[k]->highest = ranges[k].highest;
  }
}

}  // namespace montecopter::identify
