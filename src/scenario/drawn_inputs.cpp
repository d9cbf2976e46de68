#include "scenario/drawn_inputs.hpp"

#include <algorithm>

#include "scenario/paths.hpp"

namespace montecopter {

bool DrawnInput::is_listed() const {
  return std::holds_alternative<Dispersed<ListedDistribution>>(*distribution);
}

bool DrawnInput::has_dimension() const {
  return !is_listed() && !std::holds_alternative<Dispersed<FixedDistribution>>(*distribution);
}

std::vector<DrawnInput> drawn_inputs(const Scenario& scenario) {
  std::vector<DrawnInput> inputs;
  Scenario probe = scenario;
  for (const auto& [path, distribution] : scenario.disperse) {
    const bool each =
        std::visit([](const Application& d) { return d.share == "each"; }, distribution);
    if (!each) {
      inputs.push_back({path, &distribution});
      continue;
    }
    for (const NumberRef& number : find_numbers(probe, path)) {
      inputs.push_back({number.path, &distribution});
    }
  }
  return inputs;
}

std::uint64_t dimensions(const std::vector<DrawnInput>& inputs) {
  return static_cast<std::uint64_t>(std::count_if(
      inputs.begin(), inputs.end(), [](const DrawnInput& input) { return input.has_dimension(); }));
}

}  // namespace montecopter
