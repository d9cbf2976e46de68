#include "ranks/leader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <thread>

#include "base/error.hpp"

namespace montecopter::ranks {
namespace {

/// Processors that these processes of one machine may use.
std::int64_t processors_of(const std::vector<const Hello*>& machine) {
  std::vector<std::uint64_t> all;
  for (const Hello* hello : machine) {
    all.resize(std::max(all.size(), hello->processors.size()));
    for (std::size_t i = 0; i < hello->processors.size(); ++i) all[i] |= hello->processors[i];
  }
  std::int64_t count = 0;
  for (const std::uint64_t word : all) count += std::popcount(word);
  const std::int64_t given = machine.front()->of_machine;
  return given > 0 ? std::min(given, count) : count;
}

RowRanges ranges_of(std::span<const std::int64_t> rows) {
  RowRanges ranges;
  for (const std::int64_t row : rows) {
    if (ranges.empty() || ranges.back().second != row) ranges.emplace_back(row, row);
    ++ranges.back().second;
  }
  return ranges;
}

void add(const Report& report, Progress& progress, const record::Writer& writer) {
  progress.begun += report.begun;
  progress.done += report.done;
  progress.failed += report.failed;
  progress.steps += report.steps;
  progress.flying_ns += report.flying_ns;
  for (std::size_t i = 0; i < report.by_status.size(); ++i) {
    progress.by_status[i] += report.by_status[i];
  }
  writer.add_tally(report.written, report.checks);
}

}  // namespace

std::vector<std::int64_t> shared_threads(const std::vector<Hello>& all) {
  std::map<std::string, std::vector<const Hello*>> machines;
  for (const Hello& hello : all) machines[hello.boot].push_back(&hello);
  std::vector<std::int64_t> threads;
  for (const Hello& hello : all) {
    const std::vector<const Hello*>& here = machines.at(hello.boot);
    const std::int64_t share = processors_of(here) / static_cast<std::int64_t>(here.size());
    const std::int64_t most =
        hello.threads_are_given ? hello.threads : std::max<std::int64_t>(1, share);
    threads.push_back(std::min(hello.threads, most));
  }
  return threads;
}

Leader::Leader(std::unique_ptr<Transport> transport, std::function<void(int)> interrupted)
    : transport_(std::move(transport)), interrupted_(std::move(interrupted)) {}

Leader::~Leader() {
  // Large messages are sent when they are received.
  for (; heard_ < size() - 1; ++heard_) transport_->receive();
  for (int rank = 1; rank < size(); ++rank) transport_->send(rank, packed(Kind::leave));
}

std::string Leader::name_of(int rank) const {
  return fmt::format("process {} of {} on {}", rank, size(),
                     all_.at(static_cast<std::size_t>(rank)).host);
}

void Leader::throw_failure(int rank, const Failure& failure) const {
  throw Error(static_cast<ExitCode>(failure.code),
              fmt::format("{}\n({})", failure.text, name_of(rank)));
}

std::string Leader::text() const {
  const std::string where = machines_ == 1 ? "" : fmt::format(" on {} machines", machines_);
  return fmt::format("{} processes{}", size(), where);
}

std::int64_t Leader::all_threads() const {
  return std::accumulate(threads_.begin(), threads_.end(), std::int64_t{0});
}

void Leader::gather(const Hello& own, const std::string& path) {
  all_.assign(static_cast<std::size_t>(size()), {});
  all_[0] = own;
  for (; heard_ < size() - 1; ++heard_) {
    const Message message = transport_->receive();
    all_.at(static_cast<std::size_t>(message.from)) = hello_in(message.bytes);
  }
  std::set<std::string> boots;
  for (int rank = 1; rank < size(); ++rank) {
    const Hello& hello = all_[static_cast<std::size_t>(rank)];
    if (hello.failure.code != 0) throw_failure(rank, hello.failure);
    boots.insert(hello.boot);
    if (hello.flights == own.flights) continue;
    throw Error(ExitCode::refused,
                fmt::format("error: {} has another scenario, other options or another build than "
                            "process 0. Give all processes that are started together the same "
                            "command and the same files.",
                            name_of(rank)));
  }
  boots.insert(own.boot);
  machines_ = boots.size();
  threads_ = shared_threads(all_);
  if (machines_ == 1) return;
  const std::uint64_t file_system = file_system_of(path);
  if (is_coherent(file_system)) return;
  throw Error(ExitCode::refused,
              fmt::format("{}: error: {} processes on {} machines cannot write into one file here "
                          "(the file system, {}, is not known to keep what several machines write "
                          "next to each other). Use Lustre, GPFS, CephFS, GFS2 or OCFS2, or one "
                          "process for each machine with --shard, and merge.",
                          path, size(), machines_, file_system_name(file_system)));
}

void Leader::require_same_file(int rank, const Ready& ready, const record::FilePlace& place) const {
  const bool is_near = all_[static_cast<std::size_t>(rank)].boot == all_[0].boot;
  const bool is_same = is_near ? ready.device == place.device && ready.inode == place.inode
                               : is_coherent(ready.file_system);
  if (is_same) return;
  throw Error(ExitCode::refused,
              fmt::format("{}: error: this is another file for {}. Put it where all see it, or use "
                          "--shard and merge.",
                          place.path, name_of(rank)));
}

void Leader::join(const record::Writer& writer) {
  const record::FilePlace place = writer.place();
  std::optional<Probe> probe;
  if (machines_ > 1) probe.emplace(place.path);
  for (int rank = 1; rank < size(); ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    const bool is_far = all_[at].boot != all_[0].boot;
    transport_->send(rank, packed(Join{place, threads_[at], is_far ? probe->path() : ""}));
  }
  std::vector<Ready> ready(static_cast<std::size_t>(size()));
  for (int heard = 1; heard < size(); ++heard) {
    const Message message = transport_->receive();
    ready.at(static_cast<std::size_t>(message.from)) = ready_in(message.bytes);
  }
  const std::vector<int> missing = probe ? probe->missing(size()) : std::vector<int>{};
  for (int rank = 1; rank < size(); ++rank) {
    Ready& one = ready[static_cast<std::size_t>(rank)];
    if (one.failure.code != 0) throw_failure(rank, one.failure);
    const bool is_far = all_[static_cast<std::size_t>(rank)].boot != all_[0].boot;
    const bool is_missing = std::find(missing.begin(), missing.end(), rank) != missing.end();
    if (is_far && is_missing) one.file_system = 0;
    require_same_file(rank, one, place);
  }
}

/// Answers the others until all of them are done.
class Leader::Service {
 public:
  Service(Leader& leader, BlockCounter& blocks, const SimulateOptions& options, Progress& progress,
          const record::Writer& writer)
      : leader_(leader), blocks_(blocks), options_(options), progress_(progress), writer_(writer) {}

