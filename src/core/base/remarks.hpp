#pragma once
/// Remarks of a command besides its answer, as data: warnings, which --strict turns into a no, and
/// notes. The same lines go to stderr as they come up, into JSON and, where they are about the
/// scenario and its flights, into the result file. On stderr, many that are alike are one in full.

#include <functional>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace montecopter {

class Remarks {
 public:
  /// Is given each line, without a newline, as soon as it comes up.
  using Say = std::function<void(const std::string& line)>;
  explicit Remarks(Say say = {}) : say_(std::move(say)) {}
  /// Says what is left: warnings of a run that came again, by name.
  ~Remarks();
  Remarks(const Remarks&) = delete;
  Remarks& operator=(const Remarks&) = delete;

  /// About the scenario or its flights, the same in every run of them: the result file keeps it.
  /// What was said in the same words, whatever the place, is not said again.
  void warn(Problem problem);
  void warn_all(const std::vector<Problem>& problems);
  /// Repeats the warnings that a result file has kept, line by line; `path` is the place now.
  void warn_as_kept(const std::vector<std::string>& lines, const std::string& path);
  /// About this run alone (the machine, the file): a whole line, "PLACE: warning: ...".
  void warn_of_run(const std::string& line);
  /// Adds a note, which needs no change: a whole line.
  void note(const std::string& line);

  bool warned() const { return !warnings_.empty(); }
  /// All lines, each in full.
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// Warnings as they were said: three or more that differ only in names are one in full, and a
  /// line with the number and the names of the others.
  const std::vector<std::string>& said() const { return said_; }
  const std::vector<std::string>& notes() const { return notes_; }
  /// Lines for the result file: one for each warning about the scenario or its flights, without the
  /// place, so that it does not depend on where the scenario lies.
  const std::vector<std::string>& kept() const { return kept_; }
  /// Members of a JSON object, two lists of texts: "warnings": [...], "notes": [...]
  std::string json_members() const;

 private:
  /// A warning of a run, and those like it that came later.
  struct Repeated {
    std::string first;
    std::vector<std::string> others;
  };

  void say(const std::string& line);
  void say_warning(const std::string& line);
  /// The line with its place; "" if it was kept already.
  std::string keep(const std::string& line, const std::string& place);
  /// Warnings that came together.
  void add_warnings(const std::vector<std::string>& lines);

  Say say_;
  std::vector<std::string> warnings_, said_, notes_, kept_;
  std::vector<Repeated> of_run_;
};

}  // namespace montecopter
