#include "flights.hpp"

#include <stdexcept>

namespace montecopter::bench {
namespace {

const std::string without_noise =
    "vehicle.process_noise={force_n2_s=0.0, moment_n2_m2_s=0.0, rate_hz=1000}";
constexpr double goggles_hover = 1133.15;

std::string scenario_text(const Subject& subject) {
  std::string commands;
  for (int i = 0; i < subject.rotors; ++i) commands += ", " + std::to_string(subject.command);
  return "schema = 1\nname = \"bench\"\n"
         "vehicle.include = \"vehicles/" +
         subject.vehicle +
         ".toml\"\n"
         "wind = [{type = \"steady\", to_m_s = [3.0, 1.0, 0.0]}]\n"
         "controller = {type = \"command_table\", rows = [[0.0" +
         commands +
         "]]}\n"
         "integrator = {type = \"rk4\", rate_hz = 1000}\n"
         "simulation = {duration_s = 4.0, initial.position_m = [0.0, 0.0, -3.0]}\n"
         "output = {traces = \"none\", rate_hz = 1}\n"
         "monte_carlo = {samples = 1, seed = 1}\n";
}

Plan plan_of(const Subject& subject) {
  return make_plan(load_scenario_text(scenario_text(subject), subject.name + ".toml",
                                      MONTECOPTER_SCENARIOS, subject.overrides));
}

Subject goggles_with(const std::string& motor, const std::string& parameters) {
  const std::string common = "min=0.0, max=2200.0, rotor_inertia_kg_m2=6.62e-6";
  return {"flightgoggles, " + motor,
          "flightgoggles",
          4,
          goggles_hover,
          {without_noise,
           "vehicle.rotor.motor={type=\"" + motor + "\", " + parameters + ", " + common + "}"}};
}

}  // namespace

Subject quad_with_rotor_drag(const std::string& integrator, bool noisy) {
  Subject quad = {"flightgoggles + rotor drag",
                  "flightgoggles",
                  4,
                  goggles_hover,
                  {"vehicle.rotor_drag_1_s=[0.5, 0.4, 0.1]", "integrator.type=" + integrator}};
  quad.overrides.push_back(noisy ? "vehicle.process_noise.rate_hz=1000" : without_noise);
  return quad;
}

Subject quad_with_sensors(bool biases) {
  Subject quad = quad_with_rotor_drag("rk4", true);
  quad.name += biases ? " + sensors with biases" : " + sensors";
  const std::string bias = ", gauss_markov_time_s=100.0, gauss_markov_bias_";
  quad.overrides.insert(
      quad.overrides.end(),
      {"monte_carlo.samples=8", "output.traces=all", "output.signals=[]",
       "environment.atmosphere.type=isa", "environment.geodesy=sphere",
       "environment.home={latitude_deg=47.0, longitude_deg=8.0, altitude_m=100.0}",
       "environment.magnetic_field={type=\"vector\", field_t=[2.1e-5, 1.3e-6, 4.3e-5]}",
       "sensors.s.accelerometer={rate_hz=250, readings=\"instantaneous\", white_noise_m_s2=0.5" +
           (biases ? bias + "m_s2=0.05}" : "}"),
       "sensors.s.gyroscope={rate_hz=250, readings=\"instantaneous\", white_noise_rad_s=0.07" +
           (biases ? bias + "rad_s=0.001}" : "}"),
       "sensors.s.magnetometer={rate_hz=250, white_noise_t=2e-6}",
       "sensors.s.barometer={rate_hz=250, white_noise_m=0.14}",
       "sensors.s.gnss={rate_hz=20, position={white_noise_m=1.0}, "
       "velocity={white_noise_m_s=0.1}}"});
  return quad;
}

Subject quad_under_control() {
  Subject quad = quad_with_sensors(false);
  quad.name += " + controller";
  quad.overrides.insert(
      quad.overrides.end(),
      {"controller={type=\"lee\", rate_hz=500, position_gain_1_s2=4.0, velocity_gain_1_s=3.0, "
       "attitude_gain_n_m=[0.5, 0.5, 0.2], rate_gain_n_m_s=[0.1, 0.1, 0.06]}",
       "trajectory={type=\"circle\", radius_m=2.0, rate_rad_s=1.0, center_m=[0.0, 0.0, -3.0]}"});
  return quad;
}

std::vector<Subject> subjects() {
  return {
      {"flightgoggles", "flightgoggles", 4, goggles_hover, {without_noise}},
      quad_with_rotor_drag(),
      goggles_with("second_order", "time_constant_s=0.02"),
      goggles_with("asymmetric_first_order", "time_constant_up_s=0.02, time_constant_down_s=0.04"),
      goggles_with("slew_limited", "time_constant_s=0.02, slew_up_1_s=2e4, slew_down_1_s=1e4"),
      {"sih2019", "sih2019", 4, 0.4905},
      {"sih2022", "sih2022", 4, 0.4905},
      {"sih2022, euler_exp", "sih2022", 4, 0.4905, {"integrator.type=euler_exp"}},
      {"plus-quad-real", "plus-quad-real", 4, 495.2272},
      {"plus-quad-unit", "plus-quad-unit", 4, 0.5, {"environment.gravity_m_s2=1.0"}},
      {"polyrotor-rpg", "polyrotor-rpg", 4, 0.430407913881},
      {"polyrotor-agi", "polyrotor-agi", 4, 0.465184972697},
      {"polyrotor-simplified", "polyrotor-simplified", 4, 0.547},
      {"f450", "f450", 4, 508.7},
      {"f450-slow-flyer", "f450-slow-flyer", 4, 470.0},
      {"neo9-hexa", "neo9-hexa", 6, 806.0},
      {"naki-octo", "naki-octo", 8, 418.2},
  };
}

/// Rotors of 10 inch, close to the ground.
Subject over_ground(const std::string& law) {
  return {"+ ground effect, " + law,
          "flightgoggles",
          4,
          goggles_hover,
          {without_noise, "vehicle.rotor.radius_m=0.127", "vehicle.ground_effect=" + law,
           "environment.ground.type=sih2022"}};
}

std::vector<Subject> forms() {
  const auto with = [](const std::string& what, const std::string& override_) {
    return Subject{"+ " + what, "flightgoggles", 4, goggles_hover, {without_noise, override_}};
  };
  const std::string cells =
      "full_voltage_v = 12.6, empty_voltage_v = 9.9, resistance_ohm = 0.05, "
      "capacity_ma_h = 1200, efficiency = 0.7";
  const std::string battery = "vehicle.battery={" + cells + ", full_command_voltage_v = 11.1";
  const std::string battery_parts =
      ", relaxation = {resistance_ohm = 0.02, time_constant_s = 8}, curve = {exponential_voltage_v "
      "= 0.5, exponential_charge_a_h = 0.2, polarisation_voltage_v = 0.05}, rate = "
      "{rated_current_a = 6, exponent = 1.05}, thermal = {heat_capacity_j_k = 90, cooling_w_k = "
      "0.5, resistance_1_k = -0.01}}";
  const std::string supply = "vehicle.battery={" + cells + "}";
  const std::string electric =
      "vehicle.rotor.motor={type = \"electric\", kv_rpm_v = 1000, resistance_ohm = 0.2, "
      "no_load_current_a = 0.5, rotor_inertia_kg_m2 = 7.7e-6, max = 838";
  const std::string servos = "controller.rows=[[0.0, 0.139661, -0.000253, 0.0, 0.091027, 1.0]]";
  const std::string motor_ends = ", min=0.0, max=2200.0, rotor_inertia_kg_m2=6.62e-6}";
  return {
      {"plain", "flightgoggles", 4, goggles_hover, {without_noise}},
      with("linear drag", "vehicle.linear_drag_n_s_m=0.1"),
      with("full inertia", "vehicle.inertia_kg_m2={xx=0.0049, yy=0.0049, zz=0.0069, xy=1e-4}"),
      with("second-order motors",
           "vehicle.rotor.motor={type=\"second_order\", time_constant_s=0.02" + motor_ends),
      with("asymmetric motors",
           "vehicle.rotor.motor={type=\"asymmetric_first_order\", time_constant_up_s=0.02, "
           "time_constant_down_s=0.04" +
               motor_ends),
      with("varying wind", "wind=[{type=\"sinusoid\", to_m_s=[3.0, 1.0, 0.0], frequency_hz=0.5}]"),
      with("Dryden turbulence",
           "wind=[{type=\"dryden\", sigma_m_s=[1.0, 1.0, 0.5], length_m=[200.0, 100.0, 50.0], "
           "airspeed_m_s=5.0}]"),
      {"f450: performance table", "f450", 4, 508.7},
      over_ground("cheeseman_bennett"),
      over_ground("sanchez_cuevas"),
      {"naki-octo", "naki-octo", 8, 418.2},
      {"naki-octo: interference",
       "naki-octo",
       8,
       418.2,
       {"vehicle.rotor.radius_m=0.19", "vehicle.rotor_interference=momentum"}},
      {"f450: blade elements", "f450-slow-flyer", 4, 470.0},
      {"hummingbird", "hummingbird", 4, 453.0},
      {"hummingbird: battery", "hummingbird", 4, 453.0, {battery + "}"}},
      {"hummingbird: battery with parts", "hummingbird", 4, 453.0, {battery + battery_parts}},
      {"hummingbird: electric motors", "hummingbird", 4, 453.0, {electric + ", voltage_v = 11.1}"}},
      {"hummingbird: electric, on a battery", "hummingbird", 4, 453.0, {electric + "}", supply}},
      {"impact: response surface", "impact", 4, 820.0},
      {"xcell", "xcell", 1, 0.0, {servos}},
      {"xcell: flapping blades",
       "xcell",
       1,
       0.0,
       {servos, "vehicle.main_rotor.flapping={lock_number=0.85, hinge_offset=0.01}"}},
  };
}

ReadyFlight::ReadyFlight(const Subject& subject)
    : plan_(plan_of(subject)),
      prepared_(plan_),
      flight_memory_(static_cast<std::size_t>(prepared_.flights.memory())),
      reading_columns_(plan_, prepared_.sensors) {
  const std::size_t size = prepared_.state_size();
  row_ = prepared_.make_row();
  SampleBuilder builder(plan_, prepared_);
  if (builder.build(0, {}, row_) != InvalidReason::none || !builder.fold_sensors(0, row_)) {
    throw std::runtime_error(subject.name + " cannot fly");
  }
  final_states_.resize(size * most_lanes);
  checkpoint_states_.resize(size * checkpoint_count);
  for (int i = 0; i < most_lanes; ++i) {
    lanes_[i].sample = static_cast<std::uint64_t>(i);
    lanes_[i].row = row_.data();
    lanes_[i].final_state = final_states_.data() + size * i;
    lanes_[i].checkpoint_states = checkpoint_states_.data();
    lanes_[i].checkpoint_steps = checkpoint_steps_.data();
  }
  if (!reading_columns_.empty()) store_readings();
}

void ReadyFlight::store_readings() {
  block_.data.resize(plan_.layout.columns.size());
  for (std::size_t c = 0; c < block_.data.size(); ++c) {
    const Column& column = plan_.layout.columns[c];
    if (column.rows != Rows::trace_sample) continue;
    block_.data[c].resize(most_lanes * plan_.layout.row_bytes(column));
  }
  for (int i = 0; i < most_lanes; ++i) {
    reading_columns_.prepare(readings_[i], block_, static_cast<std::size_t>(i));
    lanes_[i].readings = readings_[i].places.data();
  }
}

}  // namespace montecopter::bench
