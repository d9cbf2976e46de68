#pragma once
/// Errors as part of the interface: one exception type that carries the program's exit code, and a
/// collector for the many problems that one scenario can have.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter {

/// The answer of the process to its caller. 0 = yes, 1 = a verdict of no, >= 2 = no verdict.
enum class ExitCode : int {
  ok = 0,
  no = 1,            ///< differs, requirement violated
  usage = 2,         ///< bad command line or bad scenario
  refused = 3,       ///< not comparable, another scenario's file
  inconclusive = 4,  ///< budget spent before a decision
  failures = 5,      ///< more failed samples than simulation.max_failures; the file is complete
  io = 6,            ///< disk full, lock held, unreadable file
  internal = 70,
  interrupted = 130,  ///< SIGINT; resumable
  terminated = 143,   ///< SIGTERM; resumable
};

/// One complaint about an input: where, what, why it is a problem, what to do.
struct Problem {
  std::string where;            ///< "file:line:column", or the name of a command-line argument
  std::string what;             ///< "unknown key 'vehicle.mas_kg'"
  std::string why = {};         ///< may be empty
  std::string suggestion = {};  ///< may be empty
  bool is_warning = false;

  /// "where: error: what (why). suggestion"
  std::string text() const;
};

/// Thrown outside the kernels only; `main` turns it into one message and one exit code.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const Problem& problem);
  /// The text of several problems, or of an error that holds another one. Zero bytes of somebody's
  /// names, at which what() would end, are written as \x00.
  Error(ExitCode code, const std::string& text);
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Collects all problems of an input so that they are reported at once.
class Diagnostics {
 public:
  void error(std::string where, std::string what, std::string why = {},
             std::string suggestion = {});
  void warning(std::string where, std::string what, std::string why = {},
               std::string suggestion = {});
  bool has_errors() const { return errors_ > 0; }
  const std::vector<Problem>& problems() const { return problems_; }
  /// All problems, one per line, in the order in which they were found.
  std::string text() const;
  /// Throws Error(usage, text()) if there was any error (warnings do not count).
  void throw_if_errors() const;

 private:
  std::vector<Problem> problems_;
  int errors_ = 0;
};

}  // namespace montecopter
