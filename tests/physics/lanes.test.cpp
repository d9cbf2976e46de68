/// The bits of a sample depend on neither the instruction set, nor its neighbours, nor the form of
/// the vehicle in the kernel.

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <set>
#include <string_view>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "physics/reference_case.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "support/lane_bench.hpp"
#include "support/same_bits.hpp"
#include "support/type_names.hpp"

namespace montecopter {
namespace {

/// What makes samples differ from each other.
const std::string spread = R"(
[disperse."vehicle.mass_kg"]
dist = "truncated_normal"
mean = 1.0
sd = 0.05
low = 0.8
high = 1.2
[disperse."vehicle.inertia_kg_m2.xy"]
dist = "uniform"
low = -1e-4
high = 1e-4
[disperse."vehicle.rotors.*.motor.max"]
dist = "uniform"
low = 1140
high = 2200
[disperse."wind.0.to_m_s.x"]
dist = "normal"
mean = 0.0
sd = 2.0
[[wind]]
type = "steady"
to_m_s = [0.0, 1.0, 0.2]
)";

/// The beginning of the roll doublet, noisy.
ReferenceCase noisy_quad(double duration_s = 0.5) {
  ReferenceCase c = load_reference_case("models/flightgoggles_a.toml");
  c.duration = duration_s;
  std::erase_if(c.commands, [=](const auto& row) { return row[0] >= duration_s; });
  c.force_noise = 5e-4;
  c.moment_noise = 1.25e-7;
  c.linear_drag = 0.05;
  c.rotor_drag = {0.1, 0.2, 0.05};
  return c;
}

struct Table {
  const char* type;
  const char* rest;
};
// With the same input range 0 to 1 for all, so that laws go with motors.
const std::vector<Table> laws = {
    {"signed_quadratic", "thrust_n_s2 = 5, torque_n_m_s2 = 0.1"},
    {"linear", "thrust_max_n = 5, torque_max_n_m = 0.1"},
    {"quadratic", "thrust_n_s2 = 5, torque_n_m_s2 = 0.1"},
    {"polynomial",
     "thrust_0_n = -0.2, thrust_1_n = 3, thrust_2_n = 2, torque_1_n_m = 0.05, "
     "torque_2_n_m = 0.03"},
    {"performance_table",
     "diameter_m = 8, advance_ratio = [-1, 0, 0.5, 1], thrust_coefficient = "
     "[0.14, 0.11, 0.08, 0], power_coefficient = [0.05, 0.05, 0.04, 0.02]"},
    {"blade_element", "diameter_m = 8, pitch_m = 4"},
};
const std::vector<Table> motors = {
    {"first_order", "time_constant_s = 0.02, min = 0, max = 1"},
    {"direct", "min = 0, max = 1"},
    {"asymmetric_first_order",
     "time_constant_up_s = 0.02, time_constant_down_s = 0.05, min = 0, max = 1"},
    {"slew_limited",
     "time_constant_s = 0.02, slew_up_1_s = 2, slew_down_1_s = 1, min = 0, max = 1"},
    {"second_order", "time_constant_s = 0.02, damping_ratio = 0.7, min = 0, max = 1"},
    {"load_lag",
     "time_constant_s = 0.02, min = 0, max = 1, rotor_inertia_kg_m2 = 6e-6, "
     "speed_thrust_n_s2 = 1.5e-6"},
    {"electric",
     "kv_rad_s_v = 10, resistance_ohm = 0.05, no_load_current_a = 0.1, rotor_inertia_kg_m2 = 6e-3, "
     "voltage_v = 0.15, min = 0, max = 1"},
};

/// Loads that lag follow no flow, as blades do, and electric motors turn against the torque of a
/// speed.
bool go_together(const Table& law, const Table& motor) {
  const std::string_view of_law = law.type, of_motor = motor.type;
  const bool has_signal = of_law == "linear" || of_law == "polynomial";
  return !(of_law == "blade_element" && of_motor == "load_lag") &&
         !(has_signal && of_motor == "electric");
}

/// The types of tables, each once.
std::set<std::string> types_of(const std::vector<Table>& tables) {
  std::set<std::string> types;
  for (const Table& table : tables) CHECK(types.insert(table.type).second);
  return types;
}

TEST_CASE("the laws and motors that fly here are those of the lists") {
  const auto all_laws = type_names<RotorLaw>(), all_motors = type_names<Motor>();
  CHECK(types_of(laws) == std::set<std::string>(all_laws.begin(), all_laws.end()));
  CHECK(types_of(motors) == std::set<std::string>(all_motors.begin(), all_motors.end()));
}

/// `count` rotors on a ring; tilted ones lean outwards.
ReferenceCase ring(int count, bool tilted, const Table& law, const Table& motor) {
  ReferenceCase c = noisy_quad();
  c.rotors.clear();
  c.commands = {{0}, {0.1}};
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * M_PI * i / count;
    const Vector3 arm = {0.1 * std::cos(angle), 0.1 * std::sin(angle), 0};
    c.rotors.push_back(
        {.position = arm,
         .axis = tilted ? Vector3{arm[0], arm[1], 1} : Vector3{0, 0, 1},
         .spin = i % 2 == 0 ? 1 : -1,
         .law_table = fmt::format("{{type = \"{}\", {}}}", law.type, law.rest),
         .motor_table = fmt::format("{{type = \"{}\", {}}}", motor.type, motor.rest)});
    c.commands[0].push_back(0.4 * (1 + 0.01 * i));
    c.commands[1].push_back(0.5);
  }
  c.actuators.clear();
  c.actuator_columns.clear();
  return c;
}

