/// The six steps of montecopter from C++: scenario -> plan -> simulate -> record -> summarise ->
/// compare. Usage: consumer RESULT.h5 [GOLDEN.h5]

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <montecopter/core/base/ieee.hpp>
#include <montecopter/plan/plan.hpp>
#include <montecopter/record/reader.hpp>
#include <montecopter/record/writer.hpp>
#include <montecopter/results/diff/compare.hpp>
#include <montecopter/results/summarise/report.hpp>
#include <montecopter/results/summarise/summary.hpp>
#include <montecopter/scenario/load.hpp>
#include <montecopter/simulate/dispatch.hpp>
#include <montecopter/simulate/simulate.hpp>
#include <mutex>
#include <numeric>

using namespace montecopter;

/// Into a result file, which is resumed if it is there already.
void fly_into_file(const Plan& plan, const std::string& path) {
  record::Writer writer =
      record::Writer::create_or_resume(path, plan.layout, {}, {.reproducible = true});
  Progress progress;
  simulate(plan, writer.missing_rows(), {.threads = 2, .kernel = &choose_kernel("auto")}, progress,
           [&](const Block& block) { writer.write(block); });
  const Summary summary = summarise(record::ResultFile::open(path));
  writer.finish(statistics_bytes(summary));
  std::printf("%s", summary_text(summary).c_str());
}

/// Into memory: the columns of finished blocks, as they come, from several threads at once.
double fastest_turn_rad_s(const Plan& plan) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(plan.layout.samples));
  std::iota(rows.begin(), rows.end(), 0);
  const std::size_t column = column_index(plan.layout, "m_max_body_rate_rad_s");
  std::mutex mutex;
  double fastest = 0;
  Progress progress;
  simulate(plan, rows, {.threads = 2, .kernel = &choose_kernel("auto")}, progress,
           [&](const Block& block) {
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
  const Plan plan =
      make_plan(load_scenario(SCENARIOS "/examples/sih-hover.toml", {"monte_carlo.samples=200"}));
  fly_into_file(plan, argv[1]);
  std::printf("fastest turn: %.5g rad/s\n", fastest_turn_rad_s(plan));
  if (argc < 3) return 0;
  const diff::Report report =
      diff::compare(record::ResultFile::open(argv[2]), record::ResultFile::open(argv[1]), {});
  std::printf("%s", diff::report_text(report).c_str());
  return static_cast<int>(report.exit_code());
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
