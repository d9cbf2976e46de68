#pragma once
/// What ranks say to each other. Rank 0 leads: it lays the file out, assigns blocks and finishes;
/// the others help.
///
///   a helper                       rank 0
///   Hello        ->                              (once, when its scenario is loaded)
///                <-  Join                        (once, when the file is there)
///   Ready        ->                              (once: whether it has the file, too)
///                <-  Fly                         (as often as there is something to fly)
///   Ask          ->                              (for blocks, with a report of what is done)
///                <-  rows                        (none: there are no more)
///   block        ->                              (each that is flown, if it cannot write itself)
///   DoneMessage  ->                              (when its blocks are written, or it failed)
///                <-  leave                       (once, at the end, whatever happened)

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

/// Something that went wrong in another process, by exit code; 0: nothing did.
struct Failure {
  int code = 0;
  std::string text;
};

struct Hello {
  Failure failure;
  std::string host;
  std::string boot;          ///< of the kernel that it runs on: distinguishes hosts
  std::string flights;       ///< digest of what it would fly
  std::int64_t threads = 1;  ///< that it would use
  bool threads_are_given = false;
  std::vector<std::uint64_t> processors;  ///< that it may use, a bit for each
  std::int64_t of_machine =
      0;  ///< processors that Slurm has given to all on its machine; 0: unknown
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

/// What has been done since the last report.
struct Report {
  std::int64_t begun = 0, done = 0, failed = 0, steps = 0, flying_ns = 0, given_up = 0;
  std::int64_t silent = 0;  ///< threads that wait for silent programs, more than then
  std::array<std::int64_t, status_names.size()> by_status{};
  std::int64_t written = 0;  ///< samples, and the sum of their checks
  Hash128 checks;
};

struct Ask {
  Report report;
  std::int64_t blocks = 1;  ///< wanted at most
};

struct DoneMessage {
  Report report;
  Failure failure;
  int signal = 0;  ///< that ended it early
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

/// Error(internal) if the message is of another kind.
Hello hello_in(const std::string& message);
Join join_in(const std::string& message);
Ready ready_in(const std::string& message);
Fly fly_in(const std::string& message);
Ask ask_in(const std::string& message);
Block block_in(const std::string& message);
DoneMessage done_in(const std::string& message);
RowRanges rows_in(const std::string& message);

}  // namespace montecopter::cluster
