#include "vehicle/rare/input_space.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/base/error.hpp"
#include "core/numerics/normal_quantile.hpp"

namespace montecopter {
namespace {

/// Whether draws jump between values, so that no small move exists.
bool is_discrete(const Distribution& distribution) {
  if (const auto* observed =
          std::get_if<Dispersed<TruncatedLaw<EmpiricalDistribution>>>(&distribution)) {
    return !observed->interpolate;
  }
  return std::holds_alternative<Dispersed<ChoiceDistribution>>(distribution) ||
         std::holds_alternative<Dispersed<DiscreteDistribution>>(distribution) ||
         std::holds_alternative<Dispersed<ListedDistribution>>(distribution);
}

/// The designs that draw an input.
std::vector<InputDesign> designs_of(const Dispersion& input) {
  if (std::holds_alternative<Dispersed<FixedDistribution>>(input.distribution)) return {};
  if (!input.vector_designs.empty()) return input.vector_designs;
  if (!input.correlated.designs.empty()) return input.correlated.designs;
  return {input.design};
}

}  // namespace

InputSpace::InputSpace(const Plan& plan) : plan_(plan) {
  const std::string& design = plan.scenario.monte_carlo.design;
  if (design != RandomDesign::name) {
    throw Error(
        ExitCode::usage,
        Problem{"monte_carlo.design", fmt::format("the design is '{}'", design),
                "this search draws the inputs itself", "Use --set monte_carlo.design=random"});
  }
  for (const Dispersion& input : plan.dispersions) {
    if (is_discrete(input.distribution)) {
      throw Error(ExitCode::usage,
                  Problem{fmt::format("disperse.{}", input.path), "the input is discrete",
                          "it cannot move by small steps",
                          "Use a continuous distribution, or study each value by itself"});
    }
    for (const InputDesign& one : designs_of(input)) add(one);
  }
}

void InputSpace::add(const InputDesign& design) {
  const auto& stream = std::get<RandomDesign>(design).stream;
  if (!stream.is_frozen()) place_.emplace(stream.hash, place_.size());
}

UniformOfDesign InputSpace::uniform_at(std::span<const double> z) const {
  return [this, z, first = plan_.design_row(0)](const InputDesign& design) {
    const auto* random = std::get_if<RandomDesign>(&design);
    const auto place = random ? place_.find(random->stream.hash) : place_.end();
    return place == place_.end() ? uniform_of(design, first) : uniform_of_score(z[place->second]);
  };
}

std::vector<double> InputSpace::draws(std::span<const double> z) const {
  const UniformOfDesign uniform = uniform_at(z);
  std::vector<double> draws;
  for (const Dispersion& input : plan_.dispersions) draws.push_back(input.draw(uniform));
  return draws;
}

std::vector<double> InputSpace::scores(std::span<const double> z) const {
  const UniformOfDesign uniform = uniform_at(z);
  std::vector<double> scores;
  for (const Dispersion& input : plan_.dispersions) {
    const bool has_score = input.vector_designs.empty() && !designs_of(input).empty();
    scores.push_back(!has_score ? std::numeric_limits<double>::quiet_NaN()
                     : input.correlated.designs.empty()
                         ? normal_quantile(uniform(input.design))
                         : normal_quantile(input.correlated.combined(uniform)));
  }
  return scores;
}

}  // namespace montecopter
