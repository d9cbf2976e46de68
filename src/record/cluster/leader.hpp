#pragma once
/// The work of the first of several processes that were started together: it lays the file out,
/// assigns blocks, flies some itself, and finishes the file.
///
///   * gather() receives the greetings of the others before anything is written.
///   * join() sends them the place of the file.
///   * simulate() flies rows together, any number of times. A thread of its own answers the others,
///     so that nobody waits while this process flies.
///   * ~Leader releases them.
///
/// Processes request blocks, so a slow process flies fewer of them. The file does not depend on who
/// flew what.

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

/// Number of threads of each process: the given number, or its part of the processors of its
/// machine.
std::vector<std::int64_t> shared_threads(const std::vector<Hello>& all);

class Leader {
 public:
  /// `interrupted` is called with a signal that ended another process early. It must set
  /// SimulateOptions::stop.
  Leader(std::unique_ptr<Transport> transport, std::function<void(int signal)> interrupted);
  /// Releases all processes, after errors as well.
  ~Leader();
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;

  /// Throws Error if another process cannot fly the same samples.
  void gather(const Hello& own);
  /// Finds the processes that can write into the file themselves.
  void join(const record::Writer& writer);
  /// Number of processes that send their blocks to this process, which writes them. They are on
  /// other machines, and the file system does not allow simultaneous writes from several machines.
  std::int64_t senders() const;

  std::int64_t own_threads() const { return threads_.at(0); }
  std::int64_t all_threads() const;
  /// "4 processes on 2 machines"
  std::string text() const;

  /// Works as montecopter::simulate(), into the file of the writer.
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
  int heard_ = 0;  ///< number of other processes whose Hello has arrived
  std::vector<Hello> all_;
  std::vector<std::int64_t> threads_;
  std::vector<bool> writes_;  ///< whether each process writes into the file itself
  std::size_t machines_ = 1;
};

}  // namespace montecopter::cluster
