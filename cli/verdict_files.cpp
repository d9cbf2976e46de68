#include "verdict_files.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <string_view>

#include "core/base/junit.hpp"
#include "results/regress/report.hpp"

namespace montecopter::cli {
namespace {

void require_named(const std::optional<std::string>& path, const char* option) {
  if (!path || !path->empty()) return;
  throw Error(ExitCode::usage, Problem{option, "the name of the file is empty"});
}

[[noreturn]] void refuse_twice(const char* option, const std::string& path, const char* other) {
  throw Error(ExitCode::usage,
              Problem{option, fmt::format("'{}' is also the file of {}", path, other), "",
                      "Give them different names"});
}

void require_two(const char* first, const std::optional<std::string>& one, const char* second,
                 const std::optional<std::string>& other) {
  if (one && other && is_one_file(*one, *other)) refuse_twice(second, *other, first);
}

/// The first line of a Markdown file of verdicts. It tells the next command that it may replace the
/// file.
constexpr std::string_view markdown_mark = "<!-- montecopter -->\n";

/// Whether a file is empty, or this program has written it.
bool is_own(const std::string& path, std::string_view mark) {
  std::array<char, 128> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  const std::string_view begin(head.data(), static_cast<std::size_t>(file.gcount()));
  return begin.empty() || begin.starts_with(mark);
}

void open(std::optional<OutputFile>& file, const std::optional<std::string>& path,
          const char* option, std::string_view mark, const VerdictFiles& files,
          const std::string& result) {
  if (!path) return;
  // A result that is there already is refused as such.
  if (!result.empty() && !record::exists(*path) && is_one_file(*path, result)) {
    refuse_twice(option, *path, "the result");
  }
  file.emplace(*path, files.force || is_own(*path, mark), option);
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
      {"--force", &files.force,
       "Replace the files of --junit and --markdown even if montecopter did not write them"},
  };
}

Options requirement_file_options(VerdictFiles& files) {
  return verdict_options(
      files, "Also write the verdicts as JUnit XML, with a case for each requirement and point",
      "Also write the verdicts as Markdown");
}

VerdictOutput::VerdictOutput(const VerdictFiles& files, const std::string& result) {
  if (files.force && !files.any()) {
    throw Error(ExitCode::usage, Problem{"--force", "needs --junit or --markdown"});
  }
  require_named(files.junit, "--junit");
  require_named(files.markdown, "--markdown");
  require_named(files.html, "--html");
  require_two("--junit", files.junit, "--markdown", files.markdown);
  require_two("--junit", files.junit, "--html", files.html);
  require_two("--markdown", files.markdown, "--html", files.html);
  open(junit_, files.junit, "--junit", junit_mark, files, result);
  open(markdown_, files.markdown, "--markdown", markdown_mark, files, result);
  open(html_, files.html, "--html", regress::page_mark, files, result);
}

void VerdictOutput::finish(const Text& junit, const Text& markdown, const Text& html) {
  write(junit_, junit);
  write(markdown_, [&] { return std::string(markdown_mark) + markdown(); });
  write(html_, html);
}

}  // namespace montecopter::cli
