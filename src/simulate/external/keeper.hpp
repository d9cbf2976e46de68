#pragma once
/// Programs in the loop are processes, and may start further processes. None of them may outlive
/// montecopter, however it ends. The operating system kills a child whose parent dies
/// (PR_SET_PDEATHSIG), but not the child's own children, and it removes no folders. The keeper is
/// therefore a process that waits for the end of this one. It then kills the reported process
/// groups and removes their folder.

#include <sys/types.h>

#include <string>

namespace montecopter {

class Keeper {
 public:
  /// Starts the keeper, which makes a folder. Waits until no kill of this process or of its group
  /// can end the keeper. Throws Error(io).
  Keeper();
  /// Kills the remaining processes and removes the folder, and waits until that is done.
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  /// The folder of all flights, removed with this object.
  const std::string& folder() const { return folder_; }

  /// Reports the process group of the calling process to the keeper. The caller is a child before
  /// it becomes another program. Safe in signal handlers.
  void keep_this_group() const;
  /// Takes a group off the keeper's list. Call it before waiting for the leader, while no other
  /// process can have its number.
  void forget(pid_t group) const;

 private:
  void end();

  std::string folder_;
  int socket_ = -1;
  pid_t process_ = 0;
};

/// Closes all files of the process from this number on. Safe in signal handlers.
void close_files_from(int first);

}  // namespace montecopter
