#include "simulate/block_flyer.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

using namespace montecopter;

namespace {

SampleMargins given_margins(const Plan&, const Scenario&, const ControlPlan&,
                            std::span<const double>) {
  SampleMargins margins{1, 2, 3, 4};
  for (std::size_t axis = 0; axis < margins.axes.size(); ++axis) {
    margins.axes[axis] = {10.0 + static_cast<double>(axis), 20.0 + static_cast<double>(axis)};
  }
  return margins;
}

/// A flight that has every group of metrics: it follows a step on a battery, a filter estimates its
/// state and the wind, and a real one was recorded for two short times. The period of its loop is
/// 4 ms, its step 2 ms.
Plan plan_with_all_metrics() {
  Plan plan = make_plan(load_scenario(
      std::string(MONTECOPTER_SCENARIOS) + "/examples/hummingbird-battery.toml",
      {"trajectory={type=\"step\", position_m=[0, 0, -10], step_m=[0, 2, 0], time_s=1}",
       "environment.magnetic_field={type=\"vector\", field_t=[2e-5, 0, 4e-5]}",
       "sensors.s.accelerometer={rate_hz=250, white_noise_m_s2=0.1}",
       "sensors.s.gyroscope={rate_hz=250, white_noise_rad_s=0.01}",
       "sensors.s.magnetometer={rate_hz=50, white_noise_t=1e-6}",
       "sensors.s.barometer={rate_hz=50, white_noise_m=0.3}",
       "sensors.s.gnss={rate_hz=10, position={white_noise_m=0.5}, velocity={white_noise_m_s=0.1}}",
       "environment.atmosphere.type=isa",
       "estimator={type=\"ekf\", wind={walk_m_s_sqrt_s=1}, "
       "initial={accelerometer_bias_m_s2=0.05, gyroscope_bias_rad_s=0.005}}",
       "output.margins=true", "metrics.last_north={formula=\"final(position.x)\", unit=\"m\"}",
       "window.late={from_s=2}",
       "metrics.north_late={formula=\"first(position.x, late)\", unit=\"m\"}",
       "recorded={position=[[1, 20, 0, 3], [1.05, 21, 0, 13], [3, 60, 0, 5], [3.05, 61, 0, 12]], "
       "velocity=[[1, 0, 0, 2], [1.05, 0, 0, 8], [3, 0, 0, 1], [3.05, 0, 0, 7]], "
       "attitude=[[1, 0, 1, 0, 0], [1.05, 1, 0, 0, 0], [3, 0.5, 0.5, 0.5, 0.5], [3.05, 1, 0, 0, "
       "0]], "
       "body_rate=[[1, 0, 0, 0.5], [1.05, 0, 2, 0], [3, 1, 0, 0], [3.05, -1, 0, 0]]}",
       "sweep.\"controller.position_gain_1_s2.*\"={values=[2, 3]}", "monte_carlo.samples=3"}));
  plan.margins_of_sample = given_margins;
  return plan;
}

/// Stands for a kernel: leaves totals by which metrics can be told from each other.
void leave_totals(const FlightPlan& flights, LaneIo* lanes, int count, double*) {
  for (int i = 0; i < count; ++i) {
    LaneIo& io = lanes[i];
    io.status = Status::ok;
    io.steps_flown = 5000;
    const double* start = io.row + flights.parts->initial_state.first;
    const double moved[] = {3, 4, 12};
    for (int k = 0; k < 3; ++k) io.final_state[k] = start[k] + moved[k];
    io.extremes = {4, 9, 16, 0.5, -5, -7};
    io.tracking = {4, 1, 64, 100, 144, 81, 121, 225};
    io.step_response = {1, 1.25, 2, 3, 4, 1.5, {2, 3, 6}};
    io.estimation = {4, 1600, 1764, 1936, 8, 12, 17, 16, 10000, 19};
    io.battery_use = {101, 9.5, 0.25};
    io.windows[0] = {{1, 4, 9, 0.5, -2, -3}, {2, 1, 8, 18, 32, 49, 64, 81}};
    for (std::int64_t k = 0; k <= io.steps_flown / flights.output_every; ++k) {
      const double north[] = {static_cast<double>(k), 0, 0}, level[] = {1, 0, 0, 0};
      std::copy_n(north, 3, io.traces[signal_index("position")] + 3 * k);
      std::fill_n(io.traces[signal_index("velocity")] + 3 * k, 3, 0.0);
      std::copy_n(level, 4, io.traces[signal_index("attitude")] + 4 * k);
      std::fill_n(io.traces[signal_index("body_rate")] + 3 * k, 3, 0.0);
    }
  }
}

double degrees(double radians) { return radians * 180.0 / 3.14159265358979323846; }

/// By hand from those totals. A metric that is not here has nobody who knows what it should be.
const std::map<std::string, double> expected = {
    {"m_final_distance_from_start_m", 13},
    {"m_max_distance_from_start_m", 2},
    {"m_max_speed_m_s", 3},
    {"m_max_tilt_deg", 90},  // sin^2(45 degrees) = 1/2
    {"m_max_body_rate_rad_s", 4},
    {"m_min_altitude_m", 5},
    {"m_max_altitude_m", 7},
    {"m_flight_time_s", 10},  // 5000 steps of 2 ms
    {"m_rms_tracking_error_m", 4},
    {"m_rms_velocity_error_m_s", 5},
    {"m_rms_heading_error_deg", degrees(6)},
    {"m_max_tracking_error_m", 9},
    {"m_max_velocity_error_m_s", 11},
    {"m_max_heading_error_deg", degrees(15)},
    {"m_saturated_fraction", 0.25},
    {"m_rise_time_s", 0.75},
    {"m_overshoot", 0.5},
    {"m_settling_time_s", 2.004},  // the look after the last one outside, 4 ms later
    {"m_steady_state_error_m", 7},
    {"m_rms_position_estimation_error_m", 20},
    {"m_rms_velocity_estimation_error_m_s", 21},
    {"m_rms_attitude_estimation_error_deg", degrees(22)},
    {"m_final_nees", 17},
    {"m_mean_nis", 1.5},
    {"m_rms_wind_estimation_error_m_s", 25},
    {"m_final_wind_nees", 19},
    {"m_energy_j", 101},
    {"m_min_battery_voltage_v", 9.5},
    {"m_final_state_of_charge", 0.25},
    {"m_max_distance_from_start_m_late", 1},
    {"m_max_speed_m_s_late", 2},
    {"m_max_tilt_deg_late", 90},
    {"m_max_body_rate_rad_s_late", 3},
    {"m_min_altitude_m_late", 2},
    {"m_max_altitude_m_late", 3},
    {"m_rms_tracking_error_m_late", 2},
    {"m_max_tracking_error_m_late", 7},
    {"m_rms_velocity_error_m_s_late", 3},
    {"m_max_velocity_error_m_s_late", 8},
    {"m_rms_heading_error_deg_late", degrees(4)},
    {"m_max_heading_error_deg_late", degrees(9)},
    {"m_saturated_fraction_late", 0.5},
    {"m_rms_recorded_position_error_m", std::sqrt((9 + 169 + 25 + 144) / 4.0)},
    {"m_max_recorded_position_error_m", 13},
    {"m_rms_recorded_velocity_error_m_s", std::sqrt((4 + 64 + 1 + 49) / 4.0)},
    {"m_max_recorded_velocity_error_m_s", 8},
    {"m_rms_recorded_attitude_error_deg", std::sqrt((180 * 180 + 120 * 120) / 4.0)},
    {"m_max_recorded_attitude_error_deg", 180},
    {"m_rms_recorded_body_rate_error_rad_s", std::sqrt((0.25 + 4 + 1 + 1) / 4.0)},
    {"m_max_recorded_body_rate_error_rad_s", 2},
    {"m_rms_recorded_position_error_m_late", std::sqrt((25 + 144) / 2.0)},
    {"m_max_recorded_position_error_m_late", 12},
    {"m_rms_recorded_velocity_error_m_s_late", 5},
    {"m_max_recorded_velocity_error_m_s_late", 7},
    {"m_rms_recorded_attitude_error_deg_late", std::sqrt(120 * 120 / 2.0)},
    {"m_max_recorded_attitude_error_deg_late", 120},
    {"m_rms_recorded_body_rate_error_rad_s_late", 1},
    {"m_max_recorded_body_rate_error_rad_s_late", 1},
    {"m_last_north", 200},  // 10 s at 20 Hz
    {"m_north_late", 40},   // the first row at 2 s
};

/// What given_margins() has of a column; nullopt if it is none of a margin.
std::optional<double> given_margin(const std::string& column) {
  const std::map<std::string, double> of_all = {{"m_gain_margin_db", 1},
                                                {"m_phase_margin_deg", 2},
                                                {"m_delay_margin_s", 3},
                                                {"m_disk_margin", 4}};
  if (const auto found = of_all.find(column); found != of_all.end()) return found->second;
  double axis = 0;
  for (const char* name : {"thrust", "roll", "pitch", "yaw"}) {
    if (column == std::string("m_") + name + "_gain_margin_db") return 10 + axis;
    if (column == std::string("m_") + name + "_phase_margin_deg") return 20 + axis;
    ++axis;
  }
  return std::nullopt;
}

template <class T>
T number(const Plan& plan, const Block& block, const std::string& column, std::size_t row) {
  T value;
  std::memcpy(&value, block.data[column_index(plan.layout, column)].data() + row * sizeof(T),
              sizeof(T));
  return value;
}

}  // namespace

