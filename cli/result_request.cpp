#include "result_request.hpp"

#include <fmt/format.h>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "options.hpp"
#include "plan/shard.hpp"
#include "progress.hpp"
#include "record/examine.hpp"
#include "record/intact.hpp"
#include "results/golden/format.hpp"

namespace montecopter::cli {
namespace {

/// Text such as "199 of 200 samples are missing".
std::string missing_text(const record::ResultFile& file) {
  std::int64_t missing = 0;
  record::take_checks(file.fd(), file.path(), file.schema(),
                      [&](std::int64_t, std::span<const Hash128> checks) {
                        for (const auto& check : checks) missing += check.is_zero() ? 1 : 0;
                      });
  if (missing == 0) return "all samples are flown, but the run did not end";
  return fmt::format("{} of {} {} missing", missing, counted(file.samples(), "sample"),
                     verb(missing, "is", "are"));
}

/// Refuses a damaged file; shows progress if that takes more than two seconds.
void verify(const record::ResultFile& file) {
  ByteProgress progress;
  const ByteReporter reporter(progress, "verifying " + file.path(), "", ProgressStyle::automatic);
  record::require_intact(file, record::examine(file, default_threads(), {nullptr, &progress}));
}

}  // namespace

Option no_verify_option(Verification& verification) {
  return {"--no-verify", &verification.no_verify,
          "Do not verify the samples by their stored hashes; faster with large traces"};
}

void remark_unverified(const std::string& path, Remarks& remarks) {
  remarks.warn_of_run(path +
                      ": warning: not verified (--no-verify): damaged samples are not found.");
}

record::ResultFile open_result(const std::string& path, const Verification& verification,
                               Remarks& remarks) {
  if (golden::is_golden(path)) {
    throw Error(
        ExitCode::refused,
        Problem{path, "this is a golden, not a result", "it holds only some of the numbers",
                fmt::format("Read its page {}.txt, or compare it: montecopter diff {} FILE.h5",
                            path, path)});
  }
  auto file = record::ResultFile::open(path);
  if (verification.verified()) {
    verify(file);
  } else {
    remark_unverified(path, remarks);
  }
  return file;
}

Options result_options(ResultRequest& request) {
  return {
      Option{"file", &request.file, "Result file", "FILE.h5"}.required(),
      {"--incomplete", &request.incomplete, "Show the finished samples of an unfinished file"},
      no_verify_option(request.verification),
  };
}

record::ResultFile open_result(const ResultRequest& request, Remarks& remarks) {
  auto file = open_result(request.file, request.verification, remarks);
  if (file.complete() || request.incomplete) return file;
  const auto shard = shard_of(file);
  throw Error(ExitCode::refused,
              Problem{file.path(), "it is not finished", missing_text(file),
                      fmt::format("Run its scenario again with -o{} to finish it, or use "
                                  "--incomplete to see the finished samples",
                                  shard ? " and --shard " + shard->option() : "")});
}

void require_scenario(const record::ResultFile& file) {
  if (!file.is_flight_log()) return;
  throw Error(ExitCode::refused,
              Problem{file.path(), "it is the log of a real flight, and has no scenario", "",
                      "Look at its signals: montecopter stats, export, report, diff"});
}

std::optional<Shard> shard_of(const record::ResultFile& file) {
  return montecopter::shard_of(file.root_attribute(shard_attribute));
}

LoadedScenario scenario_of(const record::ResultFile& file, const std::string& name,
                           const std::string& folder) {
  require_scenario(file);
  LoadedScenario loaded = load_scenario_text(file.resolved_text(), name, folder);
  const auto shard = shard_of(file);
  if (!shard) return loaded;
  std::vector<std::int64_t>& only = loaded.scenario.monte_carlo.only;
  const std::vector<std::int64_t> chosen = std::move(only);
  only.clear();
  for (std::int64_t row_there = 0; row_there < file.samples(); ++row_there) {
    const std::int64_t row = shard->row_of(row_there);
    only.push_back(chosen.empty() ? row : chosen.at(static_cast<std::size_t>(row)));
  }
  return loaded;
}

void warn_of_chosen(const record::ResultFile& file, const Scenario& scenario, Remarks& remarks) {
  if (const auto shard = shard_of(file)) {
    remarks.warn_of_run(
        fmt::format("{}: warning: it is shard {} of its campaign: the findings hold for its "
                    "samples only, not for all flights. `montecopter merge` combines all shards.",
                    file.path(), shard->text()));
    return;
  }
  if (scenario.monte_carlo.only.empty()) return;
  remarks.warn_of_run(file.path() +
                      ": warning: it holds selected samples (monte_carlo.only): the findings hold "
                      "for these samples only, not for all flights.");
}

}  // namespace montecopter::cli
