/// montecopter bless: records current results of the scenarios of a folder as goldens, with which
/// later versions are compared.
///
/// The scenarios are flown and compared with the existing goldens, as `regress` does. Nothing is
/// written if a scenario may not be blessed, or if the user does not agree. New files are first
/// written under temporary names. When all are complete, each gets its final name: the page first,
/// the golden last.

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/identity.hpp"
#include "core/base/text.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "record/posix.hpp"
#include "regress_request.hpp"
#include "results/golden/format.hpp"
#include "results/golden/page.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

using regress::Case;
using regress::Examination;
using regress::Verdict;

struct BlessRequest : ExaminationOptions {
  std::optional<std::string> reason;
  bool yes = false, changed_scenario = false, json = false;
};

/// Day of the blessing, UTC.
std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts = {};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

void require_reason(const BlessRequest& request) {
  constexpr std::size_t longest = 1000;
  const std::string reason = request.reason.value_or("");
  if (reason.find_first_not_of(" \t") == std::string::npos) {
    throw Error(ExitCode::usage,
                Problem{"--reason", "it is missing", "the history of a golden says why it changed",
                        "Say it in a sentence: --reason \"new gains\""});
  }
  if (reason.size() > longest || reason.find('\n') != std::string::npos) {
    throw Error(
        ExitCode::usage,
        Problem{"--reason", fmt::format("it is longer than a line of {} characters", longest)});
  }
}

/// The reason why a case may not become a golden; empty if it may.
std::string objection(const BlessRequest& request, const Examination& one) {
  if (one.verdict == Verdict::refused || one.verdict == Verdict::broken) return one.worst;
  if (!one.objection.empty()) return one.objection;
  if (one.verdict == Verdict::changed && !request.changed_scenario) {
    return one.worst + " (to accept it, add --changed-scenario)";
  }
  return {};
}

/// Whether the existing golden differs from the flights, or there is none.
bool is_new(const Examination& one) { return one.before != one.after; }

/// Error that names every case that may not be blessed: refused, or io if the machine is at fault.
void require_blessable(const BlessRequest& request, const regress::Findings& findings) {
  std::string lines;
  ExitCode code = ExitCode::refused;
  for (const Examination& one : findings.cases) {
    if (one.verdict == Verdict::broken) code = ExitCode::io;
    const std::string why = objection(request, one);
    if (!why.empty()) lines += fmt::format("{}: error: not blessed: {}.\n", one.name, why);
  }
  if (lines.empty()) return;
  throw Error(code, lines + "Nothing was written.");
}

/// Refuses, before anything is flown, a command that cannot ask for confirmation.
void require_agreement(const BlessRequest& request) {
  if (request.yes || ::isatty(STDIN_FILENO) != 0) return;
  throw Error(ExitCode::usage, Problem{"--yes", "cannot ask for confirmation",
                                       "standard input is not a terminal", "Add --yes"});
}

/// Whether the user agrees, on the terminal or by --yes.
bool is_agreed(const BlessRequest& request, std::size_t count) {
  if (request.yes) return true;
  flush_answers();
  remark_as_it_is(fmt::format("Write {} {}? [y/N] ", count, count == 1 ? "golden" : "goldens"));
  char reply[16] = {};
  if (!std::fgets(reply, sizeof reply, stdin)) return false;
  return reply[0] == 'y' || reply[0] == 'Y';
}

/// The files of one golden, written but not yet under their final names.
class UnnamedGolden {
 public:
  UnnamedGolden(const Case& blessed, const golden::Golden& golden)
      : golden_(blessed.golden, true), page_(blessed.page, true) {
    golden_.add(golden::encode(golden));
    page_.add(golden::page(golden));
    golden_.store();
    page_.store();
  }
  void publish() {
    page_.finish();
    golden_.finish();
  }

 private:
  OutputFile golden_, page_;
};

