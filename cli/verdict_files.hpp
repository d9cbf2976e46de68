#pragma once
/// Verdicts as files that CI services read, which run, requirements, compare and regress write.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "output_file.hpp"

namespace montecopter::cli {

struct VerdictFiles {
  std::optional<std::string> junit, markdown;
};

/// What a command reads, and the result that it writes.
struct OtherFiles {
  std::vector<std::string> read;
  std::optional<std::string> result = {};
};

/// --junit and --markdown; what help says of them.
Options verdict_options(VerdictFiles& files, const std::string& junit_doc,
                        const std::string& markdown_doc);

/// The same of verdicts on requirements.
Options requirement_file_options(VerdictFiles& files);

/// The files that were asked for. They are there under their names when finish() has been called.
class VerdictOutput {
 public:
  using Text = std::function<std::string()>;

  /// Asked for only where there are such files.
  using Others = std::function<OtherFiles()>;

  /// Error as of OutputFile if one cannot be written, and if it is one of the other files or that
  /// of the other option; any other that is there is replaced in the end.
  VerdictOutput(const VerdictFiles& files, const Others& others);
  /// What is asked for only is made.
  void finish(const Text& junit, const Text& markdown);

 private:
  std::optional<OutputFile> junit_, markdown_;
};

}  // namespace montecopter::cli
