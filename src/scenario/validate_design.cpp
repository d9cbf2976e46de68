#include <fmt/format.h>

#include <limits>
#include <optional>

#include "scenario/drawn_inputs.hpp"
#include "scenario/validate.hpp"

namespace montecopter {

namespace {

const std::string table = "monte_carlo";

std::string at(const char* key) { return append_path(table, key); }

/// Whether all keys that a design is judged by were read.
bool is_readable(const Report& report) {
  for (const char* key : {"design", "samples", "replicates", "levels", "file"}) {
    if (!report.clean(at(key))) return false;
  }
  return report.clean("disperse");
}

/// A key of another design.
bool suits_design(const char* key, bool suits, const char* designs, const MonteCarlo& monte_carlo,
                  Report& report) {
  if (suits || !report.is_written(at(key))) return true;
  report.error(at(key), fmt::format("{} is given for the design '{}'", at(key), monte_carlo.design),
               fmt::format("{} has it", designs), "Remove it, or set the design");
  return false;
}

/// The next number of samples, up and down, that replicates of equal size allow.
void check_replicates(const MonteCarlo& monte_carlo, Report& report) {
  const std::int64_t replicates = monte_carlo.replicates, samples = monte_carlo.samples;
  if (samples % replicates == 0) return;
  const std::int64_t below = samples / replicates * replicates;
  report.error(report.newest({at("samples"), at("replicates")}),
               fmt::format("{} samples cannot be dealt out to {} replicates", samples, replicates),
               "each is a design of its own, and all have one size",
               below > 0 ? fmt::format("Take {} or {} samples", below, below + replicates)
                         : fmt::format("Take {} samples", replicates));
}

/// Of each replicate.
void check_power_of_two(const MonteCarlo& monte_carlo, Report& report) {
  const std::int64_t size = monte_carlo.samples / monte_carlo.replicates;
  if ((size & (size - 1)) == 0) return;
  std::int64_t below = 1;
  while (below <= size / 2) below *= 2;
  report.warning(at("samples"),
                 fmt::format("{} Sobol' points{} are no power of two", size,
                             monte_carlo.replicates == 1 ? "" : " in each replicate"),
                 "they are spread evenly only where they are",
                 fmt::format("Take {} or {} samples", below * monte_carlo.replicates,
                             2 * below * monte_carlo.replicates));
}

void check_sobol(const MonteCarlo& monte_carlo, std::uint64_t inputs, Report& report) {
  if (inputs > max_sobol_dimensions) {
    report.error(at("design"),
                 fmt::format("{} dispersed inputs are too many for Sobol' points", inputs),
                 fmt::format("their tables have {} dimensions", max_sobol_dimensions),
                 "Use design = \"lhs\" or \"random\"");
    return;
  }
  check_power_of_two(monte_carlo, report);
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

void check_factorial(const MonteCarlo& monte_carlo, std::uint64_t inputs, Report& report) {
  if (!monte_carlo.levels) {
    report.error(at("design"), "a factorial design has levels", "",
                 fmt::format("Give {} = 3, for example", at("levels")));
    return;
  }
  const std::optional<std::int64_t> size = grid_size(*monte_carlo.levels, inputs);
  if (size == monte_carlo.samples) return;
  const std::string count = fmt::format("{}^{}", *monte_carlo.levels, inputs);
  report.error(report.newest({at("samples"), at("levels")}),
               fmt::format("{} samples for a grid of {}", monte_carlo.samples, count),
               fmt::format("{} levels of {} dispersed input{}", *monte_carlo.levels, inputs,
                           inputs == 1 ? "" : "s"),
               size ? fmt::format("Set {} = {}", at("samples"), *size)
                    : "Take fewer levels or inputs, or another design");
}

/// Every sample is given a value.
void check_listed(const Scenario& scenario, Report& report) {
  bool is_listed = false;
  for (const auto& [target, distribution] : scenario.disperse) {
    const auto* listed = std::get_if<Dispersed<ListedDistribution>>(&distribution);
    if (listed == nullptr) continue;
    is_listed = true;
    const auto values = static_cast<std::int64_t>(listed->values.size());
    if (values == scenario.monte_carlo.samples) continue;
    report.error(
        report.newest({append_path(append_path("disperse", target), "values"), at("samples")}),
        fmt::format("{} values for {} samples", values, scenario.monte_carlo.samples),
        "each sample has its own", fmt::format("Set {} = {}", at("samples"), values));
  }
  if (is_listed || scenario.monte_carlo.design != ListedDesign::name) return;
  report.error(at("design"), "there is no file with the values of the samples", "",
               fmt::format("Give {} = \"points.csv\"", at("file")));
}

}  // namespace

void validate_design(const Scenario& scenario, Report& report) {
  if (!is_readable(report)) return;
  const MonteCarlo& given = scenario.monte_carlo;
  const bool is_factorial = given.design == FactorialDesign::name;
  const bool suit =
      suits_design("replicates", given.has_replicates(), "lhs or sobol", given, report) &
      suits_design("levels", is_factorial, "factorial", given, report) &
      suits_design("file", given.design == ListedDesign::name, "file", given, report);
  if (!suit) return;
  const std::uint64_t inputs = dimensions(drawn_inputs(scenario));
  check_listed(scenario, report);
  if (given.has_replicates()) check_replicates(given, report);
  if (!report.clean(at("samples")) || !report.clean(at("replicates"))) return;
  if (given.design == SobolDesign::name) check_sobol(given, inputs, report);
  if (is_factorial) check_factorial(given, inputs, report);
}

}  // namespace montecopter
