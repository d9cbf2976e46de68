#pragma once
/// The list of winds. Types that vary over a flight have Constants<S>, fold(step_s) and either
/// velocity(constants, WindPoint), a function of time and place, or State<S>, a random process.

#include <algorithm>
#include <array>
#include <concepts>
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

template <class W>
concept VaryingWind = W::varies;
template <class W>
concept Turbulent = VaryingWind<W> && requires {
  typename W::template State<double>;
};

/// The same everywhere and always.
template <class W>
concept SteadyKind = !W::varies && requires(const W& wind) {
  { wind.velocity_m_s() } -> std::same_as<const std::array<double, 3>&>;
};

/// A function of time and place.
template <class W>
concept FieldWind = requires(const typename W::template Constants<double>& c,
                             const WindPoint<double>& at) {
  { W::velocity(c, at) } -> std::same_as<Vec3<double>>;
};

template <class W>
concept HasWindRows = requires(const W& wind) {
  wind.rows;
};
/// One that is given as rows, or as a file of them; the last three numbers of a row are a velocity.
template <class W>
concept MeasuredWind = HasWindRows<W> && requires(const W& wind) {
  { wind.rows } -> std::convertible_to<std::vector<std::vector<double>>>;
  { wind.file } -> std::convertible_to<std::string>;
  { wind.scale } -> std::convertible_to<double>;
  { W::header[0] } -> std::convertible_to<std::string_view>;
  { W::columns } -> std::convertible_to<std::size_t>;
  { W::row_doc } -> std::convertible_to<std::string_view>;
  { W::ascends } -> std::convertible_to<bool>;
};

template <class W>
concept HasStrength = requires(const W& wind, double height_m) {
  { wind.strongest(height_m) } -> std::same_as<WindStrength>;
};

template <class W>
concept VaryingKind = VaryingWind<W> && requires(const W& wind, double step_s) {
  requires(Turbulent<W> != FieldWind<W>);
  { wind.fold(step_s) } -> std::same_as<typename W::template Constants<double>>;
  { wind.is_still() } -> std::same_as<bool>;
  { wind.is_sound() } -> std::same_as<bool>;
  { W::strength } -> std::convertible_to<std::string_view>;
};

template <class W>
concept WindKind = requires {
  requires(SteadyKind<W> != VaryingKind<W>);
  requires(HasWindRows<W> == MeasuredWind<W>);
  requires(HasStrength<W> != MeasuredWind<W>);
  /// Whether how fast it changes is compared with the step, and its height with those that its
  /// source speaks of: warn_of_pace() and warn_of_height() in scenario/checks/wind_strength.cpp.
  { W::has_checked_pace } -> std::convertible_to<bool>;
  { W::has_checked_height } -> std::convertible_to<bool>;
};

template <class W>
constexpr bool require_wind() {
  static_assert(WindKind<W>, "this type of the list is no WindKind");
  return true;
}
static_assert(holds_for_all<Wind>([]<class W>() { return require_wind<W>(); }));

/// Numbers of a sample's constants, and of what a process remembers.
template <class W>
constexpr int wind_constants() {
  if constexpr (VaryingWind<W>) return sizeof(typename W::template Constants<double>) / 8;
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
    if constexpr (VaryingWind<W>) {
      if (kind == static_cast<int>(i)) use.template operator()<W>();
    }
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) { (try_type.template operator()<i>(), ...); }
  (std::make_index_sequence<list_size<Wind>>());
}

}  // namespace montecopter
