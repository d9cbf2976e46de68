/// montecopter verify: verifies the program on this machine.

#include "verify/verify.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "commands.hpp"
#include "core/base/error.hpp"
#include "options.hpp"
#include "simulate/dispatch.hpp"
#include "streams.hpp"
#include "verify/report.hpp"
#include "verify/stamp.hpp"

namespace montecopter::cli {
namespace {

struct VerifyRequest {
  std::vector<std::string> groups;
  std::string lanes = "auto";
  bool list = false, json = false, stamp = false;
};

/// A stamp is about the whole program as `run` flies by default.
void require_consistent(const VerifyRequest& request) {
  if (!request.stamp) return;
  Diagnostics problems;
  const auto refuse = [&](bool given, const char* what, const char* why) {
    if (given) problems.error("--stamp", fmt::format("cannot be combined with {}", what), why);
  };
  refuse(request.list, "--list", "it checks nothing");
  refuse(!request.groups.empty(), "chosen groups", "it records that all checks passed");
  refuse(request.lanes != "auto", "--lanes", "it records what `run` flies by default");
  problems.throw_if_errors();
}

/// Writes the stamp if all checks passed; else this build must not have one.
void stamp(const verify::Tally& tally) {
  if (tally.failed > 0) {
    verify::remove_stamp();
    return;
  }
  remark(fmt::format("stamped: results that this build flies on this machine say so ({})\n",
                     verify::write_stamp(tally.passed)));
}

/// Prints the group that is running, after two seconds of silence.
class PatientProgress {
 public:
  void operator()(const verify::Group& group, int place, int count) const {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
    if (taken.count() < 2) return;
    remark(fmt::format("  {} of {} groups: {}\n", place, count, group.name));
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

ExitCode run_verify(const VerifyRequest& request) {
  require_consistent(request);
  const Kernel& kernel = choose_kernel(request.lanes);
  verify::choose_groups(request.groups);  // a wrong name is reported in any case
  if (request.list) {
    answer(request.json ? verify::groups_json() : verify::groups_text());
    return ExitCode::ok;
  }
  const std::vector<verify::GroupResult> results =
      verify::run_checks({.groups = request.groups,
                          .kernel = &kernel,
                          .threads = default_threads(),
                          .progress = PatientProgress()});
  answer(request.json ? verify::report_json(results, kernel) : verify::report_text(results));
  const verify::Tally tally = verify::count(results);
  if (request.stamp) stamp(tally);
  return tally.failed == 0 ? ExitCode::ok : ExitCode::no;
}

}  // namespace

Command verify_command() {
  auto request = std::make_shared<VerifyRequest>();
  return {
      .name = "verify",
      .doc =
          "Verify the program on this machine: physical laws, orders, known answers, bits; exit 1 "
          "if a check fails",
      .options =
          {
              {"group", &request->groups, "Groups of checks; default: all",
               fmt::format("{}", fmt::join(verify::group_names(), "|"))},
              {"--list", &request->list, "List the groups and check nothing"},
              lanes_option(request->lanes,
                           "Instruction set for the flights; the group `bits` tries all"),
              {"--stamp", &request->stamp,
               "If all checks pass, record it for this build and machine: results flown later "
               "carry the time"},
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter verify\n"
          "  montecopter verify rigid-body orders --lanes baseline\n"
          "  montecopter verify --json > verification.json\n"
          "  montecopter verify --stamp",
      .run = [request] { return run_verify(*request); },
  };
}

}  // namespace montecopter::cli
