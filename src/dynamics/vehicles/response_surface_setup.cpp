#include "dynamics/vehicles/response_surface_setup.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

/// Factors and centre of a column, in the axes of the vehicle's frame.
struct ColumnKey {
  std::array<std::uint8_t, max_surface_factors> factor{};
  double centre = 0;
  friend bool operator==(const ColumnKey&, const ColumnKey&) = default;
};

/// The factors in ascending order, so that u v and v u are one column; missing factors are 1.
ColumnKey key_of(const SurfaceTerm& term) {
  ColumnKey key;
  key.centre = term.centre;
  for (std::size_t k = 0; k < std::min(term.factors.size(), max_surface_factors); ++k) {
    const int place = surface_variable(term.factors[k]).value_or(SurfaceVariable::one);
    key.factor[k] = static_cast<std::uint8_t>(place);
  }
  std::sort(key.factor.begin(), key.factor.end());
  return key;
}

std::vector<ColumnKey> column_keys(const ResponseSurface& surface) {
  std::vector<ColumnKey> keys;
  for (const SurfaceTerm& term : surface.terms) {
    const ColumnKey key = key_of(term);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

/// Sign of a variable of the vehicle's frame in FRD.
double sign_of_variable(const std::array<double, 3>& signs, int place) {
  if (place >= SurfaceVariable::rotor_speed || place == SurfaceVariable::one) return 1;
  return signs[static_cast<std::size_t>((place - SurfaceVariable::velocity) % 3)];
}

double sign_of_column(const std::array<double, 3>& signs, const ColumnKey& key) {
  double sign = 1;
  for (const std::uint8_t place : key.factor) sign *= sign_of_variable(signs, place);
  return sign;
}

}  // namespace

std::optional<int> surface_variable(std::string_view factor) {
  constexpr std::string_view body = "uvwpqr", speed = "rotor_speed.",
                             acceleration = "rotor_acceleration.";
  if (factor.size() == 1 && body.find(factor) != std::string_view::npos) {
    return SurfaceVariable::velocity + static_cast<int>(body.find(factor));
  }
  const bool is_speed = factor.starts_with(speed);
  if (!is_speed && !factor.starts_with(acceleration)) return std::nullopt;
  factor.remove_prefix(is_speed ? speed.size() : acceleration.size());
  int rotor = -1;
  const auto [end, error] = std::from_chars(factor.data(), factor.data() + factor.size(), rotor);
  const bool is_number = error == std::errc() && end == factor.data() + factor.size();
  if (!is_number || rotor < 0 || rotor >= int(max_rotors)) return std::nullopt;
  return rotor + (is_speed ? SurfaceVariable::rotor_speed : SurfaceVariable::rotor_acceleration);
}

std::optional<int> rotor_of_variable(int place) {
  if (place < SurfaceVariable::rotor_speed) return std::nullopt;
  return (place - SurfaceVariable::rotor_speed) % static_cast<int>(max_rotors);
}

int surface_columns(const ResponseSurface& surface) {
  return static_cast<int>(column_keys(surface).size());
}

SurfaceForm surface_form(const Multirotor& vehicle) {
  SurfaceForm form;
  if (!vehicle.response_surface) return form;
  form.replaces_rotors = vehicle.response_surface->rotor_loads == "replaced";
  for (const ColumnKey& key : column_keys(*vehicle.response_surface)) {
    if (form.columns == max_surface_columns) break;  // validation has refused more
    form.factor[static_cast<std::size_t>(form.columns++)] = key.factor;
  }
  return form;
}

SurfaceConstants<double> fold_surface(const Multirotor& vehicle, const SurfaceForm& form) {
  SurfaceConstants<double> constants{};
  const auto signs = frame_signs(vehicle.frame);
  const auto inverse_inertia = inverse(inertia_tensor(vehicle.inertia_kg_m2, signs));
  const std::vector<ColumnKey> keys = column_keys(*vehicle.response_surface);
  std::vector<std::array<double, 6>> sums(keys.size(), std::array<double, 6>{});
  for (const SurfaceTerm& term : vehicle.response_surface->terms) {
    const auto column = std::find(keys.begin(), keys.end(), key_of(term)) - keys.begin();
    const auto output = static_cast<std::size_t>(word_row(surface_output_words, term.output).value);
    sums[static_cast<std::size_t>(column)][output] += term.value();
  }
  constants.inverse_mass = 1.0 / vehicle.mass_kg;
  for (std::size_t k = 0; k < static_cast<std::size_t>(form.columns); ++k) {
    const double sign = sign_of_column(signs, keys[k]);
    const auto& sum = sums[k];
    const auto in_frd = [&](std::size_t first) {
      return Vec3<double>{sign * signs[0] * sum[first], sign * signs[1] * sum[first + 1],
                          sign * signs[2] * sum[first + 2]};
    };
    constants.column[k] = {in_frd(0), inverse_inertia * in_frd(3), sign * keys[k].centre};
  }
  return constants;
}

bool has_surface_range(const Multirotor& vehicle) {
  if (!vehicle.response_surface) return false;
  const auto& terms = vehicle.response_surface->terms;
  return std::any_of(terms.begin(), terms.end(),
                     [](const SurfaceTerm& term) { return term.lowest || term.highest; });
}

double SurfaceRange::product(const SurfaceFlight& flight) const {
  const Vec3<double>&v = flight.v_AB_B, &w = flight.w_WB_B;
  const std::array<double, 7> body = {1, v.x, v.y, v.z, w.x, w.y, w.z};
  double product = sign;
  for (const std::uint8_t place : factor) {
    const auto rotor = rotor_of_variable(place);
    product *= rotor ? flight.rotor_speed[*rotor] : body[place];
  }
  return product;
}

bool SurfaceRange::contains(const SurfaceFlight& flight) const {
  const double value = product(flight);
  return lowest <= value && value <= highest;
}

std::vector<SurfaceRange> surface_ranges(const Multirotor& vehicle) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  std::vector<SurfaceRange> ranges;
  if (!vehicle.response_surface) return ranges;
  const auto signs = frame_signs(vehicle.frame);
  for (const SurfaceTerm& term : vehicle.response_surface->terms) {
    if (!term.lowest && !term.highest) continue;
    const ColumnKey key = key_of(term);
    ranges.push_back({key.factor, sign_of_column(signs, key), term.lowest.value_or(-unlimited),
                      term.highest.value_or(unlimited)});
  }
  return ranges;
}

bool is_outside_surface(const Multirotor& vehicle, const SurfaceFlight& flight) {
  const std::vector<SurfaceRange> ranges = surface_ranges(vehicle);
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const SurfaceRange& range) { return !range.contains(flight); });
}

}  // namespace montecopter
