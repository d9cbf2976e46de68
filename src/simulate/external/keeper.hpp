#pragma once
/// Programs in the loop are processes, and processes that they start. None of them may outlive
/// montecopter, however that ends. The kernel of the system kills a child whose parent dies
/// (PR_SET_PDEATHSIG), but not the children of that child, and it removes no folders. So there is a
/// keeper: a process that waits for the end of this one, then kills the process groups that were
/// reported to it and removes the folder in which they lived.

#include <sys/types.h>

#include <string>

namespace montecopter {

class Keeper {
 public:
  /// Starts the keeper, which makes a folder, and waits until no kill of this process or of its
  /// group can take the keeper along. Throws Error(io).
  Keeper();
  /// Kills what is left, removes the folder, and waits until that is done.
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  /// The folder of all flights, which is gone with this.
  const std::string& folder() const { return folder_; }

  /// Reports to the keeper the process group of the calling process, a child before it becomes
  /// another program. Safe where only signal handlers' functions are.
  void keep_this_group() const;
  /// Takes a group off its list: to be called before the leader is waited for, while no other
  /// process can have its number.
  void forget(pid_t group) const;

 private:
  void end();

  std::string folder_;
  int socket_ = -1;
  pid_t process_ = 0;
};

/// Closes all files of the process from this number on. Safe where only signal handlers' functions
/// are.
void close_files_from(int first);

}  // namespace montecopter
