#pragma once
/// Wind over space from a grid of velocities, as numerical flow or weather models give it.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/winds/wind_point.hpp"

namespace montecopter {

/// A grid as kernels read it: numbers of nodes along north, east and down; their coordinates [m],
/// ascending, axis by axis. Then the velocities [m/s] of all nodes follow, with the last axis' next
/// node first.
class WindGrid {
 public:
  static constexpr int axes = 3;

  explicit WindGrid(const double* table) : coordinates_(table + axes) {
    for (int k = 0; k < axes; ++k) size_[k] = static_cast<std::int64_t>(table[k]);
    velocities_ = coordinates_ + size_[0] + size_[1] + size_[2];
  }

  /// Velocity at a place, of which each coordinate is taken into the grid first.
  std::array<double, 3> at(const std::array<double, axes>& place) const {
    std::array<std::int64_t, axes> node;
    std::array<double, axes> fraction;
    const double* c = coordinates_;
    for (int k = 0; k < axes; c += size_[k++]) locate(c, size_[k], place[k], node[k], fraction[k]);
    std::array<double, 3> velocity;
    for (int i = 0; i < 3; ++i) velocity[i] = mixed<0>(node, fraction, 0, i);
    return velocity;
  }

 private:
  /// The node at or before x that has one after it, and how far x is on the way there.
  static void locate(const double* c, std::int64_t size, double x, std::int64_t& node,
                     double& fraction) {
    const std::int64_t after = std::upper_bound(c, c + size, x) - c;
    node = std::clamp<std::int64_t>(after - 1, 0, size > 1 ? size - 2 : 0);
    const double length = size > 1 ? c[node + 1] - c[node] : 1.0;
    fraction = std::clamp((x - c[node]) / length, 0.0, size > 1 ? 1.0 : 0.0);
  }

  /// Component i, linear along this axis and all that follow.
  template <int axis>
  double mixed(const std::array<std::int64_t, axes>& node, const std::array<double, axes>& fraction,
               std::int64_t place, int i) const {
    if constexpr (axis == axes) {
      return velocities_[3 * place + i];
    } else {
      const std::int64_t first = place * size_[axis] + node[axis];
      const std::int64_t second = size_[axis] > 1 ? first + 1 : first;
      const double a = mixed<axis + 1>(node, fraction, first, i);
      const double b = mixed<axis + 1>(node, fraction, second, i);
      return std::fma(fraction[axis], b - a, a);
    }
  }

  std::array<std::int64_t, axes> size_;
  const double* coordinates_;
  const double* velocities_;
};

struct GridWind {
  static constexpr std::string_view type_name = "grid";
  static constexpr std::string_view doc =
      "Velocities at the nodes of a grid, linear between them along each axis; outside the grid, "
      "the velocities of its border";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"rows", R"([
  [0.0, 0.0, -100.0, 8.0, 0.0, 0.0],
  [0.0, 0.0, 0.0, 2.0, 0.0, 0.0],
])"},
  });
  static constexpr bool varies = true;
  static constexpr const char* strength = "scale";
  static constexpr std::array<std::string_view, 2> exactly_one = {"rows", "file"};
  static constexpr std::array<std::string_view, 6> header = {"north_m",   "east_m",   "down_m",
                                                             "north_m_s", "east_m_s", "down_m_s"};
  static constexpr std::size_t columns = header.size();
  static constexpr const char* row_doc =
      "a row is north, east and down of a place, then of the air velocity there";
  static constexpr bool ascends = false;  ///< the rows may come in any order

  std::vector<std::vector<double>> rows;
  std::string file;
  double scale = 1.0;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return key == "file" && file.empty(); }

  static constexpr auto fields() {
    using W = GridWind;
    return FieldList{
        field("rows", &W::rows,
              "Rows [north, east, down in m, then the air velocity in m/s] of all nodes of the "
              "grid, in "
              "any order: every combination of coordinates occurs once"),
        field("file", &W::file,
              "CSV file with the same rows under the header line "
              "north_m,east_m,down_m,north_m_s,east_m_s,down_m_s (instead of `rows`)"),
        field("scale", &W::scale, "1", any_number, Vary::per_sample, "Factor on all velocities"),
    };
  }

  void check(Problems& problems) const;

  bool is_still() const { return scale == 0; }
  bool is_sound() const { return true; }

  template <class S>
  struct Constants {
    S scale;
  };

  Constants<double> fold(double) const { return {scale}; }

  /// Lanes are at different nodes: they look one by one.
  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    constexpr int width = Lanes<S>::width;
    const WindGrid grid(at.series.numbers);
    alignas(64) double x[width], y[width], z[width];
    at.position.x.store(x), at.position.y.store(y), at.position.z.store(z);
    for (int i = 0; i < width; ++i) {
      const std::array<double, 3> v = grid.at({x[i], y[i], z[i]});
      x[i] = v[0], y[i] = v[1], z[i] = v[2];
    }
    return c.scale * Vec3<S>{S::load(x), S::load(y), S::load(z)};
  }
};

}  // namespace montecopter
