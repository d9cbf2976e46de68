#pragma once
/// The process of a program in the loop of one flight: new, in an empty folder, with its output in
/// a file. It ends with this object, together with everything that it has started in its process
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
  /// `words` are the program and its arguments. `files` marks words that are files: they are made
  /// absolute because the program runs elsewhere. `variables` are added to the environment
  /// ("NAME=...").
  Command(std::vector<std::string> words, const std::vector<bool>& files,
          const std::vector<std::string>& variables);
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  const std::string& path() const { return path_; }
  /// The obvious reason why it cannot run; "" if there is none.
  std::string obstacle() const;

 private:
  friend class Child;
  std::vector<std::string> words_, environment_;
  std::string path_;  ///< of the program; "": not found
  std::vector<char*> arguments_, variables_;
};

/// Throws Error(io) for a missing resource that any program needs, by errno.
[[noreturn]] void fail_for_want_of(const std::string& what, int error);

class Child {
 public:
  /// Runs a command. `socket` becomes its descriptor 3; -1: none. Throws std::runtime_error if this
  /// program cannot run, and Error(io) if no program can.
  Child(const Command& command, const Keeper& keeper, int socket);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The folder in which it works.
  const std::string& folder() const { return folder_; }
  bool has_ended() const;
  /// How it has ended, as a sentence that begins with "it". Waits at most this long, unless the
  /// wait is given up.
  std::string how_it_ended(double at_most_s, AnswerTimeLimit::Wait& wait) const;
  /// Truncates its output to what may be reported. Call it from time to time while the program
  /// runs, because its output may be endless.
  void shorten_output();
  /// Truncates the output of all programs that this thread runs. Call it while waiting for one of
  /// them, because the programs of all lanes keep running.
  static void shorten_outputs();
  /// Whether its output has this text.
  bool has_printed(const std::string& text) const;
  /// The end of its output, at most so many bytes: printable, in one line. "..." marks omitted
  /// text.
  std::string said(std::size_t most_bytes) const;

 private:
  void end();

  const Keeper& keeper_;
  std::string folder_, log_;
  std::string cut_;  ///< end of the text removed from the log
  pid_t process_ = 0;
};

}  // namespace montecopter
