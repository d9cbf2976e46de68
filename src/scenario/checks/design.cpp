#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "core/base/counted.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/checks/kind_problems.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/drawn_inputs.hpp"

namespace montecopter {

namespace {

std::string at(const char* key) { return append_path("monte_carlo", key); }

/// Whether all keys that a design is judged by were read.
bool is_readable(const Report& report) {
  for (const char* key : {"design", "samples", "freeze"}) {
    if (!report.clean(at(key))) return false;
  }
  for (const char* key : design_key_names) {
    if (!report.clean(at(key))) return false;
  }
  return report.clean("disperse");
}

/// Whether a text begins with a word, which is removed then.
constexpr bool drop_prefix(std::string_view word, std::string_view& text) {
  const bool begins = text.starts_with(word);
  if (begins) text.remove_prefix(word.size());
  return begins;
}

/// Whether a text begins with the designs that have a key, in the order of their list: "For lhs and
/// sobol: ". At least one design must have it.
constexpr bool names_designs(DesignKey key, std::string_view text) {
  int left = 0;
  for_each_type<InputDesign>([&]<class Kind>() { left += kind_has_key<Kind>(key) ? 1 : 0; });
  bool names = left > 0 && drop_prefix("For ", text);
  for_each_type<InputDesign>([&]<class Kind>() {
    if (!names || !kind_has_key<Kind>(key)) return;
    --left;
    const char* after = left == 0 ? ": " : left == 1 ? " and " : ", ";
    names = drop_prefix(Kind::name, text) && drop_prefix(after, text);
  });
  return names;
}

/// Whether MonteCarlo::fields() has a line for a key whose text begins so.
constexpr bool is_described(DesignKey key) {
  return MonteCarlo::fields().apply([&](const auto&... lines) {
    return ((lines.key == name_of(key) && names_designs(key, lines.doc)) || ...);
  });
}

constexpr bool are_described() {
  bool are = true;
  for_each_design_key([&](DesignKey key) { are = are && is_described(key); });
  return are;
}
static_assert(are_described(),
              "a key of designs has no line in MonteCarlo::fields() that begins with its designs");

/// The names of the designs that have a key.
std::string designs_with(DesignKey key) {
  std::string names;
  for (const Choice& design : design_choices) {
    if (!design_has_key(design.name, key)) continue;
    names += (names.empty() ? "" : " or ") + std::string(design.name);
  }
  return names;
}

/// Whether no key of another design is given.
bool suits_design(const MonteCarlo& monte_carlo, Report& report) {
  bool suits = true;
  for_each_design_key([&](DesignKey key) {
    const std::string path = at(name_of(key));
    if (design_has_key(monte_carlo.design, key) || !report.is_written(path)) return;
    report.error(path, fmt::format("{} is given for the design '{}'", path, monte_carlo.design),
                 fmt::format("it belongs to the design {}", designs_with(key)),
                 "Remove it, or change monte_carlo.design");
    suits = false;
  });
  return suits;
}

/// Checks that the samples divide into replicates; names the next possible numbers, up and down.
void check_replicates(const MonteCarlo& monte_carlo, Report& report) {
  const std::int64_t replicates = monte_carlo.replicates, samples = monte_carlo.samples;
  if (samples % replicates == 0) return;
  const std::int64_t below = samples / replicates * replicates;
  report.error(
      report.newest({at("samples"), at("replicates")}),
      fmt::format("{} samples cannot be divided equally among {} replicates", samples, replicates),
      "each replicate is a design of its own, and all have the same size",
      below > 0 ? fmt::format("Take {} or {} samples", below, below + replicates)
                : fmt::format("Take {} samples", replicates));
}

template <class D>
bool is_a(const Distribution& distribution) {
  return std::holds_alternative<Dispersed<D>>(distribution);
}

/// A morris design steps by half of the levels; an input with a few values might never take some.
void check_morris_inputs(const Scenario& scenario, Report& report) {
  for (const auto& [target, distribution] : scenario.disperse) {
    if (!is_a<ChoiceDistribution>(distribution) && !is_a<DiscreteDistribution>(distribution)) {
      continue;
    }
    report.error(append_path("disperse", target), "a morris design needs continuous inputs",
                 "a step of half a distribution may skip some of its values",
                 "Use design = \"saltelli\", or a continuous distribution");
  }
}

// --- all -----------------------------------------------------------------------------------------

/// Checks a design whose samples are compared with each other.
void check_compared_inputs(const Scenario& scenario, Report& report) {
  const std::string& design = scenario.monte_carlo.design;
  for (const auto& [target, distribution] : scenario.disperse) {
    if (is_vector_law(distribution)) {
      report.error(append_path("disperse", target),
                   fmt::format("a {} design cannot vary numbers that are drawn together", design),
                   "it changes one input at a time",
                   "Disperse the numbers one by one, or use another design");
    }
    if (!is_a<ListedDistribution>(distribution)) continue;
    report.error(append_path("disperse", target),
                 fmt::format("a {} design cannot use listed values", design),
                 "its samples share inputs, but each listed value belongs to one sample",
                 "Use dist = \"empirical\" with these values, or another design");
  }
}

/// Checks that the samples are whole comparisons; names the next possible numbers, up and down.
void check_comparisons(const MonteCarlo& monte_carlo, const Comparison& comparison,
                       Report& report) {
  const auto each = static_cast<std::int64_t>(comparison.samples);
  const std::int64_t samples = monte_carlo.samples, below = samples / each * each;
  if (samples == below) return;
  report.error(report.newest({at("samples"), at("quantiles")}),
               fmt::format("{} {} not a whole number of {}", counted(samples, "sample"),
                           verb(samples, "is", "are"), comparison.plural),
               fmt::format("each has {}", each),
               below > 0 ? fmt::format("Take {} or {} samples", below, below + each)
                         : fmt::format("Take {} samples", each));
}

/// Checks designs whose samples are compared with each other.
void check_compared(const Scenario& scenario, std::uint64_t inputs, Report& report) {
  const MonteCarlo& monte_carlo = scenario.monte_carlo;
  if (!report.clean(at("quantiles")) || !report.clean("disperse")) return;
  if (inputs == 0) {
    report.error(
        at("design"),
        fmt::format("a {} design needs dispersed inputs, and there are none", monte_carlo.design),
        "nothing is dispersed, or only by constants and frozen streams",
        "Add [disperse.\"PATH\"], or use another design");
    return;
  }
  check_comparisons(monte_carlo, comparison_of(scenario), report);
}

/// Checks that listed values are one per sample. Returns whether some input has listed values.
bool check_listed(const Scenario& scenario, Report& report) {
  bool is_listed = false;
  for (const auto& [target, distribution] : scenario.disperse) {
    const auto* listed = std::get_if<Dispersed<ListedDistribution>>(&distribution);
    if (listed == nullptr) continue;
    is_listed = true;
    const auto values = std::ssize(listed->values);
    if (values == scenario.monte_carlo.samples) continue;
    report.error(
        report.newest({append_path(append_path("disperse", target), "values"), at("samples")}),
        fmt::format("{} for {}", counted(values, "value"),
                    counted(scenario.monte_carlo.samples, "sample")),
        "each sample has its own", fmt::format("Set {} = {}", at("samples"), values));
  }
  return is_listed;
}

/// Checks that each sample has the number of its noise, and that nothing else gives one.
void check_noise_numbers(const MonteCarlo& given, Report& report) {
  if (given.noise_of.empty() || !report.clean(at("noise_of"))) return;
  const auto numbers = std::ssize(given.noise_of);
  if (numbers != given.samples) {
    report.error(
        at("noise_of"),
        fmt::format("{} for {}", counted(numbers, "number"), counted(given.samples, "sample")),
        "each sample has its own", fmt::format("Set {} = {}", at("samples"), numbers));
  }
  if (given.independent_points || compares_samples(given.design)) {
    report.error(at("noise_of"), "something else decides which samples share noise",
                 given.independent_points ? "the points of the sweep are independent"
                                          : "the design compares samples",
                 "Remove one of them");
  }
}

}  // namespace

void validate_design(const Scenario& scenario, Report& report) {
  if (!is_readable(report)) return;
  const MonteCarlo& given = scenario.monte_carlo;
  if (!suits_design(given, report)) return;
  check_noise_numbers(given, report);
  DesignedSamples designed = {given.samples, given.replicates, given.levels, given.quantiles};
  designed.inputs = dimensions(drawn_inputs(scenario));
  designed.has_listed = check_listed(scenario, report);
  if (given.has_replicates()) check_replicates(given, report);
  if (!report.clean(at("samples")) || !report.clean(at("replicates"))) return;
  if (designed.inputs > 0) designed.compared = comparison_of(scenario).samples;
  KindProblems problems("monte_carlo", report);
  with_design(given.design, [&]<class Kind>(std::type_identity<Kind>) {
    if constexpr (ComparesSamples<Kind>) check_compared_inputs(scenario, report);
    if constexpr (requires { &Kind::check; }) Kind::check(designed, problems);
    if (designed.inputs > Kind::max_inputs) {
      if (report.clean(at("design"))) {
        report.error(
            at("design"),
            fmt::format("{} dispersed inputs are too many for this design", designed.inputs),
            fmt::format("it takes at most {}", Kind::max_inputs), "Disperse fewer inputs");
      }
      return;
    }
    if constexpr (std::is_same_v<Kind, MorrisDesign>) check_morris_inputs(scenario, report);
    if constexpr (ComparesSamples<Kind>) check_compared(scenario, designed.inputs, report);
  });
}

}  // namespace montecopter
