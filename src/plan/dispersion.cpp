#include "plan/dispersion.hpp"

#include "scenario/drawn_inputs.hpp"
#include "scenario/paths.hpp"

namespace montecopter {
namespace {

/// One dispersion, prepared for drawing.
Dispersion plan_dispersion(Scenario& probe, const DrawnInput& input, const InputDesign& design) {
  Dispersion dispersion{input.path, design, *input.distribution, Apply::value, {}, {}};
  std::visit(
      [&](auto& d) {
        dispersion.apply = apply_of(d.apply).value();
        if constexpr (requires { d.prepare(); }) d.prepare();
      },
      dispersion.distribution);
  for (const NumberRef& number : find_numbers(probe, input.path)) {
    dispersion.nominals.push_back(*number.value);
    dispersion.unit = dispersion.apply == Apply::factor ? "1" : number.unit;
  }
  return dispersion;
}

/// What the designs of all inputs share.
DesignInput shared_design(const MonteCarlo& monte_carlo, const std::vector<DrawnInput>& inputs) {
  DesignInput shared;
  shared.dimensions = dimensions(inputs);
  shared.replicates = static_cast<std::uint64_t>(monte_carlo.replicates);
  shared.levels = static_cast<std::uint64_t>(monte_carlo.levels.value_or(1));
  return shared;
}

}  // namespace

double Dispersion::draw(const DesignRow& row) const {
  const Uniform53 u = uniform_of(design, row);
  return std::visit([&](const auto& d) { return d.quantile(u); }, distribution);
}

std::string Dispersion::column_name() const {
  std::string name = "in_" + path;
  for (auto star = name.find('*'); star != std::string::npos; star = name.find('*')) {
    name.replace(star, 1, "all");
  }
  // What is drawn is not the number itself then.
  if (apply == Apply::factor) name += ".factor";
  if (apply == Apply::offset) name += ".offset";
  return name;
}

std::vector<Dispersion> plan_dispersions(const Scenario& scenario) {
  Scenario probe = scenario;
  const std::vector<DrawnInput> inputs = drawn_inputs(scenario);
  DesignInput place = shared_design(scenario.monte_carlo, inputs);
  std::vector<Dispersion> dispersions;
  for (const DrawnInput& input : inputs) {
    place.path = input.path;
    if (input.is_listed()) {
      dispersions.push_back(plan_dispersion(probe, input, ListedDesign(place)));
    } else if (!input.has_dimension() || scenario.monte_carlo.design == ListedDesign::name) {
      dispersions.push_back(plan_dispersion(probe, input, RandomDesign(place)));
    } else {
      const std::string& name = scenario.monte_carlo.design;
      dispersions.push_back(plan_dispersion(probe, input, design_named(name, place)));
      ++place.dimension;
    }
  }
  return dispersions;
}

}  // namespace montecopter
