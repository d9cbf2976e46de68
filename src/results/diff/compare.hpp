#pragma once
/// Compares two results and gives a verdict. `diff` calls compare() with two open files and prints
/// the Report as text or JSON.
///
/// Steps of compare():
///   1. It checks the options. The resolved texts must belong to the same scenario, except for keys
///      that options permit (scenario_keys.cpp).
///   2. It lists all datasets of both root groups and compares each (signal.cpp): first shape,
///   type,
///      unit and the like (structure.cpp), then values. Values are compared piece by piece
///      (values.cpp), in tubes (tube.cpp), or statistics by their moments (statistics.cpp).
///   3. Digests show where flights diverge (digest.cpp).
///   4. Differences are explained (explain.cpp): their growth (growth.cpp), and the signal that
///      diverged first.
///   5. Signals are sorted, worst first: by their verdict, then by the largest difference in units
///   of
///      the signal's standard deviation (effect.cpp). Differences at round-off level come after
///      them, and hashes last.
/// Both files are read side by side in pieces, so that memory does not grow with their size.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/diff/growth.hpp"
#include "results/diff/options.hpp"
#include "results/diff/scenario_keys.hpp"
#include "results/diff/values.hpp"

namespace montecopter::diff {

/// Verdicts, from harmless to worst.
enum class Verdict {
  same,           ///< no value differs
  ignored,        ///< not compared, because a profile says so
  informational,  ///< digests or checks that differ, which the given tolerances allow
  within,         ///< values differ, within the tolerance
  differs,        ///< values out of tolerance
  unlike,         ///< different shape, type, unit, frame or dimensions: never the same
  missing,        ///< present in one of the files only
};
bool is_difference(Verdict verdict);
/// Whether a dataset holds hashes: `digest`, a golden's `sample_digest`, or `check`. They are equal
/// or not; their differences have no size.
bool is_hash(const std::string& signal);
std::string verdict_name(Verdict verdict);

/// A place in a signal, and the two values there.
struct Place {
  std::optional<std::int64_t> sample = {};
  std::optional<double> time_s = {};
  std::optional<std::int64_t> step = {};  ///< integration step at that time
  std::string component = {};             ///< "y", "skewness"; empty for attitudes and scalars
  std::string text = {};                  ///< "sample 3, time 0.5 s, axis y"
  std::string a = {};  ///< the value, or the name of a code: "0.25", "diverged"; empty for hashes
  std::string b = {};
};

struct SignalReport {
  std::string name;
  Verdict verdict = Verdict::same;
  std::string reason = {};  ///< reason for missing, unlike and ignored
  std::string unit = {};
  Meaning meaning = Meaning::number;
  bool has_fractions = false;  ///< not whole numbers or codes: tolerances count
  bool is_round_off = false;   ///< the difference is below 1e-9 of the scale (round_off.hpp)
  Tolerance tolerance = {};
  double floor = 0;  ///< floor of its unit in a profile
  Tally tally = {};
  double effect = 0;                   ///< largest difference in standard deviations (effect.hpp)
  std::int64_t rows = 0;               ///< samples with values; 0 if the rows are not samples
  std::optional<Place> first = {};     ///< first value out of tolerance, in the order of storage
  std::optional<Place> largest = {};   ///< where the distance is largest
  std::optional<Place> earliest = {};  ///< first unequal value in time; signals over time only
  std::optional<Growth> growth = {};  ///< growth in the sample of `largest`; signals over time only
  std::optional<std::int64_t> growth_sample = {};

  /// Unit of distances: degrees for attitudes, otherwise the unit of the signal.
  std::string distance_unit() const;
  /// A distance of the tally in that unit.
  double in_distance_unit(double distance) const;
};

/// Where flights diverge, found by their digests, with or without stored traces.
struct DigestReport {
  std::int64_t samples = 0;       ///< samples that flew differently
  std::int64_t first_sample = 0;  ///< the first of these samples
  std::int64_t checkpoint = 0;    ///< the first at which that sample differs
  std::optional<double> step;     ///< step of that checkpoint
  std::optional<double> time_s;   ///< time of that step
  std::string text;
};

/// The signals over time that diverge first.
struct MovedFirst {
  std::vector<std::string> signals;  ///< at the same time in the same sample
  double time_s = 0;
  std::optional<std::int64_t> step = {};
  std::int64_t sample = 0;
  std::string text = {};  ///< these signals and the next ones
};

struct Report {
  std::string file_a;
  std::string file_b;
  bool verified = true;                      ///< whether both files are known to be intact
  bool trusted_hashes = false;               ///< equal because of equal stored content hashes
  std::vector<std::string> not_read = {};    ///< signals that are the same by these hashes
  std::vector<std::string> problems = {};    ///< problems of whole files; any means "differs"
  std::vector<std::string> notes = {};       ///< parts not compared, and entries without effect
  std::vector<KeyDifference> scenario = {};  ///< permitted differences of keys
  std::optional<ProgramDifference> program = {};
  std::vector<SignalReport> signals = {};  ///< worst first
  std::optional<DigestReport> digest = {};
  std::optional<MovedFirst> moved_first = {};

  bool same() const;
  ExitCode exit_code() const { return same() ? ExitCode::ok : ExitCode::no; }
};

/// Error about two scenarios that cannot be compared, with the differing keys that are not
/// permitted.
class NotComparable : public Error {
 public:
  NotComparable(const std::string& message, std::vector<KeyDifference> keys)
      : Error(ExitCode::refused, message), keys_(std::move(keys)) {}
  const std::vector<KeyDifference>& keys() const { return keys_; }

 private:
  std::vector<KeyDifference> keys_;
};

/// Compares everything in the root groups; /provenance is not compared. Memory is bounded, whatever
/// the size of the files. NotComparable if the scenarios differ (unless options permit it);
/// Error(usage) if the options are illegal or name a signal that is in neither file. Datasets in
/// `equal_bytes` are known to be equal and are not read again.
Report compare(const record::ResultFile& a, const record::ResultFile& b,
               const CompareOptions& options, const std::set<std::string>& equal_bytes = {});

/// The report as text: a table, worst first, explanations, and the verdict as the last line.
std::string report_text(const Report& report);
/// The whole report as one JSON object.
std::string report_json(const Report& report);
/// A JSON object of the same form for two results that cannot be compared.
std::string not_comparable_json(const std::string& file_a, const std::string& file_b,
                                const NotComparable& why);

}  // namespace montecopter::diff
