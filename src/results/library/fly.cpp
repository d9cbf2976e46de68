#include "results/library/fly.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <numeric>
#include <vector>

#include "core/base/version.hpp"
#include "plan/plan.hpp"
#include "record/reader.hpp"
#include "record/writer.hpp"
#include "results/summarise/summary.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"

namespace montecopter {
namespace {

SimulateOptions simulate_options(const FlySettings& settings) {
  return {
      .threads = settings.threads, .kernel = &choose_kernel(settings.lanes), .stop = settings.stop};
}

record::Volatile description_of(const FlySettings& settings) {
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  return {.host = host,
          .build = fmt::format("{} (library)", version),
          .compiler = __VERSION__,
          .lanes = choose_kernel(settings.lanes).name,
          .threads = settings.threads};
}

}  // namespace

void fly(const PlannedCampaign& campaign, const FlySettings& settings, const TakeBlock& take) {
  std::vector<std::int64_t> samples(static_cast<std::size_t>(campaign.samples()));
  std::iota(samples.begin(), samples.end(), 0);
  fly(campaign, samples, settings, take);
}

void fly(const PlannedCampaign& campaign, std::span<const std::int64_t> samples,
         const FlySettings& settings, const TakeBlock& take) {
  Progress progress;
  simulate(campaign.plan(), samples, simulate_options(settings), progress, take);
}

void fly_into_file(const PlannedCampaign& campaign, const std::string& path,
                   const FlySettings& settings, const FileSettings& file) {
  const Plan& plan = campaign.plan();
  record::Writer writer =
      record::Writer::create_or_resume(path, plan.layout, description_of(settings),
                                       {.reproducible = file.reproducible, .fresh = file.fresh});
  writer.keep_warnings(campaign.warnings());
  Progress progress;
  simulate(plan, writer.missing_rows(), simulate_options(settings), progress,
           [&](const Block& block) { writer.write(block); });
  const bool is_finished = writer.was_complete() && writer.volatile_matches();
  if (!writer.has_all() || is_finished) return;
  writer.finish(statistics_bytes(summarise(writer.as_written())));
}

}  // namespace montecopter
