#include "record/cluster/helper.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <span>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/base/identity.hpp"
#include "record/cluster/shared_file.hpp"
#include "record/writer.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::cluster {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int leader = 0;
/// Blocks are requested that take about this long: few messages, and little waiting at the end,
/// even for a slow process. [s]
constexpr double batch_s = 0.25;

std::vector<std::uint64_t> processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0)
    return {};  // more processors than the set has room for
  std::vector<std::uint64_t> words(CPU_SETSIZE / 64);
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &set)) words[static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64);
  }
  return words;
}

std::string host_name() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

Failure failure_of(const std::exception& error) {
  const auto* known = dynamic_cast<const Error*>(&error);
  return {static_cast<int>(known ? known->code() : ExitCode::internal), error.what()};
}

/// Reports progress since the last report.
class Reporter {
 public:
  Reporter(const Progress& progress, const record::Tally& tally)
      : progress_(progress), tally_(tally) {
    told_.written = tally.samples();
    told_.checks = tally.sum();
  }

  Report next() {
    const Report now = all();
    Report news = now;
    news.begun -= told_.begun;
    news.done -= told_.done;
    news.failed -= told_.failed;
    news.steps -= told_.steps;
    news.flying_ns -= told_.flying_ns;
    news.given_up -= told_.given_up;
    news.silent -= told_.silent;
    for (std::size_t i = 0; i < now.by_status.size(); ++i) news.by_status[i] -= told_.by_status[i];
    news.written -= told_.written;
    news.checks.low -= told_.checks.low;
    news.checks.high -= told_.checks.high;
    told_ = now;
    return news;
  }

 private:
  Report all() const {
    Report report;
    report.begun = progress_.begun;
    report.done = progress_.done;
    report.failed = progress_.failed;
    report.steps = progress_.steps;
    report.flying_ns = progress_.flying_ns;
    report.given_up = progress_.given_up;
    report.silent = progress_.silent;
    for (std::size_t i = 0; i < report.by_status.size(); ++i) {
      report.by_status[i] = progress_.by_status[i];
    }
    report.written = tally_.samples();
    report.checks = tally_.sum();
    return report;
  }

  const Progress& progress_;
  const record::Tally& tally_;
  Report told_;
};

/// Blocks requested from the first process, some at a time.
class AskedBlocks final : public BlockSource {
 public:
  AskedBlocks(const Plan& plan, Transport& transport, Reporter& reporter, std::int64_t threads)
      : plan_(plan), transport_(transport), reporter_(reporter), threads_(threads) {}

  bool next(std::vector<std::int64_t>& rows) override {
    const std::lock_guard lock(mutex_);
    if (over_) return false;
    if (blocks_ && blocks_->next(rows)) return true;
    ask();
    over_ = !blocks_->next(rows);
    return !over_;
  }
  std::size_t most_threads() const override { return static_cast<std::size_t>(threads_); }

 private:
  /// As many blocks as were flown of the last ones in `batch_s`.
  std::int64_t wanted() {
    const auto now = Clock::now();
    const double took_s = std::chrono::duration<double>(now - asked_).count();
    asked_ = now;
    // A clock may stand still between two requests.
    const double rate = static_cast<double>(given_) / std::max(took_s, 1e-6);
    return std::max(threads_, static_cast<std::int64_t>(std::min(rate * batch_s, 1e6)));
  }

  void ask() {
    transport_.send(leader, packed(Ask{reporter_.next(), wanted()}));
    blocks_.emplace(plan_, rows_in(transport_.receive().bytes));
    given_ = (blocks_->left() + block_rows - 1) / block_rows;
  }

  const Plan& plan_;
  Transport& transport_;
  Reporter& reporter_;
  std::int64_t threads_;
  std::mutex mutex_;
  std::optional<BlockCounter> blocks_;
  std::int64_t given_ = 0;
  Clock::time_point asked_ = Clock::now();
  bool over_ = false;
};

/// The work of a helper once the file exists.
class HelperRun {
 public:
  HelperRun(const Preparation& own, Transport& transport, const Interruption& interruption)
      : own_(own), transport_(transport), interruption_(interruption) {}

  /// Opens the file laid out by the first process, if this process can see it.
  Ready join(const Join& join) {
    threads_ = join.threads;
    is_far_ = !join.probe.empty();
    try {
      if (is_far_) Probe::mark(join.probe, transport_.rank());
      writer_.emplace(record::Writer::attach(join.place, own_.plan.layout));
      const record::FilePlace seen = writer_->place();
      return {true, seen.device, seen.inode, file_system_of(seen.path)};
    } catch (const Error&) {
      return {};  // the first process writes what this one flies
    }
  }

  /// Flies the assigned blocks until there are no more.
  DoneMessage fly(const Fly& how) {
    Progress progress;
    const record::Tally nothing_written;
    const bool writes = !how.sends;
    Reporter reporter(progress, writes ? writer_->tally() : nothing_written);
    DoneMessage done;
    try {
      AskedBlocks blocks(own_.plan, transport_, reporter, threads_);
      simulate(own_.plan, blocks,
               {.threads = static_cast<int>(threads_),
                .kernel = own_.kernel,
                .stop = &interruption_.stop},
               progress, [&](const Block& block) {
                 writes ? writer_->write(block) : transport_.send(leader, packed(block));
               });
      if (writes && is_far_) writer_->sync();
    } catch (const std::exception& error) {
      done.failure = failure_of(error);
    }
    done.report = reporter.next();
    if (interruption_.stop) done.signal = interruption_.signal_number();
    return done;
  }

 private:
  const Preparation& own_;
  Transport& transport_;
  const Interruption& interruption_;
  std::optional<record::Writer> writer_;
  std::int64_t threads_ = 1;
  bool is_far_ = false;  ///< on another machine than the first process
};

}  // namespace

std::string flights_digest(const Plan& plan) {
  Sha256 digest;
  const auto add = [&](const std::string& text) {
    const std::uint64_t size = text.size();
    digest.add(std::as_bytes(std::span(&size, 1)));
    digest.add(std::as_bytes(std::span(text)));
  };
  add(build_name);
  add(plan.layout.resolved_text);
  for (const Column& column : plan.layout.columns) add(column.name);
  digest.add(std::as_bytes(std::span(plan.layout.trace_samples)));
  const Digest256 bytes = digest.digest();
  return hex(bytes);
}

Hello hello_of(const Plan& plan, std::int64_t threads, bool threads_are_given) {
  Hello hello;
  hello.host = host_name();
  hello.boot = boot_id();
  hello.flights = flights_digest(plan);
  hello.threads = threads;
  hello.threads_are_given = threads_are_given;
  hello.processors = processors();
  hello.of_machine = number_in("SLURM_CPUS_ON_NODE");
  return hello;
}

void help(Transport& transport, const std::function<Preparation()>& prepare,
          const Interruption& interruption) {
  std::optional<Preparation> own;
  Hello hello;
  try {
    own.emplace(prepare());
    hello = hello_of(own->plan, own->threads, own->threads_are_given);
  } catch (const std::exception& error) {
    hello.failure = failure_of(error);
    hello.host = host_name();
  }
  transport.send(leader, packed(hello));
  std::optional<HelperRun> own_run;
  if (own) own_run.emplace(*own, transport, interruption);
  for (;;) {
    const std::string message = transport.receive().bytes;
    switch (kind_of(message)) {
      case Kind::join:
        transport.send(leader, packed(own_run->join(join_in(message))));
        break;
      case Kind::fly:
        transport.send(leader, packed(own_run->fly(fly_in(message))));
        break;
      default:
        return;
    }
  }
}

}  // namespace montecopter::cluster
