#pragma once
/// The errors of a sensor, the same for every kind: docs/models.md 1.8.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "core/fields/fields.hpp"
#include "core/fields/joined.hpp"
#include "core/fields/words.hpp"
#include "dynamics/sensors/quantities.hpp"

namespace montecopter {

/// Meaning of a density N of white noise: a standard deviation of N sqrt(f) per reading, or of N
/// sqrt(f / 2). A one-sided density (positive frequencies only) is sqrt(2) times the two-sided
/// density of the same process.
enum class DensityConvention { two_sided, one_sided };
inline constexpr std::array<ChoiceFor<DensityConvention>, 2> density_words = {{
    {DensityConvention::two_sided, "two_sided",
     "sd = N sqrt(rate): angle random walk N sqrt(t); Kalibr, IEEE 952"},
    {DensityConvention::one_sided, "one_sided",
     "sd = N sqrt(rate / 2): what spectrum analysers and many data sheets print"},
}};
inline constexpr auto density_conventions = choices_of(density_words);

/// Number is PerAxis or double.
template <class Quantity, class Number>
struct ErrorModel {
  using QuantityType = Quantity;
  using NumberType = Number;

  Number white_noise = 0.0;
  Number white_noise_density = 0.0;
  std::optional<std::string> white_noise_density_is;
  Number bias = 0.0;
  Number turn_on_bias = 0.0;
  Number gauss_markov_bias = 0.0;
  std::optional<double> gauss_markov_time_s;
  Number bias_random_walk = 0.0;
  std::optional<Number> full_scale;
  std::optional<Number> resolution;
  std::optional<std::int64_t> word_bits;

  static constexpr auto fields() {
    using E = ErrorModel;
    using Q = Quantity;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field(joined<"white_noise_", Q::suffix>, &E::white_noise, Q::units, non_negative, each,
              "Standard deviation of the white noise of each reading, independent of the rate"),
        field(joined<"white_noise_density_", Q::suffix, "_sqrt_hz">, &E::white_noise_density,
              Q::density, non_negative, each,
              "Amplitude spectral density of additional white noise; its standard deviation per "
              "reading grows with sqrt(rate_hz)"),
        field("white_noise_density_is", &E::white_noise_density_is, density_conventions,
              "Convention of the density; required with a density"),
        field(joined<"bias_", Q::suffix>, &E::bias, Q::units, any_number, each, "Constant bias"),
        field(joined<"turn_on_bias_", Q::suffix>, &E::turn_on_bias, Q::units, non_negative, each,
              "Standard deviation of a bias drawn anew for each flight"),
        field(joined<"gauss_markov_bias_", Q::suffix>, &E::gauss_markov_bias, Q::units,
              non_negative, each,
              "Stationary standard deviation of a first-order Gauss-Markov (Ornstein-Uhlenbeck) "
              "bias"),
        field("gauss_markov_time_s", &E::gauss_markov_time_s, units::time, positive, each,
              "Correlation time of the Gauss-Markov bias; required with such a bias"),
        field(joined<"bias_random_walk_", Q::suffix, "_sqrt_s">, &E::bias_random_walk, Q::walk,
              non_negative, each,
              "Random-walk coefficient of the bias (rate random walk): its standard deviation "
              "after one second"),
        field(joined<"full_scale_", Q::suffix>, &E::full_scale, Q::units, positive, each,
              "Saturation limit of readings, positive and negative; default: none"),
        field(joined<"resolution_", Q::suffix>, &E::resolution, Q::units, positive, each,
              "Resolution: readings are rounded to a multiple of it; default: not rounded"),
        field("word_bits", &E::word_bits, "1", between(2, 32), Vary::fixed,
              "Bits of the register, two's complement, at whose limits the rounded number "
              "saturates; default: no limit"),
    };
  }
};

template <class Quantity, class Number>
void as_error_model(const ErrorModel<Quantity, Number>&);
template <class Sensor>
concept HasErrors = requires(const Sensor& sensor) {
  as_error_model(sensor);
};
template <class Sensor>
concept HasErrorsOfMotion =
    HasErrors<decltype(Sensor::position)> && HasErrors<decltype(Sensor::velocity)>;

/// Calls visit(key, model) for each error model of a sensor; the key is "" if its keys are those of
/// the sensor itself.
template <class Sensor, class Visit>
void for_each_error_model(Sensor& sensor, Visit visit) {
  using Kind = std::remove_const_t<Sensor>;
  if constexpr (HasErrors<Kind>) {
    visit("", sensor);
  } else if constexpr (HasErrorsOfMotion<Kind>) {
    visit("position", sensor.position);
    visit("velocity", sensor.velocity);
  }
}

/// Number of error models of a sensor.
template <class Sensor>
constexpr int error_models = HasErrors<Sensor> ? 1 : 2 * HasErrorsOfMotion<Sensor>;

template <class Quantity, class Number>
constexpr int axes_of(const ErrorModel<Quantity, Number>*) {
  return std::is_same_v<Number, double> ? 1 : 3;
}
/// Numbers of a reading that each of them is of; 0: the sensor has none.
template <class Sensor>
constexpr int error_axes = [] {
  if constexpr (HasErrors<Sensor>) {
    return axes_of(static_cast<const Sensor*>(nullptr));
  } else if constexpr (HasErrorsOfMotion<Sensor>) {
    return axes_of(static_cast<const decltype(Sensor::position)*>(nullptr));
  } else {
    return 0;
  }
}();

}  // namespace montecopter
