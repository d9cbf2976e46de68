#include "result_request.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "record/intact.hpp"

namespace montecopter::cli {
namespace {

/// "199 of 200 samples are not flown"
std::string missing_text(const record::ResultFile& file) {
  std::int64_t missing = 0;
  record::take_checks(file.fd(), file.path(), file.schema(),
                      [&](std::int64_t, std::span<const record::Hash128> checks) {
                        for (const auto& check : checks) missing += check.is_zero() ? 1 : 0;
                      });
  if (missing == 0) return "all samples are flown, but the run did not end";
  return fmt::format("{} of {} samples are missing", missing, file.samples());
}

}  // namespace

void add_trust_option(CLI::App& command, Trust& trust) {
  command.add_flag("--no-verify", trust.no_verify,
                   "Do not compare the samples with their stored hashes; faster with large traces");
}

record::ResultFile open_result(const std::string& path, const Trust& trust, Remarks& remarks) {
  auto file = record::ResultFile::open(path);
  if (trust.verified()) {
    record::require_intact(file);
  } else {
    remarks.warn_of_run(path +
                        ": warning: not verified (--no-verify): damage of its samples is not "
                        "found.");
  }
  return file;
}

void add_result_options(CLI::App& command, ResultRequest& request) {
  command.add_option("file", request.file, "Result file")->required()->type_name("FILE.h5");
  command.add_flag("--incomplete", request.incomplete,
                   "Show what is there of a file that is not finished");
  add_trust_option(command, request.trust);
}

record::ResultFile open_result(const ResultRequest& request, Remarks& remarks) {
  auto file = open_result(request.file, request.trust, remarks);
  if (file.complete() || request.incomplete) return file;
  throw Error(ExitCode::refused,
              fmt::format("{}: error: it is not finished ({}). Run its scenario again with -o to "
                          "finish it, or use --incomplete to see what is there.",
                          file.path(), missing_text(file)));
}

}  // namespace montecopter::cli
