#include "plan/plan.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/base/error.hpp"
#include "dynamics/random/stream.hpp"
#include "plan/replay.hpp"

using namespace montecopter;

namespace {

LoadedScenario load_main(const std::vector<std::string>& overrides = {}) {
  return load_scenario(
      std::string(MONTECOPTER_SCENARIOS) + "/examples/flightgoggles-roll-doublet.toml", overrides);
}

const Dispersion& dispersion(const Plan& plan, const std::string& path) {
  for (const Dispersion& d : plan.dispersions) {
    if (d.path == path) return d;
  }
  throw std::runtime_error("no dispersion " + path);
}

}  // namespace

TEST_CASE("a draw depends on seed, sample and the name of its path, on nothing else") {
  const Plan plan = make_plan(load_main());
  const Plan more = make_plan(
      load_main({"disperse.\"environment.gravity_m_s2\"={dist=\"uniform\", low=9.7, high=9.9}",
                 "monte_carlo.samples=17"}));
  CHECK(more.dispersions.size() == plan.dispersions.size() + 1);
  const Dispersion& mass = dispersion(plan, "vehicle.mass_kg");
  CHECK(mass.draw({1, 5}) == dispersion(more, "vehicle.mass_kg").draw({1, 5}));
  CHECK(mass.draw({1, 5}) != mass.draw({1, 6}));
  CHECK(mass.draw({1, 5}) != mass.draw({2, 5}));
}

