#pragma once
/// A summary as text (tables of `width` columns), JSON and CSV.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/remarks.hpp"
#include "core/base/table.hpp"
#include "results/summarise/signals.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {

/// Takes a piece of text; long reports come in many pieces.
using Sink = std::function<void(std::string_view)>;

/// Output of `run` at its end: how the samples ended, and a short table.
std::string summary_text(const Summary& summary, std::size_t width = usual_table_width);

/// Output of `stats`: how the samples ended, a table with the interval of the median, and in a
/// sweep one table per point.
std::string stats_text(const Summary& summary, std::size_t width = usual_table_width);
std::vector<TableText> stats_tables(const Summary& summary, bool with_units = false);

/// Tables of a sweep: one for each metric, with a row for each point.
std::string points_text(const Summary& summary, std::size_t width = usual_table_width);
std::vector<TableText> points_tables(const Summary& summary);

/// "NAME: 1000 samples, 998 ok, 2 diverged", and the missing samples of an incomplete file.
std::string headline(const Summary& summary);

/// "point 3: vehicle.mass_kg = 1.2"; empty without a sweep.
std::string group_text(const Group& group);

/// The file of a summary.
struct Source {
  std::string file;
  std::string content_sha256;  ///< as stored; empty if the file is not finished
  bool verified = true;        ///< the bytes have been compared with the hashes
};

/// Members of a JSON object: whether the file was verified, and its hash. A hash that was not
/// verified is printed as `stored_content_sha256`.
std::string hash_json(const Source& source);

/// The summary as one JSON object, which ends with a newline. `more(g)` writes further members of
/// group g, each after a comma; `members` are further members of the whole, as JSON, each followed
/// by a comma.
void write_json(const Summary& summary, const Source& source, const Sink& sink,
                const std::function<void(std::size_t)>& more = {},
                const Remarks& remarks = Remarks(), const std::string& members = "");
std::string summary_json(const Summary& summary, const Source& source,
                         const Remarks& remarks = Remarks(), const std::string& members = "");

/// One line per metric (and sweep point) under one header line.
void write_csv(const Summary& summary, const Sink& sink);

/// Statistics over time of some signals of one group.
struct SignalReport {
  const record::ResultFile& file;
  const Group& group;
  std::span<const SignalChoice> choices;
  std::span<const std::int64_t> traces;  ///< rows of the traces
  std::span<const Index> times;          ///< indices of output times
  std::span<const double> time_s;        ///< all output times
  int threads = 1;
};

/// A table for each component.
std::string signals_text(const SignalReport& report, std::size_t width = usual_table_width);
/// The member "signals" of a JSON object.
void write_signals_json(const SignalReport& report, const Sink& sink);
/// CSV lines without the header.
void write_signals_csv(const SignalReport& report, const Sink& sink);
/// The CSV header, for all groups.
std::string signals_csv_header(const Group& group);

}  // namespace montecopter
