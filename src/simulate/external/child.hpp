#pragma once
/// The process of a program in the loop of one flight: new, in an empty folder, with what it prints
/// in a file, and gone with this object, together with all that it has started in its process
/// group.

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

#include "simulate/external/keeper.hpp"
#include "simulate/external/patience.hpp"

namespace montecopter {

/// A program, ready to be run any number of times.
class Command {
 public:
  /// `words` are the program and its arguments, `files` says which are files: these are made
  /// absolute, for the program runs elsewhere. `variables` are added to the environment
  /// ("NAME=...").
  Command(std::vector<std::string> words, const std::vector<bool>& files,
          const std::vector<std::string>& variables);
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  const std::string& path() const { return path_; }
  /// Why it cannot be run, as far as can be known before; "" if it can.
  std::string obstacle() const;

 private:
  friend class Child;
  std::vector<std::string> words_, environment_;
  std::string path_;  ///< of the program; "": it is not found
  std::vector<char*> arguments_, variables_;
};

/// Throws Error(io): what is missing to run a program, whichever it is, by errno.
[[noreturn]] void fail_for_want_of(const std::string& what, int error);

class Child {
 public:
  /// Runs a command. `socket` becomes its descriptor 3; -1: it has none. Throws std::runtime_error
  /// if it is none that can be run, Error(io) where no program could be.
  Child(const Command& command, const Keeper& keeper, int socket);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool has_ended() const;
  /// How it has ended, as a sentence that begins with "it": waits for that so long, as long as that
  /// is not given up.
  std::string how_it_ended(double at_most_s, AnswerTimeLimit::Wait& wait) const;
  /// Keeps no more of what it prints than may be reported: to be called now and then while it runs,
  /// for it may print without an end.
  void shorten_output();
  /// The same of all programs that this thread runs: to be called while one of them is waited for,
  /// for the programs of all lanes run meanwhile.
  static void shorten_outputs();
  /// The end of what it has printed, at most so many bytes: printable, in one line. "..." stands
  /// for what is cut.
  std::string said(std::size_t most_bytes) const;

 private:
  void end();

  const Keeper& keeper_;
  std::string folder_, log_;
  std::string cut_;  ///< the end of what was taken out of the log
  pid_t process_ = 0;
};

}  // namespace montecopter
