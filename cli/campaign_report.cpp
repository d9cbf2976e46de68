#include "campaign_report.hpp"

#include <fmt/format.h>

#include "closing.hpp"
#include "core/base/counted.hpp"
#include "correlation_text.hpp"
#include "results/requirements/judge.hpp"
#include "results/requirements/report.hpp"
#include "results/summarise/report.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

/// Whether more samples failed than the scenario allows; if so, prints an error.
bool too_many_failed(const Plan& plan, const Summary& summary) {
  const std::int64_t allowed = plan.scenario.simulation.max_failures;
  if (summary.failed() <= allowed) return false;
  remark(
      fmt::format("error: {} failed, simulation.max_failures is {} (the file is complete; "
                  "see its `status`).\n",
                  counted(summary.failed(), "sample"), allowed));
  return true;
}

}  // namespace

ExitCode report_campaign(const Plan& plan, const record::ResultFile& file, const Samples& samples,
                         const Summary& summary, bool json, VerdictOutput& verdicts,
                         const Remarks& remarks) {
  const std::string& path = file.path();
  const Judgements judgements = judge(plan.scenario, file, samples);
  const bool judged = !judgements.rows.empty();
  if (json) {
    std::string members =
        judged ? fmt::format("\"requirements\": {}, ", judgements_json(judgements).print()) : "";
    members += correlation_members(plan);
    answer(summary_json(summary, {path, file.content_sha256()}, remarks, members));
  } else {
    const std::size_t width = table_width();
    answer_verdicts(fmt::format("{}{}{}result: {}\ncontent sha256: {}\n",
                                summary_text(summary, width), correlation_text(plan, width),
                                judged ? judgements_text(judgements, width) : "", path,
                                file.content_sha256()));
  }
  verdicts.finish([&] { return junit_text(judgements_junit(judgements, plan.scenario.name)); },
                  [&] { return judgements_markdown(judgements); });
  if (!json) answer_verdicts(closing_text(plan.scenario, file, samples, judgements));
  return too_many_failed(plan, summary) ? ExitCode::failures : judgements.exit_code();
}

ExitCode report_shard(const Shard& shard, const Plan& plan, const record::ResultFile& file,
                      const Summary& summary, bool json, const Remarks& remarks) {
  if (json) {
    const std::string members =
        fmt::format("\"shard\": {{\"index\": {}, \"count\": {}}}, ", shard.index, shard.count);
    answer(summary_json(summary, {file.path(), file.content_sha256()}, remarks, members));
  } else {
    answer_verdicts(fmt::format(
        "{}result: {}, shard {} (`montecopter merge` combines all shards)\n"
        "content sha256: {}\n",
        summary_text(summary, table_width()), file.path(), shard.text(), file.content_sha256()));
  }
  return too_many_failed(plan, summary) ? ExitCode::failures : ExitCode::ok;
}

}  // namespace montecopter::cli
