#pragma once
/// Attitudes: laws of the four numbers of a unit quaternion [w, x, y, z].

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/normal_quantile.hpp"
#include "core/numerics/quaternion_exp.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

inline double component_of(const Quat<double>& q, std::size_t k) {
  return std::array{q.w, q.x, q.y, q.z}[k];
}

/// No component of a unit quaternion is larger, rounding (of four products and a root) apart.
inline constexpr Limits quaternion_limits = {-1.0 - 0x1p-50, 1.0 + 0x1p-50};

/// Uniform on the rotations, that is, on the sphere of unit quaternions: K. Shoemake, "Uniform
/// random rotations", Graphics Gems III (1992), 124-132. A law of vectors, see vector_law.hpp.
struct UniformRotationDistribution {
  static constexpr std::string_view type_name = "uniform_rotation";
  static constexpr std::string_view doc =
      "Random attitude: unit quaternions, uniform over all rotations";
  static constexpr std::string_view example_path = "simulation.initial.attitude.*";

  static constexpr auto fields() { return FieldList{}; }

  std::size_t numbers() const { return 4; }
  std::size_t uniforms() const { return 3; }

  static Quat<double> rotation(std::span<const Uniform53> u) {
    const double near = std::sqrt(u[0].complement().value()), far = std::sqrt(u[0].value());
    double sine[2], cosine[2];
    for (std::size_t i = 0; i < 2; ++i) sincos_turns(u[i + 1].value(), sine[i], cosine[i]);
    return {far * cosine[1], near * sine[0], near * cosine[0], far * sine[1]};
  }
  double component(std::size_t k, std::span<const Uniform53> u) const {
    return component_of(rotation(u), k);
  }
  Limits extremes(std::size_t) const { return quaternion_limits; }
};

/// About a mean attitude: q = mean (x) exp(phi / 2), the rotation vector phi in body axes normal
/// with independent components ("concentrated Gaussian" on SO(3): T. Barfoot, "State Estimation for
/// Robotics", 2nd ed. 2024, section 8.3).
struct NormalRotationDistribution {
  static constexpr std::string_view type_name = "normal_rotation";
  static constexpr std::string_view doc =
      "Attitude about a mean, turned from it by normal angles about the body axes";
  static constexpr std::string_view example_path = "simulation.initial.attitude.*";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"sd_rad", "[0.02, 0.02, 0.1]"},
  });

  std::array<double, 4> mean = {1, 0, 0, 0};
  PerAxis sd_rad = PerAxis(required);

  static constexpr auto fields() {
    using D = NormalRotationDistribution;
    return FieldList{
        field("mean", &D::mean, "1", between(-1.001, 1.001), Vary::fixed,
              "Mean attitude, a quaternion [w, x, y, z] that maps body to world vectors"),
        field("sd_rad", &D::sd_rad, units::angle, between(0, 3.2), Vary::fixed,
              "Standard deviations of the rotation vector from the mean, about the body axes FRD"),
    };
  }

  void check(Problems& problems) const;

  std::size_t numbers() const { return 4; }
  std::size_t uniforms() const { return 3; }

  Quat<double> rotation(std::span<const Uniform53> u) const {
    const Vec3<double> half = {0.5 * sd_rad[0] * normal_quantile(u[0]),
                               0.5 * sd_rad[1] * normal_quantile(u[1]),
                               0.5 * sd_rad[2] * normal_quantile(u[2])};
    return normalised(product<double>({mean[0], mean[1], mean[2], mean[3]}, quaternion_exp(half)));
  }
  double component(std::size_t k, std::span<const Uniform53> u) const {
    return component_of(rotation(u), k);
  }
  Limits extremes(std::size_t) const { return quaternion_limits; }
};

}  // namespace montecopter