TEST_CASE("every metric of every group gets into the column of its name") {
  const Plan plan = plan_with_all_metrics();
  const LoadedScenario helicopter = load_scenario(
      std::string(MONTECOPTER_SCENARIOS) + "/examples/marvin-square.toml", {"output.margins=true"});
  for (const MetricGroup& group : metric_groups()) {
    INFO("flights " << group.flights);
    // Only its servos have margins that are none of a multirotor. tests/cli/rotor_limits.py flies
    // the fractions outside the rotor laws, tests/cli/response_surfaces.py those outside a surface,
    // tests/vehicle/containment/touchdown.test.cpp and end_events.test.cpp touchdowns and other
    // ends, tests/simulate/battery_parts.test.cpp batteries with parts.
    CHECK((group.applies(plan.scenario) || group.applies(helicopter.scenario) ||
           group.flights.find("output.validity = true") != std::string_view::npos ||
           group.flights.starts_with("with a battery that") ||
           group.flights == "with a battery of known cells" ||
           group.flights == "with electric motors" ||
           group.flights.starts_with("with simulation.end = \"touchdown\"") ||
           group.flights.starts_with("with an event of the type `end`")));
  }
  const PreparedFlights prepared(plan);
  const Kernel kernel = {"totals", 1, leave_totals, nullptr, 1};  // as a card: from traces
  BlockFlyer flyer(plan, prepared, kernel);
  const std::int64_t rows[] = {0, 4};
  const Block& block = flyer.fly(rows);
  std::size_t metrics = 0;
  for (const Column& column : plan.layout.columns) {
    if (!column.name.starts_with("m_")) continue;
    INFO(column.name);
    if (const auto margin = given_margin(column.name)) {
      CHECK(number<double>(plan, block, column.name, 0) == *margin);
      continue;
    }
    ++metrics;
    REQUIRE(expected.count(column.name) == 1);
    // Some are rounded twice: a root and a conversion.
    for (const std::size_t i : {0, 1}) {
      CHECK(number<double>(plan, block, column.name, i) ==
            Approx(expected.at(column.name)).epsilon(1e-15));
    }
  }
  CHECK(metrics == expected.size());
}

