/// montecopter diff: compares two result files signal by signal.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "commands.hpp"
#include "core/base/parallel.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "record/intact.hpp"
#include "record/pair.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/diff/compare.hpp"
#include "results/diff/profile.hpp"
#include "results/golden/comparable.hpp"
#include "results/golden/format.hpp"
#include "results/report/difference.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct DiffRequest {
  std::string a, b;
  std::optional<std::string> profile, abs, rel, ulp;
  std::vector<std::string> across;  // one empty text if the option has no value
  std::optional<std::string> plot;
  bool json = false, trust_hashes = false, force = false;
  Verification verification;
};

diff::CompareOptions read_options(const DiffRequest& request) {
  diff::CompareOptions options;
  if (request.profile) options = diff::load_profile(*request.profile);
  if (request.abs) options.all.abs = non_negative_number("--abs", *request.abs);
  if (request.rel) options.all.rel = non_negative_number("--rel", *request.rel);
  if (request.ulp) {
    options.all.ulp = whole_number("--ulp", *request.ulp, 0, std::int64_t{1} << 53);
  }
  options.across = request.across == std::vector<std::string>{""};
  if (!options.across) options.across_keys = request.across;
  return options;
}

/// The signals whose bytes need not be read again, and whether hashes say so.
struct EqualSignals {
  std::set<std::string> equal;
  bool by_hashes = false;
};

/// Signals that are equal because the content hashes are equal.
EqualSignals known_by_hashes(const record::ResultFile& a, const record::ResultFile& b) {
  EqualSignals known;
  known.by_hashes = a.complete() && b.complete() && a.content_sha256() == b.content_sha256();
  if (!known.by_hashes) return known;
  const record::Roles roles(a.schema());
  for (const auto* datasets : {&roles.sample, &roles.trace, &roles.statistics}) {
    for (const record::Dataset* dataset : *datasets) known.equal.insert(dataset->name);
  }
  known.equal.insert("check");
  return known;
}

/// Verifies both files before they are compared; in one pass if they are alike.
EqualSignals verify(const record::ResultFile& a, const record::ResultFile& b) {
  EqualSignals known;
  if (!record::is_alike(a, b)) {
    for (const auto* file : {&a, &b}) {
      record::require_intact(*file, file->find_unverified(default_threads()));
    }
    return known;
  }
  const int threads = default_threads();
  record::PairReading reading = record::read_pair(a, b, threads);
  for_each_index(2, threads, [&](std::size_t k) {
    record::require_intact(k == 0 ? a : b, k == 0 ? reading.a : reading.b);
  });
  known.equal = std::move(reading.equal);
  return known;
}

report::DrawnDifference::Kind kind_of(const diff::SignalReport& signal) {
  using Kind = report::DrawnDifference::Kind;
  if (signal.meaning == diff::Meaning::attitude) return Kind::attitude;
  return signal.meaning == diff::Meaning::angle_rad ? Kind::angle : Kind::number;
}

/// The signals over time that differ by more than round-off, worst first, each with the sample of
/// its largest difference.
std::vector<report::DrawnDifference> drawn_differences(const diff::Report& found) {
  std::vector<report::DrawnDifference> drawn;
  for (const diff::SignalReport& signal : found.signals) {
    const bool is_over_time = signal.largest && signal.largest->sample && signal.largest->time_s;
    if (is_over_time && !signal.is_round_off)
      drawn.push_back({signal.name, *signal.largest->sample, kind_of(signal)});
  }
  return drawn;
}

void draw(const DiffRequest& request, const diff::Report& found, const record::ResultFile& a,
          const record::ResultFile& b, Remarks& remarks) {
  const std::string picture = report::difference_picture(a, b, drawn_differences(found));
  if (picture.empty()) {
    remarks.note(*request.plot +
                 " is not written: no signal over time differs by more than round-off");
    return;
  }
  OutputFile output(*request.plot, request.force, "--plot");
  output.add(picture);
  output.finish();
}

diff::Report compare_results(const DiffRequest& request, const diff::CompareOptions& options,
                             Remarks& remarks) {
  const auto a = record::ResultFile::open(request.a);
  const auto b = record::ResultFile::open(request.b);
  EqualSignals known;
  if (request.trust_hashes) known = known_by_hashes(a, b);
  const bool verified = !known.by_hashes && request.verification.verified();
  if (verified) known = verify(a, b);
  if (!known.by_hashes && !verified) {
    for (const auto* file : {&a, &b}) remark_unverified(file->path(), remarks);
  }
  diff::Report report = diff::compare(a, b, options, known.equal);
  report.verified = verified;
  report.trusted_hashes = known.by_hashes;
  if (known.by_hashes) report.not_read = {known.equal.begin(), known.equal.end()};
  if (request.plot) draw(request, report, a, b, remarks);
  return report;
}

