/// Steps of a fit to residuals that are made up.

#include "flights/identify/fit.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "flights/identify/fit_residuals.hpp"
#include "scenario/load.hpp"

namespace montecopter::identify {
namespace {

/// Four seconds of a log that pull each parameter of the vehicle by the same gradient, wherever it
/// is.
class Pull final : public FitResiduals {
 public:
  Pull(const FitProblem& problem, double information, double gradient)
      : problem_(problem), information_(information), gradient_(gradient) {}

  bool fly(const std::vector<double>&, double) override {
    ++flights;
    return true;
  }
  void keep(const std::vector<double>&) override {}
  void weigh() override {}
  double loss() const override { return 0; }
  std::vector<StretchNormal> linearise(bool) override {
    const std::size_t own = problem_.own_size();
    StretchNormal normal{0, 0, Eigen::MatrixXd::Zero(own, own), std::vector<double>(own, 0.0),
                         std::vector<double>(own, 0.0)};
    for (std::size_t i = 0; i < problem_.vehicle_size; ++i) {
      normal.information(i, i) = normal.effect[i] = information_;
      normal.gradient[i] = gradient_;
    }
    std::vector<StretchNormal> stretches(4, normal);
    for (std::size_t k = 0; k < stretches.size(); ++k)
      stretches[k].start_s = static_cast<double>(k);
    return stretches;
  }
  void tell(std::vector<FittedLog>&) const override {}

  int flights = 0;

 private:
  const FitProblem& problem_;
  double information_, gradient_;
};

struct Fitted {
  Fit fit;
  std::vector<double> start;
  int flights;
};

Fitted fit_pulled(double information, double gradient) {
  const LoadedScenario loaded = load_scenario(
      std::string(MONTECOPTER_SCENARIOS) + "/examples/hummingbird-steps.toml",
      {"disperse={}", "disperse.\"vehicle.mass_kg\"={dist=\"normal\",mean=0.7,sd=0.05}",
       "disperse.\"vehicle.inertia_kg_m2.xx\"={dist=\"normal\",mean=1,sd=0.1,apply=\"factor\"}"});
  FittedParameters parameters(loaded.scenario, "s.toml");
  const CalmAir air;
  const std::vector<FitLog> logs(1);
  const FitProblem problem(parameters, air, logs, 1);
  Pull pull(problem, information, gradient);
  const Fit fit = fit_residuals(problem, pull, {});
  return {fit, parameters.means(), pull.flights};
}

TEST_CASE("a step that is no number ends the fit where it was") {
  const Fitted found = fit_pulled(100, std::numeric_limits<double>::quiet_NaN());
  CHECK(!found.fit.has_converged);
  CHECK(found.fit.is_stuck);
  CHECK(std::isnan(found.fit.last_step));
  CHECK(found.fit.iterations == 1);
  CHECK(found.flights == 0);
  CHECK(found.fit.values == found.start);
}

TEST_CASE("a fit to residuals without noise converges") {
  for (const double information : {0.0, 100.0}) {
    const Fitted found = fit_pulled(information, 0);
    CHECK(found.fit.has_converged);
    CHECK(!found.fit.is_stuck);
    CHECK(found.fit.last_step == 0);
    CHECK(found.fit.values == found.start);
    CHECK(found.fit.colour == 1);
  }
}

}  // namespace
}  // namespace montecopter::identify
