#pragma once
/// What ranks say to each other. Rank 0 leads: it lays the file out, assigns blocks and finishes;
/// the others help.
///
///   A helper         rank 0
///   Hello        ->                  Once, when its scenario is loaded.
///                <-  Join            Once, when the file exists.
///   Ready        ->                  Once: whether it sees the file, too.
///                <-  Fly             Whenever there is something to fly.
///   Ask          ->                  Requests blocks and reports progress.
///                <-  rows            None if no more are left.
///   block        ->                  Each flown block, if it cannot write itself.
///   DoneMessage  ->                  When its blocks are written, or it failed.
///                <-  leave           Once, at the end, even after a failure.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/hash.hpp"
#include "plan/layout.hpp"
#include "plan/outcome.hpp"
#include "record/writer.hpp"

namespace montecopter::cluster {

/// The first byte of a message.
enum class Kind : char { hello, ready, ask, block, done, join, fly, rows, leave };
Kind kind_of(const std::string& message);

/// A failure in another process, with its exit code; 0: none.
struct Failure {
  int code = 0;
  std::string text;
};

struct Hello {
  Failure failure;
  std::string host;
  std::string boot;          ///< boot id of its kernel: distinguishes hosts
  std::string flights;       ///< digest of its flights
  std::int64_t threads = 1;  ///< threads that it would use
  bool threads_are_given = false;
  std::vector<std::uint64_t> processors;  ///< processors that it may use, a bit for each
  std::int64_t of_machine =
      0;  ///< processors that Slurm gave to all processes on its machine; 0: unknown
};

struct Join {
  record::FilePlace place;
  std::int64_t threads = 1;
  std::string probe;  ///< see shared_file.hpp; empty on one host
};

struct Ready {
  bool has_file = false;
  std::uint64_t device = 0, inode = 0;
  std::uint64_t file_system = 0;  ///< statfs' f_type
};

struct Fly {
  bool sends = false;  ///< blocks go to rank 0, which writes them
};

/// Work done since the last report.
struct Report {
  std::int64_t begun = 0, done = 0, failed = 0, steps = 0, flying_ns = 0, given_up = 0;
  std::int64_t silent = 0;  ///< change in the number of threads that wait for silent programs
  std::array<std::int64_t, status_names.size()> by_status{};
  std::int64_t written = 0;  ///< samples, and the sum of their checks
  Hash128 checks;
};

struct Ask {
  Report report;
  std::int64_t blocks = 1;  ///< most blocks requested
};

struct DoneMessage {
  Report report;
  Failure failure;
  int signal = 0;  ///< signal that ended it early
};

std::string packed(const Hello& hello);
std::string packed(const Join& join);
std::string packed(const Ready& ready);
std::string packed(const Fly& fly);
std::string packed(const Ask& ask);
std::string packed(const Block& block);
std::string packed(const DoneMessage& done);
std::string packed(const RowRanges& rows);
std::string packed(Kind kind);

/// Reads a message. Throws Error(internal) if it is of another kind.
Hello hello_in(const std::string& message);
Join join_in(const std::string& message);
Ready ready_in(const std::string& message);
Fly fly_in(const std::string& message);
Ask ask_in(const std::string& message);
Block block_in(const std::string& message);
DoneMessage done_in(const std::string& message);
RowRanges rows_in(const std::string& message);

}  // namespace montecopter::cluster
