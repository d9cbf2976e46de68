/// The models of the source documents against DOP853 and against each document's own scheme
/// (reference/models).

#include <catch2/catch.hpp>

#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

struct FixedStep {
  const char* integrator;
  const char* csv;
};
struct Model {
  const char* name;
  double output_hz;  ///< of the DOP853 trace
  std::vector<FixedStep> fixed;
};

const std::vector<Model> models = {
    {"flightgoggles_a", 96, {{"euler", "euler960"}, {"rk4", "rk4_960"}}},
    {"sih_a", 100, {{"euler", "euler250"}}},
    {"quad_plus_a", 100, {{"euler", "euler1000"}}},
    {"polyrotor_a", 100, {{"rk4", "rk4_1000"}}},
};

TEST_CASE("models agree with DOP853 when stepped by dopri5") {
  const Model model = GENERATE(from_range(models));
  const std::string name = model.name;
  const ReferenceCase c = load_reference_case("models/" + name + ".toml");
  // Ten times tighter than the reference itself (rtol 1e-12), so that its error is what is left.
  const HowToFly how = {
      .integrator = "dopri5", .rate_hz = rate_for_commands(c, model.output_hz), .tolerance = 1e-13};
  const Difference d = fly_and_compare(c, how, "models/" + name + ".dop853.csv", Scale::absolute);
  INFO(name << ": " << d.text());
  CHECK(d.rows > 200);
  // The references were re-derived in a second formulation to 2e-10 or better; 1e-8 is what
  // their README asks of an implementation.
  CHECK(d.worst() <= 1e-8);
}

TEST_CASE("models agree with each document's own fixed-step scheme") {
  const Model model = GENERATE(from_range(models));
  const std::string name = model.name;
  const ReferenceCase c = load_reference_case("models/" + name + ".toml");
  for (const FixedStep& fixed : model.fixed) {
    const Difference d =
        fly_and_compare(c, {.integrator = fixed.integrator},
                        "models/" + name + "." + fixed.csv + ".csv", Scale::relative_above_one);
    INFO(name << "." << fixed.csv << ": " << d.text());
    CHECK(d.rows > 100);
    // The same arithmetic in another order (we fuse multiply and add): only rounding is left, and
    // the motions are too short to amplify it.
    CHECK(d.worst() <= 1e-10);
  }
}

}  // namespace
}  // namespace montecopter
