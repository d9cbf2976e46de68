#include "record/cluster/leader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <thread>

#include "core/base/error.hpp"
#include "record/cluster/shared_file.hpp"

namespace montecopter::cluster {
namespace {

/// Number of processors that these processes of one machine may use.
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

void add(const Report& report, Progress& progress, const record::Writer& writer) {
  progress.begun += report.begun;
  progress.done += report.done;
  progress.failed += report.failed;
  progress.steps += report.steps;
  progress.flying_ns += report.flying_ns;
  progress.given_up += report.given_up;
  progress.silent += static_cast<int>(report.silent);
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
    const std::int64_t share = processors_of(here) / std::ssize(here);
    const std::int64_t most =
        hello.threads_are_given ? hello.threads : std::max<std::int64_t>(1, share);
    threads.push_back(std::min(hello.threads, most));
  }
  return threads;
}

Leader::Leader(std::unique_ptr<Transport> transport, std::function<void(int)> interrupted)
    : transport_(std::move(transport)), interrupted_(std::move(interrupted)) {}

Leader::~Leader() {
  // Receives the remaining messages: large messages are sent only when received.
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

void Leader::gather(const Hello& own) {
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
                fmt::format("error: {} differs from process 0 in its scenario, options or build. "
                            "Start all processes with the same command and the same files.",
                            name_of(rank)));
  }
  boots.insert(own.boot);
  machines_ = boots.size();
  threads_ = shared_threads(all_);
}

bool Leader::is_far(int rank) const {
  return all_.at(static_cast<std::size_t>(rank)).boot != all_.at(0).boot;
}

void Leader::join(const record::Writer& writer) {
  const record::FilePlace place = writer.place();
  const bool is_shared = machines_ > 1 && is_coherent(file_system_of(place.path));
  std::optional<Probe> probe;
  if (is_shared) probe.emplace(place.path);
  for (int rank = 1; rank < size(); ++rank) {
    const std::int64_t threads = threads_[static_cast<std::size_t>(rank)];
    transport_->send(rank,
                     packed(Join{place, threads, is_far(rank) && probe ? probe->path() : ""}));
  }
  writes_.assign(static_cast<std::size_t>(size()), false);
  for (int ready_ranks = 1; ready_ranks < size(); ++ready_ranks) {
    const Message message = transport_->receive();
    const Ready ready = ready_in(message.bytes);
    const bool is_here = ready.device == place.device && ready.inode == place.inode;
    const bool is_seen =
        is_far(message.from) ? is_shared && is_coherent(ready.file_system) : is_here;
    writes_.at(static_cast<std::size_t>(message.from)) = ready.has_file && is_seen;
  }
  if (!probe) return;
  for (const int rank : probe->missing(size())) {
    if (is_far(rank)) writes_[static_cast<std::size_t>(rank)] = false;
  }
}

std::int64_t Leader::senders() const {
  return std::count(writes_.begin() + 1, writes_.end(), false);
}

/// Answers the other processes until all of them are done.
class Leader::Service {
 public:
  Service(Leader& leader, BlockCounter& blocks, const SimulateOptions& options, Progress& progress,
          const record::Writer& writer)
      : leader_(leader), blocks_(blocks), options_(options), progress_(progress), writer_(writer) {}

  void run() {
    try {
      Backoff backoff;
      for (int left = leader_.size() - 1; left > 0;) {
        const auto message = leader_.transport_->poll();
        if (!message) {
          backoff.wait();
          continue;
        }
        backoff.renew();
        switch (kind_of(message->bytes)) {
          case Kind::ask:
            answer(*message);
            break;
          case Kind::block:
            write(*message);
            break;
          default:
            end(*message), --left;
        }
      }
    } catch (...) {
      error_ = std::current_exception();
      blocks_.close();
    }
  }

  /// Rethrows a failure elsewhere, once run() has returned.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
    if (failed_ > 0) leader_.throw_failure(failed_, failure_);
  }

 private:
  void answer(const Message& message) {
    const Ask ask = ask_in(message.bytes);
    add(ask.report, progress_, writer_);
    if (options_.stop != nullptr && options_.stop->load()) blocks_.close();
    // Near the end every process gets few blocks, so that all end together.
    const auto share = blocks_.left() / (2 * leader_.size() * block_rows);
    const std::int64_t most =
        std::clamp<std::int64_t>(ask.blocks, 1, std::max<std::int64_t>(1, share));
    const auto rows = blocks_.take(most);
    leader_.transport_->send(message.from, packed(rows));
  }

  /// Writes for a process that must not write itself. Blocks are received even after an error,
  /// because their sender may wait for that.
  void write(const Message& message) {
    if (error_) return;
    try {
      writer_.write(block_in(message.bytes));
    } catch (...) {
      error_ = std::current_exception();
      blocks_.close();
    }
  }

  void end(const Message& message) {
    const DoneMessage done = done_in(message.bytes);
    add(done.report, progress_, writer_);
    if (done.failure.code != 0) {
      blocks_.close();
      if (failed_ == 0 || message.from < failed_) {
        failed_ = message.from;
        failure_ = done.failure;
      }
    }
    // A signal to one process ends all of them in an orderly way.
    if (done.signal != 0) leader_.interrupted_(done.signal);
  }

  Leader& leader_;
  BlockCounter& blocks_;
  const SimulateOptions& options_;
  Progress& progress_;
  const record::Writer& writer_;
  std::exception_ptr error_;
  int failed_ = 0;  ///< rank of the first failed process; 0: none
  Failure failure_;
};

void Leader::simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
                      Progress& progress, const record::Writer& writer) {
  BlockCounter blocks(plan, rows);
  progress.elsewhere = static_cast<int>(all_threads() - own_threads());
  for (int rank = 1; rank < size(); ++rank) {
    transport_->send(rank, packed(Fly{!writes_.at(static_cast<std::size_t>(rank))}));
  }
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
    // Closes the source after an error or a signal; otherwise no blocks are left anyway.
    blocks.close();
  }
  if (error) std::rethrow_exception(error);
  service.rethrow();
}

}  // namespace montecopter::cluster
