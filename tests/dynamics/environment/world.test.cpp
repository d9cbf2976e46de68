/// The world as lanes see it: what does not vary is exact, and every lane has the bits of a double.

#include "dynamics/environment/world.hpp"

#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <vector>

#include "dynamics/environment/world_setup.hpp"
#include "support/four_lanes.hpp"

namespace montecopter {
namespace {

std::mt19937_64 generator(1976);

double between(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(generator);
}

World<double> world_of(const Environment& environment) {
  return {models_of(environment), fold_world(environment, {1, 2, 3})};
}

/// Flat structs of four samples as one of lanes, as the kernels gather them.
template <template <class> class Struct, class Isa>
Struct<Pack<Isa>> gather(const std::vector<Struct<double>>& samples) {
  constexpr std::size_t size = sizeof(Struct<double>) / sizeof(double);
  Struct<Pack<Isa>> lanes;
  static_assert(sizeof(lanes) == size * sizeof(Pack<Isa>));
  for (std::size_t k = 0; k < size; ++k) {
    std::array<double, static_cast<std::size_t>(Isa::width)> row{};
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::memcpy(&row[i], reinterpret_cast<const char*>(&samples[i]) + k * sizeof(double),
                  sizeof(double));
    }
    const auto pack = Pack<Isa>::load(row.data());
    std::memcpy(reinterpret_cast<char*>(&lanes) + k * sizeof(pack), &pack, sizeof(pack));
  }
  return lanes;
}

/// Every number of a flat struct has the bits of that lane.
template <template <class> class Struct, class Isa>
bool lane_is(const Struct<Pack<Isa>>& lanes, int lane, const Struct<double>& sample) {
  constexpr std::size_t size = sizeof(sample) / sizeof(double);
  for (std::size_t k = 0; k < size; ++k) {
    Pack<Isa> pack;
    double wanted = 0;
    std::memcpy(&pack, reinterpret_cast<const char*>(&lanes) + k * sizeof(pack), sizeof(pack));
    std::memcpy(&wanted, reinterpret_cast<const char*>(&sample) + k * sizeof(double),
                sizeof(double));
    if (std::bit_cast<std::uint64_t>(pack.lane(lane)) != std::bit_cast<std::uint64_t>(wanted)) {
      return false;
    }
  }
  return true;
}

/// Another home and other air in each sample, from below the ground to above the last layer.
Environment dispersed(const Atmosphere& atmosphere, const char* gravity, const char* geodesy) {
  Environment e;
  e.gravity = gravity, e.geodesy = geodesy, e.atmosphere = atmosphere;
  e.gravity_m_s2 = between(9.7, 9.9);
  e.home = {between(-89, 89), between(-180, 180), between(-900, 30000)};
  if (auto* isa = std::get_if<IsaAtmosphere>(&e.atmosphere)) {
    isa->temperature_offset_k = between(-30, 30);
  }
  if (auto* lapse = std::get_if<ConstantLapseAtmosphere>(&e.atmosphere)) {
    lapse->lapse_k_m = generator() % 4 == 0 ? 0.0 : between(-0.01, 0.01);
  }
  return e;
}

const std::vector<Atmosphere> atmospheres = {UniformAtmosphere{}, IsaAtmosphere{},
                                             IsothermalAtmosphere{}, ConstantLapseAtmosphere{}};

template <class Isa>
void check_lanes(const Atmosphere& atmosphere, const char* gravity, const char* geodesy) {
  constexpr auto width = static_cast<std::size_t>(Isa::width);
  using S = Pack<Isa>;
  for (int repetition = 0; repetition < 500; ++repetition) {
    std::vector<Environment> all;
    std::vector<WorldConstants<double>> worlds;
    std::vector<GeodesyConstants<double>> homes;
    std::vector<Vec3<double>> positions;
    for (std::size_t i = 0; i < width; ++i) {
      all.push_back(dispersed(atmosphere, gravity, geodesy));
      worlds.push_back(fold_world(all[i], {between(-9, 9), between(-9, 9), between(-9, 9)}));
      homes.push_back(fold_geodesy(all[i]));
      positions.push_back({between(-1e5, 1e5), between(-1e5, 1e5), between(-9e4, 5e3)});
    }
    const WorldModels models = models_of(all[0]);
    const World<S> lanes = {models, gather<WorldConstants, Isa>(worlds)};
    const Geodesy<S> earth = {geodesy_model(geodesy), gather<GeodesyConstants, Isa>(homes)};
    const Vec3<S> p = gather<Vec3, Isa>(positions);
    const Air<S> air = lanes.air(p.z), air_at = lanes.air_at(-p.z);
    const Geodetic<S> place = earth.at(p);
    const Vec3<S> ecef = to_ecef(place);
    for (std::size_t i = 0; i < width; ++i) {
      const World<double> one = {models, worlds[i]};
      const Geodetic<double> there = Geodesy<double>{earth.model, homes[i]}.at(positions[i]);
      const int lane = static_cast<int>(i);
      const double z = positions[i].z;
      REQUIRE(lanes.gravity(p.z).lane(lane) == one.gravity(z));
      REQUIRE(lanes.altitude(p.z).lane(lane) == one.altitude(z));
      REQUIRE(lane_is(air, lane, one.air(z)));
      REQUIRE(lane_is(air_at, lane, one.air_at(-z)));
      REQUIRE(lane_is(lanes.wind(), lane, one.wind()));
      REQUIRE(lane_is(place, lane, there));
      REQUIRE(lane_is(ecef, lane, to_ecef(there)));
    }
  }
}

TEST_CASE("every lane of the world has the bits that it has alone") {
  for (const Atmosphere& atmosphere : atmospheres) {
    for (const char* gravity : {"constant", "normal", "j2"}) {
      for (const char* geodesy : {"wgs84", "sphere"}) {
        CAPTURE(type_names(&atmosphere)[atmosphere.index()], gravity, geodesy);
        check_lanes<FourLanes>(atmosphere, gravity, geodesy);
        check_lanes<isa::Native>(atmosphere, gravity, geodesy);
      }
    }
  }
}

TEST_CASE("a world that does not vary is exactly what the scenario says") {
  Environment e;
  e.gravity_m_s2 = 9.81;
  e.home = {45, 7, 1234.5};
  e.atmosphere = UniformAtmosphere{1.1, 9e4, 280.0};
  const World<double> world = world_of(e);
  CHECK_FALSE((world.models.gravity_varies || world.models.air_varies));
  for (const double z : {-1e4, 0.0, 123.0}) {
    CHECK(world.gravity(z) == 9.81);
    for (const Air<double>& air : {world.air(z), world.air_at(-z)}) {
      CHECK((air.density_kg_m3 == 1.1 && air.pressure_pa == 9e4 && air.temperature_k == 280.0));
    }
    CHECK(world.altitude(z) == 1234.5 - z);
  }
  CHECK((world.wind().x == 1 && world.wind().y == 2 && world.wind().z == 3));
}

TEST_CASE("altitudes count from the home") {
  Environment low, high;
  low.gravity = high.gravity = "j2";
  low.atmosphere = high.atmosphere = IsaAtmosphere{};
  high.home.altitude_m = 2000;
  const World<double> from_sea = world_of(low), from_hill = world_of(high);
  CHECK((from_sea.models.gravity_varies && from_sea.models.air_varies));
  for (const double z : {-3000.0, 0.0, 500.0}) {
    // The air is the same function of the altitude; gravity another expansion of the same cubic.
    CHECK(from_hill.air(z).pressure_pa == from_sea.air(z - 2000).pressure_pa);
    CHECK(from_hill.gravity(z) == Approx(from_sea.gravity(z - 2000)).epsilon(1e-15));
  }
  CHECK(from_hill.air(0).pressure_pa == from_hill.c.air.pressure_pa);
  CHECK(from_hill.gravity(0) == from_hill.c.gravity[0]);
  CHECK(from_hill.air_at(0).pressure_pa == 101325.0);
}

TEST_CASE("a home next to a pole is none on the sphere") {
  Environment e;
  e.home.latitude_deg = -90;
  CHECK(is_valid_environment(e));
  e.geodesy = "sphere";
  CHECK_FALSE(is_valid_environment(e));
  e.home.latitude_deg = 89;
  CHECK(is_valid_environment(e));
}

}  // namespace
}  // namespace montecopter
