#include "vehicle/import/px4_allocation.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace montecopter;

namespace {

constexpr double eps = 1e-13;  // rounding of an inverse of condition below 100

/// Rotors on a circle at these angles from the nose, turning by turns either way.
std::vector<Px4Rotor> ring(const std::vector<double>& degrees, double radius_m, double coefficient,
                           double ratio_m) {
  std::vector<Px4Rotor> rotors;
  for (std::size_t k = 0; k < degrees.size(); ++k) {
    const double angle = degrees[k] * M_PI / 180;
    Px4Rotor r;
    r.position_m = {radius_m * std::cos(angle), radius_m * std::sin(angle), 0.03};
    r.thrust_coefficient = coefficient;
    r.moment_ratio_m = k % 2 == 0 ? ratio_m : -ratio_m;
    rotors.push_back(r);
  }
  return rotors;
}

Px4Scale scale_of(const std::vector<Px4Rotor>& rotors) {
  std::string_view missing;
  const auto scale = px4_scale(rotors, missing);
  REQUIRE(scale);
  return *scale;
}

}  // namespace

TEST_CASE("a normalised torque moves the rotors of a quadrotor by sqrt(1/2), about yaw by all") {
  // The column of the inverse about roll is y_k / sum(y^2) = +-1 / (4 y): its scale
  // sqrt(|m|^2 / (4 / 2)) is sqrt(2) times that, so each rotor moves by 1 / sqrt(2).
  const Px4Scale scale = scale_of(ring({45, 135, 225, 315}, 0.25, 6.5, 0.05));
  const double arm = 0.25 * std::sqrt(0.5);
  CHECK(scale.moment.x() == Approx(4 * 6.5 * std::sqrt(0.5) * arm).epsilon(eps));
  CHECK(scale.moment.y() == Approx(4 * 6.5 * std::sqrt(0.5) * arm).epsilon(eps));
  CHECK(scale.moment.z() == Approx(4 * 6.5 * 0.05).epsilon(eps));
  CHECK(scale.thrust == Approx(4 * 6.5).epsilon(eps));
}

TEST_CASE("roll and pitch of a hexarotor share the larger scale") {
  // sum(y^2) = sum(x^2) = 3 R^2, so |m|^2 is 1 / (3 R^2 c^2) about both. Six rotors push about
  // roll, sqrt(|m|^2 / 3) = 1 / (3 R c); four about pitch, sqrt(|m|^2 / 2) = 1 / (sqrt(6) R c).
  const double R = 0.4, c = 3;
  const Px4Scale scale = scale_of(ring({30, 90, 150, 210, 270, 330}, R, c, 0.02));
  CHECK(scale.moment.x() == Approx(std::sqrt(6.0) * R * c).epsilon(eps));
  CHECK(scale.moment.y() == Approx(std::sqrt(6.0) * R * c).epsilon(eps));
  CHECK(scale.moment.z() == Approx(6 * c * 0.02).epsilon(eps));
  CHECK(scale.thrust == Approx(6 * c).epsilon(eps));
}

TEST_CASE("rotors that cannot push about an axis are told by it") {
  std::string_view missing;
  CHECK_FALSE(px4_scale(ring({45, 135, 225, 315}, 0.25, 6.5, 0), missing));
  CHECK(missing == "yaw");
  CHECK_FALSE(px4_scale(ring({0, 180}, 0.25, 6.5, 0.05), missing));
  CHECK(missing == "roll");
}
