#pragma once
/// Verdicts as files that CI services read, which `run` and `requirements` write.

#include <optional>
#include <string>

#include "command_line.hpp"
#include "output_file.hpp"
#include "requirements/report.hpp"

namespace montecopter::cli {

struct JudgementFiles {
  std::optional<std::string> junit, markdown;
};

Options judgement_options(JudgementFiles& files);

/// The files that were asked for. They are there under their names when finish() has been called.
class JudgementOutput {
 public:
  /// Error as of OutputFile if one cannot be written; one that is there is replaced in the end.
  explicit JudgementOutput(const JudgementFiles& files);
  void finish(const Judgements& judgements, const std::string& scenario);

 private:
  std::optional<OutputFile> junit_, markdown_;
};

}  // namespace montecopter::cli
