#include "vehicle/performance/mean_wind.hpp"

#include <array>

#include "dynamics/winds/wind_table.hpp"

namespace montecopter {
namespace {

/// One wind as a function of the place, at one time.
struct Look {
  double time_s, ground_z_m;

  template <class W>
  Eigen::Vector3d velocity(const W& wind, const Eigen::Vector3d& at,
                           const std::vector<double>& table) const {
    const WindSeries series{table.data(), static_cast<std::int64_t>(table.size() / columns<W>())};
    constexpr double any_step_s = 1.0;  // only random processes depend on the step
    const Vec3<double> v = W::velocity(
        wind.fold(any_step_s),
        WindPoint<double>{time_s, {at.x(), at.y(), at.z()}, ground_z_m - at.z(), series});
    return {v.x, v.y, v.z};
  }
  Eigen::Vector3d velocity(const SteadyWind& wind, const Eigen::Vector3d&,
                           const std::vector<double>&) const {
    return Eigen::Vector3d::Map(wind.velocity_m_s().data());
  }
  Eigen::Vector3d velocity(const GridWind& wind, const Eigen::Vector3d& at,
                           const std::vector<double>& table) const {
    const std::array<double, 3> v = WindGrid(table.data()).at({at.x(), at.y(), at.z()});
    return wind.scale * Eigen::Vector3d::Map(v.data());
  }

 private:
  template <class W>
  static constexpr std::size_t columns() {
    if constexpr (MeasuredWind<W>) return W::columns;
    return 1;
  }
};

template <class W>
std::vector<double> table_of(const W& wind) {
  if constexpr (MeasuredWind<W>) return wind_table(wind);
  return {};
}

}  // namespace

MeanWind mean_wind(const std::vector<Wind>& winds, double time_s, const Eigen::Vector3d& position_m,
                   double ground_z_m) {
  // Shear varies over its height, grids over their cells: both are far longer than this.
  constexpr double reach_m = 1e-3;
  const Look look{time_s, ground_z_m};
  MeanWind sum;
  const auto add = [&]<class W>(const W& wind) {
    if constexpr (Turbulent<W>) {
      sum.turbulent += wind.is_still() ? 0 : 1;
    } else {
      const std::vector<double> table = table_of(wind);
      sum.velocity_m_s += look.velocity(wind, position_m, table);
      for (int axis = 0; axis < 3; ++axis) {
        const Eigen::Vector3d off = reach_m * Eigen::Vector3d::Unit(axis);
        sum.gradient_1_s.col(axis) += (look.velocity(wind, position_m + off, table) -
                                       look.velocity(wind, position_m - off, table)) /
                                      (2 * reach_m);
      }
    }
  };
  for (const Wind& wind : winds) std::visit(add, wind);
  return sum;
}

}  // namespace montecopter
