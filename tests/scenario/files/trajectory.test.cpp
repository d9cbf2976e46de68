/// Trajectories in scenarios: files become rows, and what is written is read again.

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "core/numerics/angles.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "scenario/files/trajectory_csv.hpp"
#include "scenario/write.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

const std::string polynomial_header =
    "Duration,x^0,x^1,x^2,x^3,x^4,x^5,x^6,x^7,y^0,y^1,y^2,y^3,y^4,y^5,y^6,y^7,"
    "z^0,z^1,z^2,z^3,z^4,z^5,z^6,z^7,yaw^0,yaw^1,yaw^2,yaw^3,yaw^4,yaw^5,yaw^6,yaw^7\n";

/// The trajectory with its file, which has this text, read.
Trajectory read(Trajectory trajectory, const std::string& csv) {
  const auto dir =
      std::filesystem::temp_directory_path() / ("montecopter-path-" + std::to_string(getpid()));
  std::filesystem::create_directories(dir);
  std::ofstream(dir / "path.csv", std::ios::binary) << csv;
  Report report("small.toml");
  read_trajectory_file(trajectory, dir.string(), report);
  std::filesystem::remove_all(dir);
  CHECK(report.errors() == 0);
  return trajectory;
}

TEST_CASE("a polynomial file becomes rows, whatever the case of its header") {
  PolynomialTrajectory t;
  t.file = "path.csv";
  const Trajectory got =
      read(t, polynomial_header +
                  "2,1,0.5,0,0,0,0,0,0,2,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0.25,0,0,0,0,0,0,0\r\n");
  const auto& polynomial = std::get<PolynomialTrajectory>(got);
  CHECK(polynomial.file.empty());
  REQUIRE(polynomial.rows.size() == 1);
  PathTables tables;
  const PathForm form = form_of(got, tables);
  const Reference<double> r = Path<double>(form, fold_path(got)).at(1);
  CHECK(r.position.x == 2);  // north is y
  CHECK(r.position.y == 1.5);
  CHECK(r.position.z == -3);
  CHECK(r.velocity.y == 0.5);
  CHECK(r.heading == Approx(1.5707963267948966 - 0.25).epsilon(1e-15));
}

TEST_CASE("a sampled file becomes rows") {
  SampledTrajectory t;
  t.file = "path.csv";
  const Trajectory got =
      read(t, "t_s,x_m,y_m,z_m,heading_deg\n0,0,0,-1,350\n1,1,0,-1,10\n2,2,0,-1,30\n");
  REQUIRE(std::get<SampledTrajectory>(got).rows.size() == 3);
  PathTables tables;
  const PathForm form = form_of(got, tables);
  const Path<double> path(form, fold_path(got));
  CHECK(path.at(0.5).position.x == Approx(0.5).epsilon(1e-14));  // even motion is its own spline
  CHECK(path.at(0.5).heading_rate == Approx(20 * rad_per_deg).epsilon(1e-12));
}

TEST_CASE("what is written of a trajectory is read again, complete") {
  MinimumSnapTrajectory snap;
  snap.waypoints = {{{0, 0, -1}, 0.0}, {{1, 2, -3}, 2.0}};
  snap.heading = AlongTrackHeading{};
  MinimumJerkTrajectory jerk;
  jerk.mean_speed_m_s = 2;
  jerk.waypoints = {{{0, 0, -1}, {}}, {{1, 2, -3}, {}}};
  WaypointsTrajectory legs;
  legs.max_speed_m_s = 2, legs.max_acceleration_m_s2 = 1;
  legs.waypoints = {{{0, 0, -1}, {}}, {{1, 2, -3}, 9.0}};
  PolynomialTrajectory polynomial;
  polynomial.rows = {std::vector<double>(33, 0.5)};
  SampledTrajectory sampled;
  sampled.rows = {{0, 0, 0, 0}, {1, 1, 0, 0}, {2, 1, 1, 0}};
  HoverTrajectory hover;
  hover.heading = ProfileHeading{{0, 2}, {0, 1}};
  StepTrajectory step;
  step.step_m = {1, 0, 0};
  const std::vector<Trajectory> all = {
      hover,
      step,
      legs,
      CircleTrajectory{{0, 0, -2}, 1, 1, 0, {}},
      LemniscateTrajectory{{0, 0, -2}, 1, 1, 0, FixedHeading{1, 2}},
      LissajousTrajectory{{}, {}, {1, 1, 1}, {1, 2, 3}, {}, AlongTrackHeading{}},
      HelixTrajectory{{}, 1, 1, 0, 0.5, {}},
      snap,
      jerk,
      polynomial,
      sampled};
  for (const Trajectory& trajectory : all) {
    Scenario scenario = load_scenario_text(small_scenario, "small.toml", "").scenario;
    scenario.trajectory = trajectory;
    const std::string written = write_scenario(scenario);
    INFO(written);
    // Nothing else is wrong with it.
    const std::string told = complaint(written);
    CHECK_THAT(told, Contains("a trajectory needs a controller that follows it"));
    CHECK(count_lines(told) == 1);
  }
}

TEST_CASE("numbers of a trajectory can be dispersed and swept, waypoints cannot") {
  const std::string circle = "[trajectory]\ntype = 'circle'\nradius_m = 1\nrate_rad_s = 1\n";
  const std::string legs =
      "[trajectory]\ntype = 'minimum_snap'\nwaypoints = [{position_m = [0, 0, 0], time_s = 0}, "
      "{position_m = [1, 0, 0], time_s = 1}]\n";
  const auto told = [](const std::string& table, const std::string& path) {
    return complaint(with("[integrator]\n",
                          table + "[sweep.\"" + path + "\"]\nvalues = [1, 2]\n[integrator]\n"));
  };
  CHECK_THAT(told(circle, "trajectory.radius_m"),
             Contains("needs a controller") && !Contains("sweep"));
  CHECK_THAT(told(circle, "trajectory.center_m.x"), !Contains("sweep"));
  CHECK_THAT(told(circle, "trajectory.heading.angle_rad"), !Contains("sweep"));
  CHECK_THAT(told(legs, "trajectory.offset_m.z"), !Contains("sweep"));
  CHECK_THAT(told(legs, "trajectory.waypoints.1.position_m.x"), Contains("cannot be swept"));
}

}  // namespace
}  // namespace montecopter
