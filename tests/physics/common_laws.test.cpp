/// The laws that every type of every closed list obeys (support/common_laws.hpp): its example
/// loads, comes back from its resolved text, refuses keys that it does not have, and flies, with
/// finite numbers, to the same bits in packs of any width.

#include "support/common_laws.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.hpp"
#include "scenario/write.hpp"
#include "simulate/dispatch.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

/// The text of the scenario in which the type's table has a key that no table has.
std::string with_unknown_key(const ExampleOfType& example) {
  std::string table = example.table;
  table.insert(table.find('\n') + 1, "no_such_key = 1\n");
  ScenarioBuilder scenario = example.scenario;
  return scenario.put(table).text();
}

std::string complaint_about(const std::string& text) {
  try {
    load_scenario_text(text, "built.toml", MONTECOPTER_SCENARIOS);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    return error.what();
  }
  return {};
}

TEST_CASE("the example of every type comes back from its resolved text") {
  for (const ExampleOfType& example : all_examples()) {
    INFO(example.name << "\n" << example.table);
    const LoadedScenario loaded = example.scenario.load();
    const LoadedScenario again = load_scenario_text(loaded.resolved, "built.toml", "/nowhere");
    CHECK(again.resolved == loaded.resolved);
    CHECK(write_scenario(again.scenario) == loaded.resolved);
  }
}

TEST_CASE("every type refuses a key that it does not have, by its name") {
  for (const ExampleOfType& example : all_examples()) {
    INFO(example.name << "\n" << example.table);
    CHECK_THAT(complaint_about(with_unknown_key(example)), Catch::Contains("no_such_key"));
  }
}

/// Numbers of a column of all samples.
std::vector<double> numbers_in(const Block& block, std::size_t column) {
  std::vector<double> numbers(block.data[column].size() / sizeof(double));
  std::memcpy(numbers.data(), block.data[column].data(), numbers.size() * sizeof(double));
  return numbers;
}

/// All numbers that a sample with status `ok` has, and that is every sample.
void check_finite(const Flown& flown) {
  for (std::int64_t i = 0; i < flown.samples(); ++i) CHECK(flown.status(i) == Status::ok);
  const std::vector<Column>& columns = flown.plan().layout.columns;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].element != Element::f64 || columns[c].rows == Rows::fixed) continue;
    if (columns[c].may_be_missing) continue;
    INFO(columns[c].name);
    const std::vector<double> numbers = numbers_in(flown.blocks()[0], c);
    CHECK(std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }));
  }
}

TEST_CASE("every type flies with finite numbers, to the same bits in packs of any width") {
  for (const ExampleOfType& example : all_examples()) {
    if (needs_program(example)) continue;
    INFO(example.name << "\n" << example.table);
    const Plan plan = short_flight(example).plan();
    REQUIRE(plan.time.steps == 50);
    const Flown wanted(plan, "baseline");
    check_finite(wanted);
    const std::vector<std::uint64_t> digests = wanted.digests();
    CHECK(digests[digests.size() - 1] != digests[digests.size() - 17]);  // of the last two samples
    for (const Kernel* kernel : available_kernels()) {
      INFO(kernel->name);
      CHECK(Flown(plan, kernel->name).blocks()[0].data == wanted.blocks()[0].data);
    }
  }
}

}  // namespace
}  // namespace montecopter
