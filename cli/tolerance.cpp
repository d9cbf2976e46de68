/// montecopter tolerance: tolerance profiles from the differences between results.

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/counted.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/diff/learn.hpp"
#include "results/diff/profile.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct ToleranceRequest {
  std::string action;
  std::vector<std::string> files;
  std::optional<std::string> output, margin;
  bool force = false, json = false;
  Verification verification;
};

void require_learnable(const ToleranceRequest& request) {
  if (request.action != "learn") {
    throw Error(ExitCode::usage, fmt::format("error: `montecopter tolerance` has no action '{}'. "
                                             "Use `montecopter tolerance learn A.h5 B.h5`.",
                                             request.action));
  }
  if (request.files.size() < 2) {
    throw Error(ExitCode::usage,
                "error: at least two results are needed. Give results of one scenario, flown by "
                "different builds, versions or machines.");
  }
  if (request.force && !request.output) {
    throw Error(ExitCode::usage, "error: --force needs --output.");
  }
}

double margin_of(const ToleranceRequest& request) {
  if (!request.margin) return diff::default_margin;
  const double margin = positive_number("--margin", *request.margin, 1e6);
  if (margin >= 1) return margin;
  throw Error(ExitCode::usage,
              "error: --margin is below 1: the results that it is learned from would not pass. "
              "Give 1 or more.");
}

std::string summary(const diff::LearnedProfile& learned, const std::string& output) {
  if (learned.signals.empty()) {
    return fmt::format("{}: {} results are equal bit by bit, no signal needs a tolerance\n", output,
                       learned.files.size());
  }
  return fmt::format("{}: {} {} among {} results; tolerances are {} times the spread\n", output,
                     counted(learned.signals.size(), "signal"),
                     verb(learned.signals.size(), "differs", "differ"), learned.files.size(),
                     learned.margin);
}

ExitCode tolerance(const ToleranceRequest& request) {
  require_learnable(request);
  const double margin = margin_of(request);
  Remarks remarks = remarks_on_stderr();
  std::vector<record::ResultFile> files;
  for (const std::string& path : request.files) {
    files.push_back(open_result(path, request.verification, remarks));
  }
  const diff::LearnedProfile learned = diff::learn(files, margin);
  const std::string profile = diff::profile_text(learned);
  diff::parse_profile(profile, "profile");  // the written text can be read
  if (request.output) {
    OutputFile file(*request.output, request.force);
    file.add(profile);
    file.finish();
  }
  if (request.json) {
    answer(diff::learned_json(learned));
  } else {
    answer(request.output ? summary(learned, *request.output) : profile);
  }
  return ExitCode::ok;
}

}  // namespace

Command tolerance_command() {
  auto request = std::make_shared<ToleranceRequest>();
  return {
      .name = "tolerance",
      .doc = "Learn a tolerance profile for diff from results of several builds or machines",
      .options =
          {
              Option{"action", &request->action, "Action", "learn"}.required(),
              Option{"files", &request->files,
                     "Results of one scenario, flown by different builds, versions or machines",
                     "FILE.h5"}
                  .required(),
              {"-o,--output", &request->output, "Profile to write; default: stdout", "FILE.toml"},
              {"--margin", &request->margin,
               "Tolerance as a multiple of the largest difference between two results; default: 10",
               "X"},
              {"--force", &request->force, "Replace the profile if it exists"},
              {"--json", &request->json, "Print spreads and tolerances as JSON"},
              no_verify_option(request->verification),
          },
      .footer =
          "Examples:\n"
          "  montecopter tolerance learn gcc.h5 clang.h5 old.h5 -o tolerances.toml\n"
          "  montecopter tolerance learn gcc.h5 clang.h5 --margin 3 --json\n"
          "  montecopter diff golden.h5 new.h5 --profile tolerances.toml",
      .run = [request] { return tolerance(*request); },
  };
}

}  // namespace montecopter::cli