golden::Golden blessed(const BlessRequest& request, const Examination& one) {
  golden::Golden golden = golden::decode(one.golden, one.name);
  golden.history.push_back({.date = today(),
                            .reason = *request.reason,
                            .build = build_name,
                            .before = one.before,
                            .after = one.after});
  return golden;
}

std::vector<const Examination*> new_ones(const regress::Findings& findings) {
  std::vector<const Examination*> list;
  for (const Examination& one : findings.cases) {
    if (is_new(one)) list.push_back(&one);
  }
  return list;
}

const Case& case_of(const std::vector<Case>& cases, const std::string& name) {
  for (const Case& one : cases) {
    if (one.name == name) return one;
  }
  throw Error(ExitCode::internal, "no case '" + name + "'.");
}

void write_all(const BlessRequest& request, const std::vector<Case>& cases,
               const std::vector<const Examination*>& list) {
  std::vector<std::unique_ptr<UnnamedGolden>> files;
  for (const Examination* one : list) {
    files.push_back(
        std::make_unique<UnnamedGolden>(case_of(cases, one->name), blessed(request, *one)));
  }
  for (const auto& file : files) file->publish();
}

std::string answer_json(const regress::Findings& findings,
                        const std::vector<const Examination*>& written) {
  Json names = Json::array();
  for (const Examination* one : written) names.add(Json::text(one->name));
  Json json = regress::findings_json(findings);
  json.set("blessed", std::move(names));
  return json.print() + "\n";
}

ExitCode bless(const BlessRequest& request) {
  require_reason(request);
  require_agreement(request);
  const std::vector<Case> cases = cases_to_examine(request, wanted_cases(request));
  const regress::Lines lines(names_of(cases));
  if (!request.json) answer_verdicts(lines.head());
  const auto findings = examine_all(request, cases, false, [&](const Examination& one) {
    if (!request.json) answer_verdicts_now(lines.line(one));
  });
  if (const auto code = signal_exit_code()) {
    remark("interrupted: nothing was written\n");
    return *code;
  }
  if (!request.json) {
    for (const Examination& one : findings.cases) {
      if (one.verdict != Verdict::missing) answer(regress::details_text(one));
    }
  }
  require_blessable(request, findings);
  const std::vector<const Examination*> list = new_ones(findings);
  const bool agreed = list.empty() || is_agreed(request, list.size());
  if (agreed) write_all(request, cases, list);
  if (request.json) {
    answer(answer_json(findings, agreed ? list : std::vector<const Examination*>{}));
  } else if (list.empty()) {
    answer("\nnothing to bless: every golden matches its scenario\n");
  } else if (agreed) {
    answer("\n");
    for (const Examination* one : list) {
      const Case& blessed = case_of(cases, one->name);
      answer(fmt::format("{}: {} bytes, and {}\n", blessed.golden,
                         std::filesystem::file_size(blessed.golden), blessed.page));
    }
  } else {
    remark("nothing was written\n");
  }
  return agreed ? ExitCode::ok : ExitCode::no;
}

}  // namespace

Command bless_command() {
  auto request = std::make_shared<BlessRequest>();
  const Options own = {
      {"--reason", &request->reason, "Why the goldens change, for their history", "REASON"},
      {"--yes", &request->yes, "Do not ask"},
      {"--changed-scenario", &request->changed_scenario,
       "Accept scenarios that have changed since their goldens were recorded"},
      {"--json", &request->json, "Print JSON"},
  };
  return {
      .name = "bless",
      .doc = "Record current results as the goldens that `regress` compares against",
      .options = joined({examination_options(*request), own}),
      .footer =
          "Shows what changes, then asks. Writes NAME.golden and the page NAME.golden.txt beside "
          "NAME.toml, or nothing at all if a scenario is refused.\n"
          "Examples:\n"
          "  montecopter bless scenarios/regression --reason \"first goldens\" --yes\n"
          "  montecopter bless hover.toml --reason \"stiffer gains\" --changed-scenario",
      .run = [request] { return bless(*request); },
  };
}

}  // namespace montecopter::cli