TEST_CASE("the name of a stream is hashed by FNV-1a, 64 bits") {
  // Test vectors of the authors (isthe.com/chongo/tech/comp/fnv).
  CHECK(stream_hash("") == 0xcbf29ce484222325u);
  CHECK(stream_hash("a") == 0xaf63dc4c8601ec8cu);
  CHECK(stream_hash("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("draws have the distribution that was asked for") {
  const Plan plan = make_plan(load_main());
  const Dispersion& mass = dispersion(plan, "vehicle.mass_kg");
  double sum = 0, squares = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double x = mass.draw({1, static_cast<std::uint64_t>(i)});
    CHECK((x >= 0.94 && x <= 1.06));
    sum += x - 1.0;
    squares += (x - 1.0) * (x - 1.0);
  }
  // Truncation at 3 sd keeps 0.9733 of the variance; 4 standard errors.
  const double sd = 0.02 * std::sqrt(0.97334);
  CHECK(std::fabs(sum / n) < 4 * sd / std::sqrt(n));
  CHECK(std::fabs(std::sqrt(squares / n) / sd - 1) < 4 / std::sqrt(2.0 * n));
}

TEST_CASE("a draw takes the first word of its stream, whatever the distribution") {
  const char* distributions[] = {
      "{dist=\"uniform\", low=1, high=2}",
      "{dist=\"normal\", mean=1, sd=0.1}",
      "{dist=\"lognormal\", median=1, sigma=0.1}",
      "{dist=\"triangular\", left=0.5, mode=1, right=2}",
      "{dist=\"exponential\", mean=1}",
      "{dist=\"weibull\", scale=1, shape=2}",
      "{dist=\"rayleigh\", sigma=1}",
      "{dist=\"choice\", values=[1, 2, 3, 4, 5, 6, 7]}",
      "{dist=\"discrete\", values=[1, 2, 3], weights=[1, 2, 3]}",
      "{dist=\"empirical\", values=[1, 2, 4]}",
  };
  for (const char* text : distributions) {
    const Plan plan = make_plan(load_main({std::string("disperse.\"vehicle.mass_kg\"=") + text}));
    const Dispersion& mass = dispersion(plan, "vehicle.mass_kg");
    for (std::uint64_t sample = 0; sample < 20; ++sample) {
      const auto words =
          draw_words<std::uint64_t>(3, sample, stream_hash("disperse:vehicle.mass_kg"), 0, 0);
      const Uniform53 u = Uniform53::from_word(words[0]);
      std::visit(
          [&](const auto& d) {
            if constexpr (requires { d.quantile(u); }) {
              CHECK(mass.draw({3, sample}) == d.quantile(u));
            }
          },
          mass.distribution);
    }
    // And no other draw changes.
    CHECK(dispersion(plan, "wind.0.to_m_s.x").draw({3, 7}) ==
          dispersion(make_plan(load_main()), "wind.0.to_m_s.x").draw({3, 7}));
  }
}

TEST_CASE("share = each is one dispersion for each number, named after it") {
  const std::string path = "vehicle.rotors.*.position_m.*";
  const std::string keys = "={dist=\"normal\", mean=0, sd=0.001, apply=\"offset\"";
  const std::string at = "disperse.\"" + path + "\"" + keys;
  const Plan shared = make_plan(load_main({at + "}"}));
  const Plan each = make_plan(load_main({at + ", share=\"each\"}"}));
  CHECK(dispersion(shared, path).nominals.size() == 12);
  CHECK(each.dispersions.size() == shared.dispersions.size() + 11);
  CHECK_NOTHROW(column_index(shared.layout, "in_vehicle.rotors.all.position_m.all.offset"));
  CHECK_THROWS_AS(column_index(each.layout, "in_vehicle.rotors.all.position_m.all.offset"), Error);
  const std::string single = "vehicle.rotors.2.position_m.y";
  CHECK_NOTHROW(column_index(each.layout, "in_" + single + ".offset"));
  const Dispersion& one = dispersion(each, single);
  CHECK(std::get<RandomDesign>(one.design).stream == stream_hash("disperse:" + single));
  CHECK(one.nominals == std::vector<double>{-0.08});
  CHECK(one.draw({1, 0}) != dispersion(each, "vehicle.rotors.2.position_m.x").draw({1, 0}));
  // The same as if it had been written alone.
  const Plan alone = make_plan(load_main({"disperse.\"" + single + "\"" + keys + "}"}));
  CHECK(one.draw({1, 0}) == dispersion(alone, single).draw({1, 0}));
}

TEST_CASE("samples that are compared have one counter of noise, also of chosen rows") {
  const std::string design = "monte_carlo.design=\"saltelli\"";
  const auto inputs = static_cast<std::int64_t>(make_plan(load_main({})).dispersions.size());
  const std::int64_t each = inputs + 2;
  const std::string samples = "monte_carlo.samples=" + std::to_string(16 * each);
  const Plan plan = make_plan(load_main({design, samples}));
  for (std::int64_t row = 0; row < 3 * each; ++row) {
    const std::int64_t is_b = row % each == each - 1 ? 1 : 0;
    CHECK(plan.counter_of(row) == static_cast<std::uint64_t>(2 * (row / each) + is_b));
    CHECK(plan.design_row(row).sample == static_cast<std::uint64_t>(row));
  }
  const std::string only = "monte_carlo.only=[3, " + std::to_string(2 * each - 1) + "]";
  const Plan chosen = make_plan(load_main({design, samples, only}));
  CHECK(chosen.counter_of(0) == 0);
  CHECK(chosen.counter_of(1) == 3);
}

TEST_CASE("inputs are dimensions of a design in the order of their paths; constants are none") {
  const std::string design = "monte_carlo.design=\"sobol\"";
  const auto place = [](const Plan& plan, const std::string& path) {
    const auto& found = std::get<SobolDesign>(dispersion(plan, path).design).directions;
    std::uint64_t dimension = 0;
    while (sobol_directions(dimension) != found) ++dimension;
    return dimension;
  };
  const std::vector<std::string> base = {design, "monte_carlo.samples=64"};
  const Plan plan = make_plan(load_main(base));
  for (std::size_t d = 0; d < plan.dispersions.size(); ++d) {
    CHECK(place(plan, plan.dispersions[d].path) == d);
    if (d > 0) CHECK(plan.dispersions[d - 1].path < plan.dispersions[d].path);
  }
  // A constant before the others moves none of them; a draw does.
  const std::string path = "disperse.\"environment.gravity_m_s2\"";
  std::vector<std::string> constant = base, drawn = base;
  constant.push_back(path + "={dist=\"fixed\", value=9.8}");
  drawn.push_back(path + "={dist=\"uniform\", low=9.7, high=9.9}");
  CHECK(place(make_plan(load_main(constant)), "vehicle.mass_kg") == place(plan, "vehicle.mass_kg"));
  CHECK(place(make_plan(load_main(drawn)), "vehicle.mass_kg") ==
        place(plan, "vehicle.mass_kg") + 1);
  // A Latin hypercube has no such order.
  constant[0] = drawn[0] = "monte_carlo.design=\"lhs\"";
  const DesignRow row = {1, 7, 7, 64, 0};
  CHECK(dispersion(make_plan(load_main(constant)), "vehicle.mass_kg").draw(row) ==
        dispersion(make_plan(load_main(drawn)), "vehicle.mass_kg").draw(row));
}

TEST_CASE("factors and offsets start from each number's own nominal value") {
  const Plan plan = make_plan(
      load_main({"vehicle.rotors.1.position_m.x=-0.09",
                 "disperse.\"vehicle.rotors.*.position_m.x\"={dist=\"uniform\", low=0.9, high=1.1, "
                 "apply=\"factor\"}",
                 "disperse.\"vehicle.mass_kg\"={dist=\"uniform\", low=-0.1, high=0.1, "
                 "apply=\"offset\"}"}));
  const Dispersion& x = dispersion(plan, "vehicle.rotors.*.position_m.x");
  CHECK(x.nominals == std::vector<double>{0.08, -0.09, -0.08, 0.08});
  CHECK(applied(x.apply, x.nominals[1], 1.05) == -0.09 * 1.05);
  CHECK(applied(x.apply, x.nominals[3], 1.05) == 0.08 * 1.05);
  CHECK(plan.layout.columns[column_index(plan.layout, "in_vehicle.rotors.all.position_m.x.factor")]
            .unit == "1");
  const Dispersion& mass = dispersion(plan, "vehicle.mass_kg");
  CHECK(applied(mass.apply, mass.nominals[0], -0.1) == 0.9);
  CHECK(plan.layout.columns[column_index(plan.layout, "in_vehicle.mass_kg.offset")].unit == "kg");
  // A factor is not a mass, and is not called one.
  CHECK_THROWS_AS(column_index(plan.layout, "in_vehicle.mass_kg"), Error);
}

TEST_CASE("checkpoints divide the flight and end with it") {
  const Plan plan = make_plan(load_main());
  CHECK(plan.checkpoints.front() == 180);
  CHECK(plan.checkpoints.back() == plan.time.steps);
  CHECK(plan.outputs == 289);
}

TEST_CASE("the layout has a column for every input, metric and signal, and none without traces") {
  const Plan plan = make_plan(load_main());
  CHECK_NOTHROW(column_index(plan.layout, "in_vehicle.rotors.all.law.thrust_n_s2"));
  CHECK_NOTHROW(column_index(plan.layout, "m_max_tilt_deg"));
  CHECK_NOTHROW(column_index(plan.layout, "position"));
  CHECK_THROWS_AS(column_index(plan.layout, "specific_force"), Error);
  const Plan bare = make_plan(load_main({"output.traces=\"none\""}));
  CHECK_THROWS_AS(column_index(bare.layout, "position"), Error);
}

namespace {

/// The example with five masses, two winds and 20 samples at each point.
Plan sweep_plan(const std::vector<std::string>& overrides = {}) {
  return make_plan(
      load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/mass-sweep.toml", overrides));
}

const Column& column(const Plan& plan, std::string_view name) {
  return plan.layout.columns[column_index(plan.layout, name)];
}

}  // namespace

TEST_CASE("the rows of a sweep are its points, each with all samples") {
  const Plan plan = sweep_plan();
  CHECK(plan.sweep.points() == 10);
  CHECK(plan.layout.samples == 200);
  CHECK(plan.point_of(0) == 0);
  CHECK(plan.point_of(19) == 0);
  CHECK(plan.point_of(20) == 1);
  CHECK(plan.point_of(199) == 9);
  CHECK(plan.layout.trace_samples ==
        std::vector<std::int64_t>{0, 20, 40, 60, 80, 100, 120, 140, 160, 180});
  CHECK(make_plan(load_main()).point_of(999) == 0);
}

TEST_CASE("points share their draws unless they are independent") {
  const Plan shared = sweep_plan();
  CHECK(shared.counter_of(7) == 7);
  CHECK(shared.counter_of(27) == 7);
  const Plan independent = sweep_plan({"monte_carlo.independent_points=true"});
  CHECK(independent.counter_of(7) == 7);
  CHECK(independent.counter_of(27) == 27);
}

TEST_CASE("rows of some samples alone are those samples: same points, same draws") {
  const std::string only = "monte_carlo.only=[7, 27, 199]";
  const Plan plan = sweep_plan({only, "output.traces=all"});
  CHECK(plan.layout.samples == 3);
  CHECK(plan.layout.trace_samples == std::vector<std::int64_t>{0, 1, 2});
  CHECK(plan.number_of(1) == 27);
  CHECK(plan.point_of(1) == 1);
  CHECK(plan.point_of(2) == 9);
  CHECK(plan.counter_of(1) == 7);
  CHECK(sweep_plan({only, "monte_carlo.independent_points=true"}).counter_of(1) == 27);
  CHECK(column(plan, "campaign_sample").element == Element::i64);
  CHECK_FALSE(find_column(sweep_plan().layout, "campaign_sample"));
  CHECK(plan.layout.dimension_size("point") == 10);
}

TEST_CASE("a row as a scenario has its sweep point in place and constants for its draws") {
  const Plan campaign = sweep_plan({"monte_carlo.independent_points=true"});
  std::vector<double> inputs(campaign.inputs());
  for (std::size_t d = 0; d < campaign.dispersions.size(); ++d) {
    inputs[d] = campaign.dispersions[d].draw(campaign.design_row(27));
  }
  const Scenario one = scenario_of_row(campaign, 27, inputs);
  CHECK(one.sweep.empty());
  CHECK(one.monte_carlo.only == std::vector<std::int64_t>{27});
  CHECK(one.monte_carlo.samples == 28);
  CHECK(one.monte_carlo.seed == campaign.scenario.monte_carlo.seed);
  const std::vector<Dispersion> constants = plan_dispersions(one);
  REQUIRE(constants.size() == campaign.dispersions.size());
  for (std::size_t d = 0; d < constants.size(); ++d) {
    CHECK(constants[d].path == campaign.dispersions[d].path);
    CHECK(constants[d].draw(DesignRow()) == inputs[d]);
  }
}

TEST_CASE("the layout of a sweep names the point of each row and the values at each point") {
  const Plan plan = sweep_plan();
  CHECK(column(plan, "sweep_point").rows == Rows::sample);
  CHECK(column(plan, "sample_in_point").rows == Rows::sample);
  CHECK(column(plan, "in_vehicle.mass_kg").unit == "kg");
  const Column& wind = column(plan, "sweep_wind.0.to_m_s.x");
  CHECK(wind.rows == Rows::fixed);
  CHECK(wind.dims == std::vector<std::string>{"point"});
  CHECK(wind.unit == "m s-1");
  CHECK(wind.values == std::vector<double>{0, -3, 0, -3, 0, -3, 0, -3, 0, -3});
  CHECK(wind.number_attributes.front().second == std::vector<std::int64_t>{5, 2});
  CHECK(wind.number_attributes.back().second == std::vector<std::int64_t>{1});
  CHECK(column(plan, "stat_max_tilt_deg").dims == std::vector<std::string>{"point", "statistic"});
  CHECK(plan.layout.dimension_size("point") == 10);
  CHECK_NOTHROW(plan.layout.validate());
  const Plan without = make_plan(load_main());
  CHECK_THROWS_AS(column_index(without.layout, "sweep_point"), Error);
  CHECK(column(without, "stat_max_tilt_deg").dims == std::vector<std::string>{"statistic"});
}

TEST_CASE("traces that do not fit into memory are refused with advice") {
  CHECK_THROWS_WITH(make_plan(load_main({"simulation.duration_s=3600", "output.rate_hz=960",
                                         "output.traces=\"all\""})),
                    Catch::Contains("every:64"));
}
