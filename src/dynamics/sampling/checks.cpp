#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "core/base/counted.hpp"
#include "core/fields/problems.hpp"
#include "dynamics/sampling/design.hpp"

namespace montecopter {

namespace {

/// Warns of a number of Sobol' points that is no power of two. Each brings so many samples. `what`
/// they are is a plural.
void check_power_of_two(std::int64_t points, std::int64_t samples, const std::string& what,
                        Problems& problems) {
  if ((points & (points - 1)) == 0) return;
  std::int64_t below = 1;
  while (below <= points / 2) below *= 2;
  problems.warning("samples", fmt::format("{} {} are not a power of two", points, what),
                   "only powers of two spread evenly",
                   fmt::format("Take {} or {} samples", below * samples, 2 * below * samples));
}

/// levels^inputs; nullopt: more than any number of samples.
std::optional<std::int64_t> grid_size(std::int64_t levels, std::uint64_t inputs) {
  std::int64_t size = 1;
  for (std::uint64_t i = 0; i < inputs && levels > 1; ++i) {
    if (size > std::numeric_limits<std::int64_t>::max() / levels) return std::nullopt;
    size *= levels;
  }
  return size;
}

}  // namespace

void SobolDesign::check(const DesignedSamples& given, Problems& problems) {
  if (given.inputs > max_inputs) {
    return problems.error(
        "design", fmt::format("{} dispersed inputs are too many for Sobol' points", given.inputs),
        fmt::format("their tables have {} dimensions", max_sobol_dimensions),
        "Use design = \"lhs\" or \"random\"");
  }
  const std::int64_t replicates = given.replicates;
  check_power_of_two(given.samples / replicates, replicates,
                     replicates == 1 ? "Sobol' points" : "Sobol' points in each replicate",
                     problems);
}

void FactorialDesign::check(const DesignedSamples& given, Problems& problems) {
  if (!given.levels) {
    return problems.error("design", "a factorial design needs levels", "",
                          "Give monte_carlo.levels = 3, for example");
  }
  const std::optional<std::int64_t> size = grid_size(*given.levels, given.inputs);
  if (size == given.samples) return;
  const std::string count = fmt::format("{}^{}", *given.levels, given.inputs);
  problems.error(problems.newest("samples", "levels"),
                 fmt::format("{} for a grid of {}", counted(given.samples, "sample"), count),
                 fmt::format("{} levels of {} dispersed input{}", *given.levels, given.inputs,
                             given.inputs == 1 ? "" : "s"),
                 size ? fmt::format("Set monte_carlo.samples = {}", *size)
                      : "Take fewer levels or inputs, or another design");
}

void SaltelliDesign::check(const DesignedSamples& given, Problems& problems) {
  if (given.inputs > max_inputs) {
    return problems.error(
        "design",
        fmt::format("{} dispersed inputs are too many for a saltelli design", given.inputs),
        fmt::format("each takes two dimensions of Sobol' points, whose tables have {}",
                    max_sobol_dimensions),
        "Use design = \"morris\", or disperse fewer");
  }
  if (given.inputs == 0) return;
  const auto each = static_cast<std::int64_t>(given.compared);
  if (given.samples % each != 0) return;
  check_power_of_two(given.samples / each, each, "base points", problems);
}

void MorrisDesign::check(const DesignedSamples& given, Problems& problems) {
  if (!given.levels) {
    problems.error("design", "a morris design needs levels", "",
                   "Give monte_carlo.levels = 4, for example");
  } else if (*given.levels % 2 != 0) {
    problems.error("levels", fmt::format("a morris design has {} levels", *given.levels),
                   "an input steps by half of them, so their number must be even",
                   *given.levels == 1
                       ? "Take 2"
                       : fmt::format("Take {} or {}", *given.levels - 1, *given.levels + 1));
  }
}

void OneAtATimeDesign::check(const DesignedSamples& given, Problems& problems) {
  const std::vector<double>& quantiles = given.quantiles;
  const bool ascend = std::adjacent_find(quantiles.begin(), quantiles.end(),
                                         std::greater_equal<>()) == quantiles.end();
  if (!quantiles.empty() && ascend) return;
  problems.error("quantiles",
                 quantiles.empty() ? "there are no quantiles" : "quantiles do not ascend", "",
                 "Give monte_carlo.quantiles = [0.05, 0.95], for example");
}

void ListedDesign::check(const DesignedSamples& given, Problems& problems) {
  if (given.has_listed) return;
  problems.error("design", "there is no file with the values of the samples", "",
                 "Give monte_carlo.file = \"points.csv\"");
}

}  // namespace montecopter
