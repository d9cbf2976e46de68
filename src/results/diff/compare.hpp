#pragma once
/// Two results -> differences -> a verdict. `diff` calls compare() with two open files and prints
/// the Report as text or JSON.
///
/// compare() does, in this order: the options are checked; the resolved texts have to be those of
/// one scenario, but for keys that options permit (scenario_keys.cpp); the names of all datasets in
/// both root groups are listed; each is compared (signal.cpp: shape, type, unit and the like first,
/// structure.cpp; then values piece by piece, values.cpp, in tubes, tube.cpp, or statistics by
/// their moments, statistics.cpp); digests show where flights diverge (digest.cpp); what differs is
/// explained (explain.cpp: how it grows, growth.cpp, and which signal diverged first); signals are
/// sorted, worst first, those that differ by round-off last. Two files are read side by side in
/// pieces, so that memory does not grow with them.

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

/// From the harmless to the worst.
enum class Verdict {
  same,           ///< no value differs
  ignored,        ///< not compared, because a profile says so
  informational,  ///< digests or checks that differ, which does not count under the tolerances
                  ///< given
  within,         ///< values differ, within the tolerance
  differs,        ///< values out of tolerance
  unlike,         ///< other shape, type, unit, frame or dimensions: never the same
  missing,        ///< in one of the files only
};
bool is_difference(Verdict verdict);
/// `digest`, a golden's `sample_digest`, and `check`: they are equal or not, and nothing else is to
/// say about them.
bool is_hash(const std::string& signal);
std::string verdict_name(Verdict verdict);

/// A place in a signal, and the two values there.
struct Place {
  std::optional<std::int64_t> sample = {};
  std::optional<double> time_s = {};
  std::optional<std::int64_t> step = {};  ///< of the integrator, of that time
  std::string component = {};             ///< "y", "skewness"; of an attitude and of scalars empty
  std::string text = {};                  ///< "sample 3, time 0.5 s, axis y"
  std::string a = {};  ///< the value, or the name of a code: "0.25", "diverged"; of hashes empty
  std::string b = {};
};

struct SignalReport {
  std::string name;
  Verdict verdict = Verdict::same;
  std::string reason = {};  ///< of missing, unlike and ignored
  std::string unit = {};
  Meaning meaning = Meaning::number;
  bool has_fractions = false;  ///< not whole numbers or codes: tolerances count
  bool is_round_off = false;   ///< it differs by less than 1e-9 of its scale (round_off.hpp)
  Tolerance tolerance = {};
  double floor = 0;  ///< of its unit, in a profile
  Tally tally = {};
  std::int64_t rows = 0;               ///< samples that it has values of; 0: it is not of samples
  std::optional<Place> first = {};     ///< beyond the tolerance, in the order of storage
  std::optional<Place> largest = {};   ///< where the distance is largest
  std::optional<Place> earliest = {};  ///< of what is not equal the first in time; over time only
  std::optional<Growth> growth = {};   ///< in the sample of `largest`; over time only
  std::optional<std::int64_t> growth_sample = {};

  /// Unit of distances: degrees of attitudes, otherwise that of the signal.
  std::string distance_unit() const;
  /// A distance of the tally in that unit.
  double in_distance_unit(double distance) const;
};

/// What the digests tell about where flights diverge, with or without stored traces.
struct DigestReport {
  std::int64_t samples = 0;       ///< that flew differently
  std::int64_t first_sample = 0;  ///< the lowest of them
  std::int64_t checkpoint = 0;    ///< the first at which that sample differs
  std::optional<double> step;     ///< of that checkpoint
  std::optional<double> time_s;   ///< of that step
  std::string text;
};

/// Signals over time that are unequal before all others.
struct MovedFirst {
  std::vector<std::string> signals;  ///< at the same time in the same sample
  double time_s = 0;
  std::optional<std::int64_t> step = {};
  std::int64_t sample = 0;
  std::string text = {};  ///< with those that came after
};

struct Report {
  std::string file_a;
  std::string file_b;
  bool verified = true;                      ///< whether both files are known to be intact
  bool trusted_hashes = false;               ///< equal because of equal stored content hashes
  std::vector<std::string> not_read = {};    ///< signals that are the same by those hashes
  std::vector<std::string> problems = {};    ///< of the files as a whole; any means "differs"
  std::vector<std::string> notes = {};       ///< what was not compared, and what had no effect
  std::vector<KeyDifference> scenario = {};  ///< keys that differ, as is permitted
  std::vector<SignalReport> signals = {};    ///< worst first
  std::optional<DigestReport> digest = {};
  std::optional<MovedFirst> moved_first = {};

  bool same() const;
  ExitCode exit_code() const { return same() ? ExitCode::ok : ExitCode::no; }
};

/// Two scenarios that may not be compared, with the keys that are not permitted.
class NotComparable : public Error {
 public:
  NotComparable(const std::string& message, std::vector<KeyDifference> keys)
      : Error(ExitCode::refused, message), keys_(std::move(keys)) {}
  const std::vector<KeyDifference>& keys() const { return keys_; }

 private:
  std::vector<KeyDifference> keys_;
};

/// Compares everything in the root groups; /provenance is not compared. Memory is bounded, whatever
/// the size of the files. NotComparable if they hold different scenarios (unless options permit
/// it); Error(usage) if the options name a signal that is in neither file, or are illegal. Datasets
/// in `equal_bytes` are known to be so and are not read again.
Report compare(const record::ResultFile& a, const record::ResultFile& b,
               const CompareOptions& options, const std::set<std::string>& equal_bytes = {});

/// A table for people, worst first, explanations, and the verdict as its last line.
std::string report_text(const Report& report);
/// One JSON object with everything in the report.
std::string report_json(const Report& report);
/// The same shape for two results that cannot be compared.
std::string not_comparable_json(const std::string& file_a, const std::string& file_b,
                                const NotComparable& why);

}  // namespace montecopter::diff
