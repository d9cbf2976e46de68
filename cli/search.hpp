#pragma once
/// The flights of a search (`rare`, `worst`), which later flights depend on. Several processes may
/// fly them together, and a file may keep their numbers, from which the same command continues.
///
/// Each process that mpirun or srun started does the whole search, and flies its part of every
/// batch. All get the same numbers, so that they search in the same way. The first one prints.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "flying.hpp"
#include "record/cluster/transport.hpp"
#include "vehicle/rare/subset_simulation.hpp"

namespace montecopter::cli {

struct SearchOptions {
  std::optional<std::string> threads, resume;
};
Option search_threads_option(SearchOptions& options);
Option resume_option(SearchOptions& options);

class Search {
 public:
  /// Error(usage) for tasks of srun that cannot communicate.
  Search();
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Whether this is the process that prints and writes files.
  bool leads() const { return rank_ == 0; }
  LaunchMode mode() const { return transport_ ? LaunchMode::together : LaunchMode::alone; }
  /// Checks that all processes do the same search, and reads the file of --resume. `settings` tell
  /// searches of the same scenario apart. Returns the number of threads of this process.
  int begin(const Plan& plan, const SearchOptions& options, const std::string& settings);
  /// The numbers of these points: kept ones, or flown by `fly` here and by the other processes.
  std::vector<double> fly(std::span<const RarePoint> points, const Performance& fly);
  /// Tells the other processes that this one failed. Call it after an error.
  void tell(const std::exception& error);
  /// Says that no more flights follow.
  void end() { is_open_ = false; }

 private:
  class KeptNumbers;

  std::vector<std::string> gather(const std::string& own);
  std::string broadcast(const std::string& bytes);
  [[noreturn]] void fail_in_all(const Error& error);
  void stop_if_signalled() const;
  std::vector<std::int64_t> agree(const Plan& plan, const SearchOptions& options,
                                  const std::string& search);
  std::vector<double> fly_together(std::span<const RarePoint> points, const Performance& fly);

  std::unique_ptr<cluster::Transport> transport_;
  std::size_t rank_ = 0, size_ = 1;  ///< of the processes
  bool is_open_ = true;
  std::string file_;  ///< of --resume
  std::unique_ptr<KeptNumbers> kept_;
  std::vector<double> numbers_;  ///< of the flights that the file holds
  std::size_t next_ = 0;         ///< number of the next flight
  std::size_t part_ = 0;         ///< flights between two writes
};

/// Runs a search in each process. The first one gives the exit code and the error.
ExitCode search_in_all(const std::function<ExitCode(Search&)>& run);

}  // namespace montecopter::cli
