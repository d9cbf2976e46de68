#pragma once
/// Files of verdicts for CI services, written by run, requirements, compare and regress.

#include <functional>
#include <optional>
#include <string>

#include "command_line.hpp"
#include "output_file.hpp"

namespace montecopter::cli {

struct VerdictFiles {
  std::optional<std::string> junit, markdown, html;  ///< html: of regress only
  bool force = false;

  bool any() const { return junit || markdown || html; }
};

/// The options --junit, --markdown and --force, with the help texts of the first two.
Options verdict_options(VerdictFiles& files, const std::string& junit_doc,
                        const std::string& markdown_doc);

/// The options for verdicts on requirements.
Options requirement_file_options(VerdictFiles& files);

/// The requested files. They get their names in finish().
class VerdictOutput {
 public:
  using Text = std::function<std::string()>;

  /// Fails as OutputFile does if a file cannot be written. Also fails if it is the result that the
  /// command writes (empty: none), or the file of the other option. An existing file is replaced in
  /// the end if it is empty or was written by this program; any other only with --force.
  explicit VerdictOutput(const VerdictFiles& files, const std::string& result = {});
  bool any() const { return junit_ || markdown_ || html_; }
  /// Writes the requested files; texts that are not requested are not made.
  void finish(const Text& junit, const Text& markdown, const Text& html = {});

 private:
  std::optional<OutputFile> junit_, markdown_, html_;
};

}  // namespace montecopter::cli
