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

/// Sends and receives messages. Any thread may call it; calls are serialised.
class Transport {
 public:
  /// Starts a module. Throws Error(io) if it cannot. Messages longer than `part_bytes` are sent in
  /// parts, because MPI counts in ints.
  explicit Transport(const montecopter_transport& module, std::size_t part_bytes = 256u << 20);
  /// Ends the module.
  ~Transport();
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  void send(int to, const std::string& bytes);
  /// The next message from any process, if there is one. Does not wait.
  std::optional<Message> poll();
  /// The next message. Waits without using a processor.
  Message receive();

 private:
  const montecopter_transport& module_;
  std::size_t part_bytes_;
  std::mutex mutex_;
  std::map<int, std::string> begun_;  ///< incomplete messages, by sender
  int rank_ = 0, size_ = 1;
};

/// Waits as in Transport::receive(): first briefly, then longer.
class Backoff {
 public:
  void wait();
  void renew() { waits_ = 0; }

 private:
  int waits_ = 0;
};

/// An environment variable that is a whole number above 0; else 0.
int number_in(const char* variable);

/// Number of processes that mpirun, or srun with PMIx, has started of this command; 1 if unknown.
int started_together();

/// Number of tasks in this process's Slurm step if they cannot communicate (srun without
/// --mpi=pmix); else 1.
int started_apart();

/// The transport between the started processes. Loads the module montecopter_mpi.so, which lies
/// beside the program or in its library folder. Returns nullptr if this process is alone. Throws
/// Error(io) if there are several processes and no module.
std::unique_ptr<Transport> transport_of_environment();

}  // namespace montecopter::cluster
