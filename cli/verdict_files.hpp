#pragma once
/// Verdicts as files that CI services read, which run, requirements, compare and regress write.

#include <functional>
#include <optional>
#include <string>

#include "command_line.hpp"
#include "output_file.hpp"

namespace montecopter::cli {

struct VerdictFiles {
  std::optional<std::string> junit, markdown;
  bool force = false;
};

/// --junit, --markdown and --force; what help says of the first two.
Options verdict_options(VerdictFiles& files, const std::string& junit_doc,
                        const std::string& markdown_doc);

/// The same of verdicts on requirements.
Options requirement_file_options(VerdictFiles& files);

/// The files that were asked for. They are there under their names when finish() has been called.
class VerdictOutput {
 public:
  using Text = std::function<std::string()>;

  /// Error as of OutputFile if one cannot be written, and if it is the result that the command
  /// writes (empty: none) or the file of the other option. A file that is there is replaced in the
  /// end if it is empty or one of these files; any other with --force only.
  explicit VerdictOutput(const VerdictFiles& files, const std::string& result = {});
  bool any() const { return junit_ || markdown_; }
  /// What is asked for only is made.
  void finish(const Text& junit, const Text& markdown);

 private:
  std::optional<OutputFile> junit_, markdown_;
};

}  // namespace montecopter::cli
