#include "verdict_files.hpp"

#include <fmt/format.h>

namespace montecopter::cli {
namespace {

void require_named(const std::optional<std::string>& path, const char* option) {
  if (!path || !path->empty()) return;
  throw Error(ExitCode::usage, fmt::format("{}: error: the name of the file is empty.", option));
}

[[noreturn]] void refuse_twice(const char* option, const std::string& path, const char* other) {
  throw Error(ExitCode::usage,
              fmt::format("{}: error: '{}' is the file of {}, too. Give them different names.",
                          option, path, other));
}

/// A file of verdicts replaces what has its name, which must not be what somebody has written.
void require_apart(const std::optional<std::string>& path, const char* option,
                   const OtherFiles& others) {
  if (!path) return;
  for (const std::string& input : others.read) require_other_file(*path, input);
  // A result that is there already is refused as such.
  if (others.result && !record::exists(*path) && is_one_file(*path, *others.result)) {
    refuse_twice(option, *path, "the result");
  }
}

void open(std::optional<OutputFile>& file, const std::optional<std::string>& path) {
  if (!path) return;
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

VerdictOutput::VerdictOutput(const VerdictFiles& files, const Others& others) {
  if (!files.junit && !files.markdown) return;
  require_named(files.junit, "--junit");
  require_named(files.markdown, "--markdown");
  if (files.junit && files.markdown && is_one_file(*files.junit, *files.markdown)) {
    refuse_twice("--markdown", *files.markdown, "--junit");
  }
  const OtherFiles other = others();
  require_apart(files.junit, "--junit", other);
  require_apart(files.markdown, "--markdown", other);
  open(junit_, files.junit);
  open(markdown_, files.markdown);
}

void VerdictOutput::finish(const Text& junit, const Text& markdown) {
  write(junit_, junit);
  write(markdown_, markdown);
}

}  // namespace montecopter::cli