/// Without the spread of `motor.max`, whose range suits speeds only.
const std::string mass_spread = spread.substr(0, spread.find("[disperse.\"vehicle.rotors"));

TEST_CASE("every kernel gives the same bits for every law, motor and form of vehicle", "[slow]") {
  const Table law = GENERATE(from_range(laws)), motor = GENERATE(from_range(motors));
  if (!go_together(law, motor)) return;
  for (const int rotors : {1, 4, 6, 8, 16}) {
    for (const bool tilted : {false, true}) {
      ReferenceCase c = ring(rotors, tilted, law, motor);
      c.duration = 0.15;  // behind the step of the commands
      const std::string text =
          to_scenario(c, {.samples = 9, .traces = "none", .more = mass_spread});
      const auto wanted = Flown(text, "baseline").digests();
      for (const Kernel* kernel : available_kernels()) {
        CAPTURE(rotors, tilted, law.type, motor.type, kernel->name);
        CHECK((Flown(text, kernel->name).digests() == wanted));
      }
    }
  }
}

/// What a vehicle has beside quadratic drag and moment.
struct Extras {
  bool rotor_drag, linear_drag, full_inertia;
};
const std::vector<Extras> all_extras = {{false, false, false}, {false, true, false},
                                        {true, false, false},  {true, true, false},
                                        {false, false, true},  {true, true, true}};

namespace {

/// One of the combinations of law, motor and, if `every` is set, extras that the case generates.
void check_aligned_form(const std::string& integrator, bool every) {
  const auto of_law = GENERATE(range(std::size_t{0}, laws.size()));
  const auto of_motor = GENERATE(range(std::size_t{0}, motors.size()));
  const auto of_extras = every ? GENERATE(range(std::size_t{0}, all_extras.size()))
                               : (of_law + of_motor) % all_extras.size();
  const Table law = laws[of_law], motor = motors[of_motor];
  if (!go_together(law, motor)) return;
  const Extras extras = all_extras[of_extras];
  // In turn: laws, motors and their sums, by which extras are chosen, all meet every count.
  const int rotors = std::array{4, 6, 8}[(of_law + 2 * of_motor) % 3];
  ReferenceCase c = ring(rotors, false, law, motor);
  c.duration = 0.1;
  // Which terms a quadrotor has decides by which of the forms it flies whose terms are types; with
  // rotor drag its thrust takes another path than the general one.
  if (!extras.linear_drag) c.linear_drag = 0;
  if (!extras.rotor_drag) c.rotor_drag = {};
  if (extras.full_inertia) c.inertia[4] = 2e-4;
  const Plan plan = plan_of(to_scenario(c, {.integrator = integrator, .samples = 9}));
  LaneBench aligned(plan), general(plan);
  REQUIRE(aligned.prepared.flights.multirotor.aligned);
  REQUIRE(aligned.prepared.flights.multirotor.capacity == rotors);
  general.prepared.flights.multirotor.aligned = false;
  general.prepared.flights.multirotor.capacity = static_cast<int>(max_rotors);
  aligned.build(9);
  general.build(9);
  for (const Kernel* kernel : available_kernels()) {
    aligned.fly(*kernel);
    general.fly(*kernel);
    for (std::size_t i = 0; i < 9; ++i) {
      CAPTURE(integrator, rotors, law.type, motor.type, kernel->name, i);
      CAPTURE(extras.rotor_drag, extras.linear_drag, extras.full_inertia);
      CHECK(aligned.lanes[i]->io.status == Status::ok);
      CHECK(same_bits(aligned.final_state(i), general.final_state(i)));
    }
  }
}

}  // namespace

