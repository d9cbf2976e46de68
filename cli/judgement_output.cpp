#include "judgement_output.hpp"

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

void write(OutputFile& file, const std::string& text) {
  file.add(text);
  file.finish();
}

}  // namespace

Options judgement_options(JudgementFiles& files) {
  return {
      {"--junit", &files.junit,
       "Write the verdicts as JUnit XML, too: a case for each requirement and point", "FILE.xml"},
      {"--markdown", &files.markdown, "Write the verdicts as Markdown, too", "FILE.md"},
  };
}

JudgementOutput::JudgementOutput(const JudgementFiles& files) {
  open(junit_, files.junit, "--junit");
  open(markdown_, files.markdown, "--markdown");
}

void JudgementOutput::finish(const Judgements& judgements, const std::string& scenario) {
  if (junit_) write(*junit_, junit_text(judgements_junit(judgements, scenario)));
  if (markdown_) write(*markdown_, judgements_markdown(judgements));
}

}  // namespace montecopter::cli