  void run() {
    try {
      Patience patience;
      for (int left = leader_.size() - 1; left > 0;) {
        const auto message = leader_.transport_->poll();
        if (!message) {
          patience.wait();
          continue;
        }
        patience.renew();
        if (kind_of(message->bytes) == Kind::ask) {
          answer(*message);
        } else {
          end(*message);
          --left;
        }
      }
    } catch (...) {
      error_ = std::current_exception();
      blocks_.close();
    }
  }

  /// What went wrong elsewhere, once run() has returned.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
    if (failed_ > 0) leader_.throw_failure(failed_, failure_);
  }

 private:
  void answer(const Message& message) {
    const Ask ask = ask_in(message.bytes);
    add(ask.report, progress_, writer_);
    if (options_.stop != nullptr && options_.stop->load()) blocks_.close();
    // Near the end everybody gets little, so that all end together.
    const auto share = static_cast<std::int64_t>(blocks_.left()) / (2 * leader_.size());
    const std::int64_t most =
        std::clamp<std::int64_t>(ask.blocks, 1, std::max<std::int64_t>(1, share));
    const auto rows = blocks_.take(static_cast<std::size_t>(most));
    leader_.transport_->send(message.from, packed(ranges_of(rows)));
  }

  void end(const Message& message) {
    const Done done = done_in(message.bytes);
    add(done.report, progress_, writer_);
    if (done.failure.code != 0) {
      blocks_.close();
      if (failed_ == 0 || message.from < failed_) {
        failed_ = message.from;
        failure_ = done.failure;
      }
    }
    // Who ends one of them, ends them all, in good order.
    if (done.signal != 0) leader_.interrupted_(done.signal);
  }

  Leader& leader_;
  BlockCounter& blocks_;
  const SimulateOptions& options_;
  Progress& progress_;
  const record::Writer& writer_;
  std::exception_ptr error_;
  int failed_ = 0;  ///< the first process of those that failed; 0: none
  Failure failure_;
};

void Leader::simulate(const Plan& plan, std::span<const std::int64_t> rows,
                      const SimulateOptions& options, Progress& progress,
                      const record::Writer& writer) {
  BlockCounter blocks(plan, rows);
  progress.elsewhere = static_cast<int>(all_threads() - own_threads());
  for (int rank = 1; rank < size(); ++rank) transport_->send(rank, packed(Kind::fly));
  Service service(*this, blocks, options, progress, writer);
  std::exception_ptr error;
  {
    const std::jthread others([&] { service.run(); });
    try {
      montecopter::simulate(plan, blocks, options, progress,
                            [&](const Block& block) { writer.write(block); });
    } catch (...) {
      error = std::current_exception();
    }
    // After an error or a signal; otherwise there are none left anyway.
    blocks.close();
  }
  if (error) std::rethrow_exception(error);
  service.rethrow();
}

}  // namespace montecopter::ranks
