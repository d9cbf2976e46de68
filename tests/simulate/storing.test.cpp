/// What a thread beside the one that flies stores is what that one would have stored.

#include "simulate/storing.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "plan/plan.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"

using namespace montecopter;

namespace {

constexpr std::int64_t samples = 3 * block_rows + 5;

/// Traces of some 10 MB in each block, so that it is flown in parts.
Plan plan_with_long_traces() {
  return make_plan(
      load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/sih-gusts.toml",
                    {"simulation.duration_s=3.0", "output.rate_hz=250", "output.traces=\"all\"",
                     "monte_carlo.samples=" + std::to_string(samples)}));
}

struct Stored {
  std::map<std::int64_t, Block> blocks;  ///< by their first row
  std::set<std::thread::id> threads;
  std::int64_t done = 0, steps = 0;
};

Stored fly(const Plan& plan, int processors) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(samples));
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  Progress progress;
  Stored stored;
  simulate(plan, rows, {.kernel = &choose_kernel("baseline"), .processors = processors}, progress,
           [&](const Block& block) {
             stored.threads.insert(std::this_thread::get_id());
             stored.blocks.emplace(block.rows.front(), block);
           });
  stored.done = progress.done;
  stored.steps = progress.steps;
  return stored;
}

}  // namespace

TEST_CASE("What is stored beside the flights is what is stored between them") {
  const Plan plan = plan_with_long_traces();
  const Stored alone = fly(plan, 1), beside = fly(plan, 2);
  CHECK(alone.done == samples);
  CHECK(beside.done == samples);
  CHECK(beside.steps == alone.steps);
  // One that flies and one beside it, which alone calls the sink.
  CHECK(alone.threads.size() == 1);
  CHECK(beside.threads.size() == 1);
  REQUIRE(beside.blocks.size() == alone.blocks.size());
  CHECK(alone.blocks.size() > 4);  // in parts
  for (const auto& [first, block] : alone.blocks) {
    REQUIRE(beside.blocks.contains(first));
    CHECK(beside.blocks.at(first).rows == block.rows);
    CHECK(beside.blocks.at(first).data == block.data);
  }
}

TEST_CASE("A block that cannot be stored ends the flights, and counts as not flown") {
  const Plan plan = plan_with_long_traces();
  std::vector<std::int64_t> rows(static_cast<std::size_t>(samples));
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  Progress progress;
  std::int64_t stored = 0;
  const auto full = [&](const Block& block) {
    if (block.rows.back() >= block_rows) throw std::runtime_error("the disk is full");
    stored += static_cast<std::int64_t>(block.rows.size());
  };
  CHECK_THROWS_WITH(
      simulate(plan, rows, {.kernel = &choose_kernel("baseline"), .processors = 2}, progress, full),
      "the disk is full");
  CHECK(stored == block_rows);
  CHECK(progress.done == block_rows);
}

TEST_CASE("What was handed over is stored when the storing thread ends") {
  std::vector<std::int64_t> stored;
  {
    StoringThread beside([&](const FlownBlock& flown) { stored.push_back(flown.steps); });
    for (std::int64_t i = 0; i < 100; ++i) {
      beside.hand_over([&](FlownBlock& flown) {
        // The one before is stored: its memory may be taken.
        CHECK(flown.steps == (i == 0 ? 0 : i - 1));
        flown.steps = i;
      });
    }
  }
  REQUIRE(stored.size() == 100);
  CHECK(std::is_sorted(stored.begin(), stored.end()));
}