TEST_CASE("what a row was given gets into the columns of its inputs and of its sweep point") {
  const Plan plan = plan_with_all_metrics();
  const PreparedFlights prepared(plan);
  const Kernel kernel = {"totals", 1, leave_totals, nullptr, 1};  // as a card: from traces
  BlockFlyer flyer(plan, prepared, kernel);
  const std::int64_t rows[] = {0, 4};
  const Block& block = flyer.fly(rows);
  CHECK(number<std::int64_t>(plan, block, "sweep_point", 0) == 0);
  CHECK(number<std::int64_t>(plan, block, "sweep_point", 1) == 1);
  CHECK(number<std::int64_t>(plan, block, "sample_in_point", 0) == 0);
  CHECK(number<std::int64_t>(plan, block, "sample_in_point", 1) == 1);
  CHECK(number<double>(plan, block, "in_controller.position_gain_1_s2.all", 0) == 2);
  CHECK(number<double>(plan, block, "in_controller.position_gain_1_s2.all", 1) == 3);
  for (const std::size_t i : {0, 1}) {
    for (const Dispersion& drawn : plan.dispersions) {
      INFO(drawn.path);
      CHECK(number<double>(plan, block, drawn.column_name(), i) ==
            drawn.draw({12, i}));  // its seed
    }
    CHECK(number<double>(plan, block, "t_end_s", i) == 10);
  }
}

TEST_CASE("windows have departures also without a recorded flight") {
  const Plan plan = make_plan(
      load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/hummingbird-battery.toml",
                    {"window.early={to_s=1}", "window.late={from_s=2}"}));
  LaneIo io{};
  io.steps_flown = plan.time.steps;
  CHECK(RecordedDepartures(plan).compute(io).size() == 3);
}
