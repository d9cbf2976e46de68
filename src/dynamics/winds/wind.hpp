#pragma once
/// The list of winds. Types that vary over a flight have Constants<S>, fold(step_s) and either
/// velocity(constants, WindPoint), a function of time and place, or State<S>, a random process.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "dynamics/alternatives.hpp"
#include "dynamics/winds/grid.hpp"
#include "dynamics/winds/one_minus_cosine.hpp"
#include "dynamics/winds/ramp.hpp"
#include "dynamics/winds/shear.hpp"
#include "dynamics/winds/sinusoid.hpp"
#include "dynamics/winds/steady.hpp"
#include "dynamics/winds/time_series.hpp"
#include "dynamics/winds/turbulence.hpp"

namespace montecopter {

struct Wind : std::variant<SteadyWind, RampWind, SinusoidWind, OneMinusCosineGust, LogShearWind,
                           PowerShearWind, TimeSeriesWind, Dryden, DrydenLowAltitude, VonKarman,
                           VonKarmanLowAltitude, GridWind> {
  using variant::variant;
};

/// Winds of one flight that vary.
inline constexpr int max_varying_winds = 8;

/// A random process, or else a function of time and place.
template <class W>
concept Turbulent = requires {
  typename W::template State<double>;
};

/// A wind that is given as rows, or as a file of them; the last three numbers of a row are a
/// velocity.
template <class W>
concept MeasuredWind = requires(const W& wind) {
  wind.rows;
};

/// Number of doubles in a sample's constants, and in the memory of a process.
template <class W>
constexpr int wind_constants() {
  if constexpr (W::varies) return sizeof(typename W::template Constants<double>) / 8;
  return 0;
}
template <class W>
constexpr int wind_memory() {
  if constexpr (Turbulent<W>) return sizeof(typename W::template State<double>) / 8;
  return 0;
}

template <class... Ws>
constexpr int most_constants_of(const std::variant<Ws...>*) {
  return std::max({wind_constants<Ws>()...});
}
template <class... Ws>
constexpr int most_memory_of(const std::variant<Ws...>*) {
  return std::max({wind_memory<Ws>()...});
}
inline constexpr int most_wind_constants = most_constants_of(static_cast<const Wind*>(nullptr));
inline constexpr int most_wind_memory = most_memory_of(static_cast<const Wind*>(nullptr));

/// Calls use.template operator()<W>() for the type at index `kind` of the list, if it varies.
template <class Use>
void with_wind_type(int kind, Use use) {
  const auto try_type = [&]<std::size_t i>() {
    using W = ListedType<i, Wind>;
    if constexpr (W::varies) {
      if (kind == static_cast<int>(i)) use.template operator()<W>();
    }
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) { (try_type.template operator()<i>(), ...); }
  (std::make_index_sequence<list_size<Wind>>());
}

}  // namespace montecopter
