#pragma once
/// What the first of several processes does that were started together: it lays the file out, hands
/// out blocks, flies some itself, and finishes the file.
///
///   gather()    hears from the others before anything is written
///   join()      sends them the place of the file
///   simulate()  flies rows together, as often as wanted: a thread of its own answers the others,
///               so that nobody waits while this process flies
///   ~Leader     releases them
///
/// Blocks go to whoever asks, so that a slow process flies fewer of them. Nothing of that can be
/// seen in the file.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "record/cluster/messages.hpp"
#include "record/cluster/transport.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::cluster {

/// How many threads each process has: what was given, or its share of the processors of its
/// machine.
std::vector<std::int64_t> shared_threads(const std::vector<Hello>& all);

class Leader {
 public:
  /// `interrupted` is called with a signal that ended another process early: it has to set
  /// SimulateOptions::stop.
  Leader(std::unique_ptr<Transport> transport, std::function<void(int signal)> interrupted);
  /// Whatever happened, no process is left waiting.
  ~Leader();
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;

  /// Error if another process cannot fly the same.
  void gather(const Hello& own);
  /// Finds out who can write into the file itself.
  void join(const record::Writer& writer);
  /// How many send what they have flown to this process, which writes it, for they are on other
  /// machines, and the file is not on a file system that lets them write into it at once.
  std::int64_t senders() const;

  std::int64_t own_threads() const { return threads_.at(0); }
  std::int64_t all_threads() const;
  /// "4 processes on 2 machines"
  std::string text() const;

  /// As montecopter::simulate(), into the file of the writer.
  void simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
                Progress& progress, const record::Writer& writer);

 private:
  class Service;

  int size() const { return transport_->size(); }
  std::string name_of(int rank) const;
  [[noreturn]] void throw_failure(int rank, const Failure& failure) const;
  bool is_far(int rank) const;  ///< on another machine

  std::unique_ptr<Transport> transport_;
  std::function<void(int)> interrupted_;
  int heard_ = 0;  ///< of the others, their Hello
  std::vector<Hello> all_;
  std::vector<std::int64_t> threads_;
  std::vector<bool> writes_;  ///< into the file, by itself
  std::size_t machines_ = 1;
};

}  // namespace montecopter::cluster