/// The golden in a file, if it is a golden. Goldens are verified whenever they are read.
std::optional<golden::Golden> golden_of(const std::string& path) {
  if (!golden::is_golden(path)) return std::nullopt;
  return golden::read_golden(path);
}

/// Compares two files, at least one of them a golden. A result is reduced to the numbers of the
/// golden; a remark says what is left out.
diff::Report compare_golden(const DiffRequest& request, const diff::CompareOptions& options,
                            Remarks& remarks) {
  const auto a = golden_of(request.a), b = golden_of(request.b);
  if (a && b) {
    return diff::compare(golden::as_result(*a, request.a), golden::as_result(*b, request.b),
                         options);
  }
  const auto result = open_result(a ? request.b : request.a, request.verification, remarks);
  const auto both = golden::comparable(a ? *a : *b, a ? request.a : request.b, result);
  diff::Report report = a ? diff::compare(both.golden, both.result, options)
                          : diff::compare(both.result, both.golden, options);
  report.notes.insert(report.notes.begin(), both.not_compared.begin(), both.not_compared.end());
  report.notes.insert(report.notes.begin(), both.holdings);
  report.verified = request.verification.verified();
  return report;
}

ExitCode diff(const DiffRequest& request) {
  const diff::CompareOptions options = read_options(request);
  Remarks remarks = remarks_on_stderr();
  const bool has_golden = golden::is_golden(request.a) || golden::is_golden(request.b);
  if (has_golden && request.plot) {
    throw Error(ExitCode::usage, Problem{"--plot", "a golden holds no signals over time", "",
                                         "Compare two results"});
  }
  try {
    const diff::Report report = has_golden ? compare_golden(request, options, remarks)
                                           : compare_results(request, options, remarks);
    if (request.json) {
      answer(diff::report_json(report));
    } else {
      answer_verdicts(diff::report_text(report));
    }
    return report.exit_code();
  } catch (const diff::NotComparable& why) {
    if (request.json) answer(diff::not_comparable_json(request.a, request.b, why));
    throw;
  }
}

}  // namespace

Command diff_command() {
  auto request = std::make_shared<DiffRequest>();
  return {
      .name = "diff",
      .doc =
          "Compare the numbers of two result files, bit by bit or within tolerances; exit 0 same, "
          "1 different, 3 not comparable or damaged",
      .options =
          {
              Option{"A", &request->a, "Result file, or golden", "FILE.h5"}.required(),
              Option{"B", &request->b, "Result file, or golden", "FILE.h5"}.required(),
              {"--abs", &request->abs, "Absolute tolerance, in each signal's unit", "X"},
              {"--rel", &request->rel, "Tolerance relative to the larger magnitude", "X"},
              {"--ulp", &request->ulp, "Tolerance in units in the last place", "N"},
              {"--profile", &request->profile,
               "TOML file with tolerances for signals, by name, pattern or unit", "FILE.toml"},
              Option{"--across", &request->across,
                     "Also compare results of different scenarios that differ only in these keys "
                     "or tables; without a key, in any",
                     "KEY"}
                  .or_alone(),
              {"--json", &request->json, "Print the report as JSON"},
              {"--plot", &request->plot,
               "Draw the signals that differ most as SVG: both files and their difference",
               "FILE.svg"},
              {"--force", &request->force, "Replace the figure if it exists"},
              no_verify_option(request->verification),
              {"--trust-hashes", &request->trust_hashes,
               "Accept finished results with equal stored content hashes as the same, without "
               "reading the data that the hash covers. Other results are compared as usual"},
          },
      .footer =
          "Examples:\n"
          "  montecopter diff before.h5 after.h5\n"
          "  montecopter diff hover.golden new.h5\n"
          "  montecopter diff golden.h5 new.h5 --abs 1e-9 --json\n"
          "  montecopter diff golden.h5 new.h5 --profile tolerances.toml\n"
          "  montecopter diff before.h5 after.h5 --plot differences.svg\n"
          "  montecopter diff light.h5 heavy.h5 --across vehicle.mass_kg\n"
          "  montecopter diff before.h5 after.h5 --across",
      .run = [request] { return diff(*request); },
  };
}

}  // namespace montecopter::cli
