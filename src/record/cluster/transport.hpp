#pragma once
/// The processes that fly one campaign together, and messages between them.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

struct montecopter_transport;

namespace montecopter::cluster {

struct Message {
  int from = 0;
  std::string bytes;
};

/// Any thread may call; one at a time gets through.
class Transport {
 public:
  /// Begins to use a module. Error(io) if it cannot.
  /// Messages that are longer than `part_bytes` go in parts: MPI counts in ints.
  explicit Transport(const montecopter_transport& module, std::size_t part_bytes = 256u << 20);
  /// Ends it.
  ~Transport();
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  void send(int to, const std::string& bytes);
  /// The next message from anybody, if there is one: does not wait.
  std::optional<Message> poll();
  /// The same, waiting, without taking a processor.
  Message receive();

 private:
  const montecopter_transport& module_;
  std::size_t part_bytes_;
  std::mutex mutex_;
  std::map<int, std::string> begun_;  ///< messages of which parts are there, by sender
  int rank_ = 0, size_ = 1;
};

/// As Transport::receive() waits: at first briefly, then longer.
class Backoff {
 public:
  void wait();
  void renew() { waits_ = 0; }

 private:
  int waits_ = 0;
};

/// A whole number above 0 in the environment; else 0.
int number_in(const char* variable);

/// How many processes mpirun, or srun with PMIx, says that it has started of this command; 1 if
/// nobody says so.
int started_together();

/// How many tasks a step of Slurm has of which this process is one and which cannot talk to each
/// other: srun without --mpi=pmix. 1 if it is not so.
int started_apart();

/// The transport among them: loads the module montecopter_mpi.so, which lies beside the program or
/// in the folder of libraries that belongs to it. nullptr if this process is alone. Error(io) if
/// there are several and no module.
std::unique_ptr<Transport> transport_of_environment();

}  // namespace montecopter::cluster
