#include "plan/dispersion.hpp"

#include <algorithm>
#include <map>

#include "core/base/column_names.hpp"
#include "core/base/index.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/derived/drawn_inputs.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {
namespace {

/// The inputs of a scenario with their designs.
class Designs {
 public:
  explicit Designs(const Scenario& scenario)
      : scenario_(scenario), inputs_(drawn_inputs(scenario)) {
    DesignInput place = shared_design(scenario.monte_carlo, inputs_);
    for (const DrawnInput& input : inputs_) {
      place.path = input.path;
      place.is_frozen = input.is_frozen;
      designs_.push_back(design_of(input, place));
      if (input.has_dimension()) ++place.dimension;
    }
  }

  const std::vector<DrawnInput>& inputs() const { return inputs_; }
  const InputDesign& of(std::size_t input) const { return designs_[input]; }
  const InputDesign& of(const std::string& path) const {
    return designs_[first_index_if(inputs_, [&](const DrawnInput& i) { return i.path == path; })];
  }
  /// Designs of the numbers of a law of vectors that are drawn.
  std::vector<InputDesign> of_vector(const DrawnInput& number) const {
    std::vector<InputDesign> drawn;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i].key == number.key && inputs_[i].draws()) drawn.push_back(designs_[i]);
    }
    return drawn;
  }

 private:
  InputDesign design_of(const DrawnInput& input, const DesignInput& place) const {
    const std::string& name = scenario_.monte_carlo.design;
    if (input.is_listed()) return ListedDesign(place);
    if (!input.has_dimension() || name == ListedDesign::name) return RandomDesign(place);
    return design_named(name, place).value();
  }

  const Scenario& scenario_;
  std::vector<DrawnInput> inputs_;
  std::vector<InputDesign> designs_;
};

/// The designs of the inputs that are correlated, by path.
std::map<std::string, CorrelatedDesign> correlated_designs(const Scenario& scenario,
                                                           const Designs& designs) {
  std::map<std::string, CorrelatedDesign> all;
  for (const Correlation& group : scenario.correlate) {
    const MatrixRows factor = semidefinite_factor(score_correlation(group)).value();
    CorrelatedDesign design;
    for (std::size_t i = 0; i < group.inputs.size(); ++i) {
      design.designs.push_back(designs.of(group.inputs[i]));
      design.weights.assign(factor[i].data(), factor[i].data() + i + 1);
      all[group.inputs[i]] = design;
    }
  }
  return all;
}

/// One dispersion, prepared for drawing.
Dispersion plan_dispersion(Scenario& probe, const DrawnInput& input, const InputDesign& design) {
  Dispersion dispersion{input.path, design, *input.distribution, Apply::value, {}, {}};
  dispersion.is_frozen = input.is_frozen;
  dispersion.component = input.component;
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

template <class Uniform>
double draw_by(const Dispersion& input, const Uniform& uniform) {
  return std::visit(
      [&]<class D>(const D& d) {
        if constexpr (VectorLaw<D>) {
          std::vector<Uniform53> u;
          for (const InputDesign& one : input.vector_designs) u.push_back(uniform(one));
          return d.component(input.component, u);
        } else {
          const bool is_alone = input.correlated.designs.empty();
          return d.quantile(is_alone ? uniform(input.design) : input.correlated.combined(uniform));
        }
      },
      input.distribution);
}

}  // namespace

double Dispersion::draw(const DesignRow& row) const {
  return draw_by(*this, [&](const InputDesign& one) { return uniform_of(one, row); });
}

double Dispersion::draw(const UniformOfDesign& uniform) const { return draw_by(*this, uniform); }

std::string Dispersion::column_name() const {
  std::string name = input_prefix + path;
  for (auto star = name.find('*'); star != std::string::npos; star = name.find('*')) {
    name.replace(star, 1, "all");
  }
  // The draw is not the number itself then.
  if (apply == Apply::factor) name += ".factor";
  if (apply == Apply::offset) name += ".offset";
  return name;
}

std::vector<Dispersion> plan_dispersions(const Scenario& scenario) {
  Scenario probe = scenario;
  const Designs designs(scenario);
  const auto correlated = correlated_designs(scenario, designs);
  std::vector<Dispersion> dispersions;
  for (std::size_t i = 0; i < designs.inputs().size(); ++i) {
    const DrawnInput& input = designs.inputs()[i];
    Dispersion& dispersion = dispersions.emplace_back(plan_dispersion(probe, input, designs.of(i)));
    const auto group = correlated.find(input.path);
    if (group != correlated.end()) dispersion.correlated = group->second;
    if (is_vector_law(*input.distribution)) dispersion.vector_designs = designs.of_vector(input);
  }
  return dispersions;
}

}  // namespace montecopter