TEST_CASE("the aligned form of a vehicle gives the bits of the general one") {
  check_aligned_form("euler_exp", false);
}

TEST_CASE("the aligned form gives the bits of the general one with all extras", "[slow]") {
  check_aligned_form(GENERATE("euler", "semi_implicit_euler", "rk4", "euler_exp"), true);
}

/// The terms that have their bit set, in the order of their declaration; the last one is the ground
/// effect, which is no bool.
constexpr int flag_count = static_cast<int>(offsetof(MultirotorTerms, interference)) + 1;
constexpr int term_count = flag_count + 1;
MultirotorTerms terms_by_bits(unsigned bits) {
  std::array<bool, flag_count> on;
  for (int k = 0; k < flag_count; ++k) on[k] = (bits >> k & 1u) != 0;
  MultirotorTerms terms;
  void* bytes = &terms;
  std::memcpy(bytes, on.data(), flag_count);
  if ((bits >> flag_count & 1u) != 0) terms.ground_effect = GroundEffect::cheeseman_bennett;
  return terms;
}

/// Whether no term of a vehicle would be left out by equations that have those of `Terms` only.
template <class Terms>
bool leaves_nothing_out(const MultirotorTerms& t) {
  return (Terms::quadratic_drag || !t.quadratic_drag) && (Terms::linear_drag || !t.linear_drag) &&
         (Terms::rotor_drag || !t.rotor_drag) && (Terms::quadratic_moment || !t.quadratic_moment) &&
         (Terms::linear_moment || !t.linear_moment) &&
         (Terms::rotor_momentum || !t.rotor_momentum) && (Terms::force_noise || !t.force_noise) &&
         (Terms::moment_noise || !t.moment_noise) && Terms::full_inertia == t.full_inertia &&
         !t.translational_lift && !t.velocity_moment && !t.rate_limit && !t.gravity_varies &&
         Terms::air_varies == t.air_varies && !(t.air_varies && t.rotor_density) && !t.contact &&
         !t.stop && !t.surface && !t.wreck_drag && !t.interference &&
         t.ground_effect == GroundEffect::none;
}

template <TermSet... on>
int misjudged() {
  int count = 0;
  for (unsigned bits = 0; bits < 1u << term_count; ++bits) {
    const MultirotorTerms t = terms_by_bits(bits);
    ((count += KnownTerms<on>::suits(t) != leaves_nothing_out<KnownTerms<on>>(t)), ...);
  }
  return count;
}

constexpr TermSet few = {.noise = true};
constexpr TermSet many = {.rotor_drag = true, .noise = true, .linear = true};
constexpr TermSet in_air = {.rotor_drag = true, .noise = true, .linear = true, .air = true};
constexpr TermSet all_terms = {
    .rotor_drag = true, .noise = true, .linear = true, .full_inertia = true};

TEST_CASE("a set of terms suits the vehicles that have no others, and all of these") {
  CHECK(
      misjudged<TermSet{}, few, TermSet{.rotor_drag = true}, TermSet{.noise = true, .linear = true},
                TermSet{.noise = true, .full_inertia = true}, many, in_air, all_terms>() == 0);
}

/// A short flight of a vehicle that comes with the program, changed as by --set.
Plan plan_of_published(const std::string& vehicle, const std::vector<std::string>& overrides) {
  const std::string row = vehicle == "naki-octo"   ? "1, 1, 1, 1, 1, 1, 1, 1"
                          : vehicle == "neo9-hexa" ? "1, 1, 1, 1, 1, 1"
                                                   : "1, 1, 1, 1";
  const std::string text = fmt::format(R"(
schema = 1
name = "form"
vehicle.include = "vehicles/{}.toml"
controller = {{type = "command_table", rows = [[0, {}]]}}
integrator = {{type = "rk4", rate_hz = 960}}
simulation = {{duration_s = 0.1, initial.position_m = [0, 0, -3]}}
monte_carlo = {{samples = 1, seed = 1}}
)",
                                       vehicle, row);
  return make_plan(
      load_scenario_text(text, "form.toml", MONTECOPTER_SOURCE_DIR "/scenarios", overrides));
}
MultirotorTerms terms_of_published(const std::string& vehicle,
                                   const std::vector<std::string>& overrides = {}) {
  return LaneBench(plan_of_published(vehicle, overrides)).prepared.flights.multirotor.terms;
}

