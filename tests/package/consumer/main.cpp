/// The steps of montecopter from C++: load and plan -> fly -> read -> compare.
/// Usage: consumer RESULT.h5 [GOLDEN.h5]

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <montecopter/core/base/ieee.hpp>
#include <montecopter/results/library/fly.hpp>
#include <montecopter/results/library/planned_campaign.hpp>
#include <montecopter/results/library/stored_result.hpp>
#include <mutex>

using namespace montecopter;

/// Into memory: the columns of finished blocks, as they come, from several threads at once.
double fastest_turn_rad_s(const PlannedCampaign& campaign) {
  const std::size_t column = campaign.column("m_max_body_rate_rad_s");
  std::mutex mutex;
  double fastest = 0;
  fly(campaign, {.threads = 2}, [&](const Block& block) {
    std::vector<double> values(block.rows.size());
    std::memcpy(values.data(), block.data[column].data(), block.data[column].size());
    const std::lock_guard lock(mutex);
    fastest = std::max(fastest, *std::max_element(values.begin(), values.end()));
  });
  return fastest;
}

int main(int argc, char** argv) try {
  if (argc < 2) throw Error(ExitCode::usage, "usage: consumer RESULT.h5 [GOLDEN.h5]");
  set_ieee_arithmetic();  // whatever flags this program is linked with
  const PlannedCampaign campaign =
      PlannedCampaign::load(SCENARIOS "/examples/sih-hover.toml", {"monte_carlo.samples=200"});
  fly_into_file(campaign, argv[1], {.threads = 2}, {.reproducible = true});
  const StoredResult result = StoredResult::open(argv[1]);
  result.verify();
  std::printf("%s", result.statistics_text().c_str());
  const std::int64_t worst = result.worst_samples("max_body_rate_rad_s", 1).front();
  std::printf("fastest turn: %.17g rad/s, of sample %d: %.17g rad/s\n",
              fastest_turn_rad_s(campaign), static_cast<int>(worst),
              result.read("m_max_body_rate_rad_s").at(worst));
  if (argc < 3) return 0;
  const ResultDifference difference = difference_of(StoredResult::open(argv[2]), result);
  std::printf("%s", difference.text.c_str());
  return difference.is_same ? 0 : 1;
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
