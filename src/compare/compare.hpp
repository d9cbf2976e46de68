#pragma once
/// Two results -> differences -> a verdict. `diff` calls compare() with two open files and prints
/// the Report as text or JSON.
///
/// compare() does, in this order: the options are checked; the resolved texts have to be those of
/// one scenario (unless options.across); the names of all datasets in both root groups are listed;
/// each is compared (compare_signal(): shape, type, unit and the like first, then values piece by
/// piece, values.cpp, or statistics by their moments, statistics.cpp); digests tell where flights
/// part (digest.cpp); signals are sorted, worst first. Two files are read side by side in pieces of
/// 4 MiB, so that memory does not grow with them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "compare/options.hpp"
#include "compare/values.hpp"
#include "record/reader.hpp"

namespace montecopter::compare {

/// From the harmless to the worst.
enum class Verdict {
  same,     ///< no value differs
  noted,    ///< digests or checks that differ, which does not count under the tolerances given
  within,   ///< values differ, within the tolerance
  differs,  ///< values out of tolerance
  unlike,   ///< other shape, type, unit, frame or dimensions: never the same
  missing,  ///< in one of the files only
};
bool is_difference(Verdict verdict);
/// `digest` and `check`: they are equal or not, and nothing else is to say about them.
bool is_hash(const std::string& signal);
std::string verdict_name(Verdict verdict);

/// Where two signals differ first, in the order of storage, and with what.
struct Place {
  std::optional<std::int64_t> sample;
  std::optional<double> time_s;
  std::string text;    ///< "sample 3, time 0.5 s, axis y"
  std::string a = {};  ///< the value, or the name of a code: "0.25", "diverged"; of hashes empty
  std::string b = {};
};

struct SignalReport {
  std::string name;
  Verdict verdict = Verdict::same;
  std::string reason;  ///< of missing and unlike
  std::string unit;
  Tolerance tolerance;
  Tally tally;
  std::optional<Place> first;
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

struct Report {
  std::string file_a;
  std::string file_b;
  bool verified = true;               ///< whether both files are known to be intact
  std::vector<std::string> problems;  ///< of the files as a whole; any means "differs"
  std::vector<SignalReport> signals;  ///< worst first
  std::optional<DigestReport> digest;

  bool same() const;
  ExitCode exit_code() const { return same() ? ExitCode::ok : ExitCode::no; }
};

/// Compares everything in the root groups; /provenance is not compared. Memory is bounded, whatever
/// the size of the files. Error(refused) if they hold different scenarios (unless options.across);
/// Error(usage) if the options name a signal that is in neither file, or are illegal.
Report compare(const record::ResultFile& a, const record::ResultFile& b,
               const CompareOptions& options);

/// A table for people, worst first, and the verdict as its last line.
std::string report_text(const Report& report);
/// One JSON object with everything in the report.
std::string report_json(const Report& report);

}  // namespace montecopter::compare
