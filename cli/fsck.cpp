/// montecopter fsck: result files examined from end to end.

#include "results/fsck/fsck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/text.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "results/golden/format.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct FsckRequest : FlyingOptions {
  std::vector<std::string> files;
  bool json = false;
};

/// The worse of two codes: a failing disk, then a file that is not a result, then damage.
ExitCode worse(ExitCode a, ExitCode b) { return std::max(a, b); }

std::string unreadable_json(const std::string& path, const Error& error) {
  return fmt::format("{{\"file\": {}, \"verdict\": \"unreadable\", \"error\": {}}}",
                     json_quote(path), json_quote(error.what()));
}

/// Examines a file, with progress if it takes long.
fsck::Examination examine_watched(const std::string& path, const FsckRequest& request,
                                  int threads) {
  ByteProgress progress;
  const ByteReporter reporter(progress, "verifying " + path, "statistics",
                              progress_style(request.progress));
  return fsck::examine(path, threads, {&stop_on_signals(), &progress});
}

/// Examines one file. If that fails, the reason is reported in its place, and other files are still
/// examined.
ExitCode examine(const std::string& path, const FsckRequest& request, int threads,
                 std::string& answer_text) {
  try {
    if (golden::is_golden(path)) {
      throw Error(ExitCode::refused, Problem{path, "this is a golden, not a result"});
    }
    const fsck::Examination one = examine_watched(path, request, threads);
    if (const auto code = signal_exit_code()) throw Error(*code, "interrupted");
    answer_text +=
        request.json ? fsck::examination_json(one) : fsck::examination_text(one, table_width());
    return one.is_intact() ? ExitCode::ok : ExitCode::no;
  } catch (const Error& error) {
    if (signal_exit_code()) throw;
    remark(std::string(error.what()) + "\n");
    answer_text += request.json ? unreadable_json(path, error)
                                : fmt::format("{}: unreadable: {}\n", path,
                                              error.code() == ExitCode::io
                                                  ? "the operating system cannot read it"
                                                  : "it is not a result, or its metadata are "
                                                    "damaged, which `run` cannot repair");
    return error.code();
  }
}

ExitCode fsck_files(const FsckRequest& request) {
  require_progress_style(request);
  const int threads = threads_wanted(request.threads);
  ExitCode code = ExitCode::ok;
  std::string text = request.json ? "{\"files\": [" : "";
  bool is_first = true;
  for (const std::string& path : request.files) {
    if (request.json && !is_first) text += ",\n";
    is_first = false;
    code = worse(code, examine(path, request, threads, text));
    if (!request.json) {
      answer_verdicts(text);
      text.clear();
    }
  }
  if (request.json) answer(text + "]}\n");
  return code;
}

}  // namespace

Command fsck_command() {
  auto request = std::make_shared<FsckRequest>();
  return {
      .name = "fsck",
      .doc = "Examine result files from end to end: what is damaged, and what `run` repairs",
      .options = {Option{"files", &request->files, "Result files or shards", "FILE.h5"}.required(),
                  threads_option(*request),
                  progress_option(*request),
                  {"--json", &request->json, "Print JSON"}},
      .footer =
          "Examples:\n"
          "  montecopter fsck hover.h5\n"
          "  montecopter fsck gust.shard-*-of-4.h5 --json\n"
          "No file is changed. Exit codes: 0 all files are intact (finished or not), 1 a file is "
          "damaged, 3 a file is not a result or is unreadable, 6 the operating system cannot read "
          "a file.",
      .run = [request] { return fsck_files(*request); },
  };
}

}  // namespace montecopter::cli
