#include "campaign_length.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "plan/not_run.hpp"
#include "results/requirements/sequential.hpp"
#include "results/summarise/samples.hpp"
#include "scenario/write.hpp"
#include "simulate/programs.hpp"

namespace montecopter::cli {
namespace {

/// The scenario of a file, if it can be read.
std::optional<Scenario> parsed(const std::string& resolved) {
  try {
    return load_scenario_text(resolved, "result", ".").scenario;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::int64_t fewer_samples(const record::ResultFile& file, const LoadedScenario& loaded,
                           const Plan& plan, Extent extent) {
  const std::string& path = file.path();
  const std::string resolved = file.resolved_text();
  if (resolved == loaded.resolved) {
    const bool goes_on = !extent.only_some && !extent.until_decided;
    const bool has_stopped = !file.root_attribute(stopped_attribute).empty();
    return goes_on && has_stopped && !file.samples_to_fly().empty() ? plan.samples_per_point : 0;
  }
  const auto there = parsed(resolved);
  if (!there) return 0;  // damaged, or written by another version
  const std::int64_t samples = there->monte_carlo.samples;
  Scenario same = *there;
  same.monte_carlo.samples = plan.samples_per_point;
  if (write_scenario(same) != loaded.resolved) return 0;
  const auto refuse = [&](const std::string& why) {
    throw Error(ExitCode::refused,
                Problem{path, "cannot resume this file", why,
                        "Use --fresh to fly all samples anew and replace the file, or name another "
                        "output file. The file was not touched"});
  };
  if (samples > plan.samples_per_point) {
    refuse(fmt::format("it has {}, but {} {} requested: finished samples are never discarded",
                       counted(samples, "sample"), plan.samples_per_point,
                       verb(plan.samples_per_point, "is", "are")));
  }
  if (extent.only_some) {
    refuse(fmt::format("it has {}, and --only would leave a file of {} unfinished",
                       counted(samples, "sample"), plan.samples_per_point));
  }
  if (!plan.scenario.monte_carlo.only.empty()) {
    refuse("monte_carlo.only selects its samples");
  }
  const std::string& design = plan.scenario.monte_carlo.design;
  if (!keeps_samples(design)) {
    refuse(fmt::format("every sample of a {} design depends on the number of samples", design));
  }
  if (plan.scenario.monte_carlo.independent_points && plan.sweep.points() > 1) {
    refuse("each point has its own draws, which depend on the number of samples");
  }
  return samples;
}

void require_decidable(const Plan& plan) {
  const auto refuse = [](const std::string& what, const std::string& suggestion = "") {
    throw Error(ExitCode::usage, Problem{"--until", what, "", suggestion});
  };
  if (plan.scenario.requirement.empty()) {
    refuse("the scenario has no requirements", "Add [requirement.NAME], or leave the option out");
  }
  if (!plan.scenario.monte_carlo.only.empty()) {
    refuse("monte_carlo.only selects samples, which do not represent all flights");
  }
  if (plan.scenario.monte_carlo.independent_points && plan.sweep.points() > 1) {
    refuse(
        "monte_carlo.independent_points is set: draws then depend on how many samples earlier "
        "points have",
        "Leave it out");
  }
  if (!has_independent_samples(plan.scenario.monte_carlo.design)) {
    refuse("monte_carlo.design is not \"random\": sequential tests need independent samples");
  }
  (void)SequentialTests(plan.scenario);
}

namespace {

/// A campaign that tests its requirements while it flies. All undecided points have the same number
/// of samples, so that the family tests do not depend on the number of threads.
class Until {
 public:
  explicit Until(const Plan& plan)
      : plan_(plan),
        tests_(plan.scenario, plan.sweep.points()),
        open_(static_cast<std::size_t>(plan.sweep.points())),
        kept_(open_.size(), plan.samples_per_point) {
    std::iota(open_.begin(), open_.end(), std::int64_t{0});
  }

  bool is_over() const { return open_.empty() || done_ == plan_.samples_per_point; }

  /// Number of samples of each open point at which the next tests begin.
  std::int64_t next_end(int threads) const {
    // The surplus flights may grow with the number of flights.
    const auto points = std::ssize(open_);
    const std::int64_t least = (4 * threads + points - 1) / points * block_rows;
    const std::int64_t blocks = std::max(least, done_ / 8) / block_rows;
    return std::min(plan_.samples_per_point, done_ + blocks * block_rows);
  }

  /// The part of `rows` that open points need up to sample `end`.
  RowRanges rows_until(std::int64_t end, const RowRanges& rows) const {
    RowRanges needed;
    for (const std::int64_t point : open_) {
      const std::int64_t first = point * plan_.samples_per_point;
      needed.add(first + done_, first + end);
    }
    return intersected(needed, rows);
  }

  /// Tests after each block of every open point.
  void look_until(std::int64_t end, const record::ResultFile& file) {
    while (done_ < end && !open_.empty()) {
      const std::int64_t count = std::min(block_rows, end - done_);
      for (const std::int64_t point : open_) {
        tests_.add(file, point, point * plan_.samples_per_point + done_, count);
      }
      tests_.look();
      done_ += count;
      std::erase_if(open_, [&](std::int64_t point) {
        if (!tests_.is_decided(point)) return false;
        kept_[static_cast<std::size_t>(point)] = done_;
        return true;
      });
    }
  }

  KeptSamples kept() const { return {kept_, stopped()}; }

 private:
  std::string stopped() const {
    const std::int64_t samples = plan_.samples_per_point, points = plan_.sweep.points();
    const auto undecided = std::ssize(open_);
    if (points == 1) {
      return undecided == 0
                 ? fmt::format("decided at {} of at most {}", kept_[0], counted(samples, "sample"))
                 : fmt::format("undecided after {}", counted(samples, "sample"));
    }
    if (undecided == points)
      return fmt::format("no point decided after {}", counted(samples, "sample"));
    std::int64_t first = samples, last = 0;
    for (std::int64_t point = 0; point < points; ++point) {
      if (std::binary_search(open_.begin(), open_.end(), point)) continue;
      first = std::min(first, kept_[static_cast<std::size_t>(point)]);
      last = std::max(last, kept_[static_cast<std::size_t>(point)]);
    }
    const std::string when =
        first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last);
    const std::string most = fmt::format("of at most {} of each point", counted(samples, "sample"));
    if (undecided == 0) return fmt::format("decided at {} {}", when, most);
    return fmt::format("{} of {} decided at {} {}", points - undecided, counted(points, "point"),
                       when, most);
  }

  const Plan& plan_;
  SequentialTests tests_;
  std::vector<std::int64_t> open_;  ///< points that are not decided, ascending
  std::vector<std::int64_t> kept_;  ///< of each point
  std::int64_t done_ = 0;           ///< tested samples of each open point
};

}  // namespace

KeptSamples fly_until_decided(const Plan& plan, const ProcessGroup& group,
                              const SimulateOptions& options, const RowRanges& rows,
                              Progress& progress, const record::Writer& writer) {
  Until until(plan);
  while (!until.is_over()) {
    const std::int64_t end = until.next_end(group.all_threads());
    group.simulate(plan, until.rows_until(end, rows), options, progress, writer);
    if (signal_exit_code()) break;
    until.look_until(end, writer.as_written());
  }
  return until.kept();
}

std::vector<std::int64_t> finished_samples(const std::string& path, const Plan& plan) {
  std::vector<std::int64_t> finished(static_cast<std::size_t>(plan.sweep.points()));
  const record::ResultFile file = record::ResultFile::open(path);
  if (!file.complete()) return finished;
  const Samples samples = read_samples(file);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples.flown(i)) ++finished.at(samples.group_of(i));
  }
  return finished;
}

void require_none_thrown_away(const std::string& path, const std::vector<std::int64_t>& finished,
                              const KeptSamples& kept) {
  for (std::size_t point = 0; point < finished.size(); ++point) {
    if (finished[point] <= kept.samples[point]) continue;
    const std::string where = finished.size() > 1 ? fmt::format(" of point {}", point) : "";
    throw Error(ExitCode::refused,
                Problem{path,
                        fmt::format("its requirements are decided at {} of its {} samples{}; "
                                    "finished samples are never discarded",
                                    kept.samples[point], finished[point], where),
                        "",
                        "Assess all of them with `montecopter requirements`, use --fresh to fly "
                        "again and replace the file, or name another output file"});
  }
}

Plan shorter_plan(const LoadedScenario& loaded, const Plan& whole, const KeptSamples& kept) {
  LoadedScenario shorter = loaded;
  shorter.scenario.monte_carlo.samples = kept.most();
  shorter.resolved = write_scenario(shorter.scenario);
  Plan plan = plan_to_fly(shorter);
  share_programs(whole, plan);
  plan.layout.root_attributes = whole.layout.root_attributes;
  plan.layout.root_attributes.emplace_back(stopped_attribute, kept.stopped);
  return plan;
}

RowRanges rows_of(const Plan& shorter, const KeptSamples& kept, const RowRanges& rows,
                  bool that_are_kept) {
  RowRanges those;
  for (std::size_t point = 0; point < kept.samples.size(); ++point) {
    const std::int64_t first = static_cast<std::int64_t>(point) * shorter.samples_per_point;
    those.add(first, first + kept.samples[point]);
  }
  return that_are_kept ? intersected(rows, those) : without(rows, those);
}

void leave_out(const Plan& plan, const RowRanges& rows, const record::Writer& writer) {
  std::vector<std::int64_t> of_block;
  const auto write = [&] {
    if (!of_block.empty()) writer.write(not_run_block(plan, of_block));
    of_block.clear();
  };
  for (const std::int64_t row : rows) {
    if (!of_block.empty() && of_block.front() / block_rows != row / block_rows) write();
    of_block.push_back(row);
  }
  write();
}

}  // namespace montecopter::cli
