#include "verdict_files.hpp"

#include <fmt/format.h>

namespace montecopter::cli {
namespace {

void open(std::optional<OutputFile>& file, const std::optional<std::string>& path,
          const char* option) {
  if (!path) return;
  if (path->empty()) {
    throw Error(ExitCode::usage, fmt::format("{}: error: the name of the file is empty.", option));
  }
  constexpr int no_input = -1;
  file.emplace(*path, true, no_input);
}

void write(std::optional<OutputFile>& file, const VerdictOutput::Text& text) {
  if (!file) return;
  file->add(text());
  file->finish();
}

}  // namespace

Options verdict_options(VerdictFiles& files, const std::string& junit_doc,
                        const std::string& markdown_doc) {
  return {
      {"--junit", &files.junit, junit_doc, "FILE.xml"},
      {"--markdown", &files.markdown, markdown_doc, "FILE.md"},
  };
}

Options requirement_file_options(VerdictFiles& files) {
  return verdict_options(
      files, "Write the verdicts as JUnit XML, too: a case for each requirement and point",
      "Write the verdicts as Markdown, too");
}

VerdictOutput::VerdictOutput(const VerdictFiles& files) {
  open(junit_, files.junit, "--junit");
  open(markdown_, files.markdown, "--markdown");
}

void VerdictOutput::finish(const Text& junit, const Text& markdown) {
  write(junit_, junit);
  write(markdown_, markdown);
}

}  // namespace montecopter::cli
