#include "scenario/derived/drawn_inputs.hpp"

#include <algorithm>
#include <optional>

#include "core/base/index.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/derived/random_streams.hpp"

namespace montecopter {

namespace {

/// Number of uniform numbers that a law of vectors takes.
std::optional<std::size_t> vector_uniforms(const Distribution& distribution) {
  return std::visit(
      []<class D>(const D& d) -> std::optional<std::size_t> {
        if constexpr (VectorLaw<D>) return d.uniforms();
        return std::nullopt;
      },
      distribution);
}

/// Whether nothing is drawn: a constant, or a value for every sample.
bool is_given(const Distribution& distribution) {
  return std::holds_alternative<Dispersed<FixedDistribution>>(distribution) ||
         std::holds_alternative<Dispersed<ListedDistribution>>(distribution);
}

// set_key(): gives each input of a scenario the value of a key of designs.

void set_key(DesignKeyTag<DesignKey::replicates>, const MonteCarlo& given, DesignInput& input) {
  input.replicates = static_cast<std::uint64_t>(given.replicates);
}

void set_key(DesignKeyTag<DesignKey::levels>, const MonteCarlo& given, DesignInput& input) {
  input.levels = static_cast<std::uint64_t>(given.levels.value_or(1));
}

void set_key(DesignKeyTag<DesignKey::quantiles>, const MonteCarlo& given, DesignInput& input) {
  input.quantiles = given.quantiles;
}

/// Its values are the distributions of inputs (points_csv.hpp).
void set_key(DesignKeyTag<DesignKey::file>, const MonteCarlo&, DesignInput&) {}

}  // namespace

bool DrawnInput::is_listed() const {
  return std::holds_alternative<Dispersed<ListedDistribution>>(*distribution);
}

bool DrawnInput::draws() const {
  const std::optional<std::size_t> uniforms = vector_uniforms(*distribution);
  if (uniforms) return component < *uniforms;
  return !is_given(*distribution);
}

bool is_vector_law(const Distribution& distribution) {
  return vector_uniforms(distribution).has_value();
}

std::vector<DrawnInput> drawn_inputs(const Scenario& scenario) {
  std::vector<DrawnInput> inputs;
  Scenario probe = scenario;
  const auto add = [&](const std::string& path, const auto& entry, std::size_t component) {
    const bool frozen =
        !is_given(entry.second) && is_frozen(scenario.monte_carlo, StreamPurpose::dispersions,
                                             stream_names::of_dispersion(path));
    inputs.push_back({path, &entry.second, entry.first, component, frozen});
  };
  for (const auto& entry : scenario.disperse) {
    const bool each =
        is_vector_law(entry.second) ||
        std::visit([](const Application& d) { return d.share == "each"; }, entry.second);
    if (!each) {
      add(entry.first, entry, 0);
      continue;
    }
    std::size_t component = 0;
    for (const NumberRef& number : find_numbers(probe, entry.first)) {
      add(number.path, entry, component++);
    }
  }
  return inputs;
}

std::uint64_t dimensions(const std::vector<DrawnInput>& inputs) {
  return count_where(inputs, [](const DrawnInput& input) { return input.has_dimension(); });
}

DesignInput shared_design(const MonteCarlo& monte_carlo, const std::vector<DrawnInput>& inputs) {
  DesignInput shared;
  shared.dimensions = dimensions(inputs);
  for_each_design_key([&](auto key) { set_key(key, monte_carlo, shared); });
  return shared;
}

Comparison comparison_of(const Scenario& scenario) {
  const MonteCarlo& monte_carlo = scenario.monte_carlo;
  return comparison_of(monte_carlo.design, shared_design(monte_carlo, drawn_inputs(scenario)));
}

}  // namespace montecopter