TEST_CASE("in air whose density varies, known terms give the bits of the general form") {
  const std::string vehicle = GENERATE("hummingbird", "iris", "neo9-hexa", "naki-octo", "x500");
  const Plan plan = plan_of_published(
      vehicle, {"vehicle.drag_area_m2=0.04", "vehicle.rotor_drag_1_s=[0.1, 0.2, 0.0]",
                "environment.atmosphere.type='isa'", "vehicle.process_noise.force_n2_s=1e-3",
                "simulation.initial.velocity_m_s=[8, 1, -2]", "monte_carlo.samples=9"});
  LaneBench known(plan), general(plan);
  REQUIRE(KnownTerms<in_air>::suits(known.prepared.flights.multirotor.terms));
  general.prepared.flights.multirotor.aligned = false;
  known.build(9), general.build(9);
  for (const Kernel* kernel : available_kernels()) {
    known.fly(*kernel), general.fly(*kernel);
    for (std::size_t i = 0; i < 9; ++i) {
      CAPTURE(vehicle, kernel->name, i);
      CHECK(known.lanes[i]->io.status == Status::ok);
      CHECK(same_bits(known.final_state(i), general.final_state(i)));
    }
  }
}

TEST_CASE("published vehicles fly by forms whose terms are known") {
  for (const char* vehicle :
       {"flightgoggles", "iris", "hummingbird", "x500", "crazyflie", "f450", "naki-octo"}) {
    CAPTURE(vehicle);
    CHECK(KnownTerms<few>::suits(terms_of_published(vehicle)));
  }
  const MultirotorTerms dragged =
      terms_of_published("iris", {"vehicle.rotor_drag_1_s=[0.1, 0.1, 0.0]"});
  CHECK(!KnownTerms<few>::suits(dragged));
  CHECK(KnownTerms<many>::suits(dragged));
}

TEST_CASE("any sample flown alone has the bits that it has in company") {
  const Plan plan =
      plan_of(to_scenario(noisy_quad(), {.samples = 70, .traces = "none", .more = spread}));
  const auto all = Flown(plan, "auto").digests();
  const auto some = Flown(plan, "auto", {3, 5, 42, 69}).digests();
  std::vector<std::uint64_t> wanted;
  for (const std::ptrdiff_t sample : {3, 5, 42, 69}) {
    wanted.insert(wanted.end(), all.begin() + 16 * sample, all.begin() + 16 * (sample + 1));
  }
  CHECK((some == wanted));
}

TEST_CASE("a lane that diverges keeps its last finite state and leaves its neighbours alone") {
  const std::string integrator = GENERATE(from_range(all_integrators()));
  const Plan plan =
      plan_of(to_scenario(noisy_quad(0.15), {.integrator = integrator, .samples = 9}));
  for (const Kernel* kernel : available_kernels()) {
    CAPTURE(integrator, kernel->name);
    LaneBench calm(plan), wild(plan);
    calm.build(9);
    wild.build(9);
    // A body rate whose square overflows after a few doublings. Slot 12 is the yaw rate.
    wild.lanes[3]->row[&SampleParts::initial_state][10] = 3e40;
    wild.lanes[3]->row[&SampleParts::initial_state][12] = -2e40;
    calm.fly(*kernel);
    wild.fly(*kernel);
    const LaneMemory& lost = *wild.lanes[3];
    REQUIRE(lost.io.status == Status::diverged);
    CHECK(lost.io.steps_flown < plan.time.steps);
    for (const double x : lost.final_state) CHECK(std::isfinite(x));
    for (std::size_t i = 0; i < 9; ++i) {
      if (i == 3) continue;
      CHECK(wild.lanes[i]->io.status == Status::ok);
      CHECK(wild.lanes[i]->io.steps_flown == plan.time.steps);
      CHECK(same_bits(wild.final_state(i), calm.final_state(i)));
      CHECK(same_bits(wild.lanes[i]->checkpoint_states, calm.lanes[i]->checkpoint_states));
      for (std::size_t s = 0; s < signal_count; ++s) {
        CHECK(same_bits(wild.lanes[i]->traces[s], calm.lanes[i]->traces[s]));
      }
    }
    // A flight that ends in time ends in that very state; from then on the trace is NaN.
    const std::int64_t last = lost.io.steps_flown;
    const auto& z = lost.traces[signal_index("position")];
    CHECK(std::isnan(z[static_cast<std::size_t>(last + 1) * 3]));
    if (last == 0) continue;
    CHECK(std::isfinite(z[static_cast<std::size_t>(last) * 3]));
    wild.prepared.flights.steps = last;
    const std::vector<double> kept = wild.final_state(3);
    wild.fly(*kernel);
    CHECK(wild.lanes[3]->io.status == Status::ok);
    CHECK(same_bits(wild.final_state(3), kept));
  }
}

}  // namespace
}  // namespace montecopter
