#include <fmt/format.h>

#include "core/base/text.hpp"
#include "results/summarise/mean_interval.hpp"
#include "results/summarise/report.hpp"

namespace montecopter {
namespace {

/// Members of an object; non-finite numbers are null.
template <class Names, class Row>
std::string numbers_json(const Names& names, const Row& row) {
  std::string text;
  for (std::size_t s = 0; s < names.size(); ++s) {
    const bool is_count = names[s] == "n";
    text += fmt::format("{}\"{}\": {}", s == 0 ? "" : ", ", names[s],
                        is_count ? fmt::format("{}", row[s]) : json_number(row[s]));
  }
  return text;
}

std::string status_json(const StatusCounts& counts) {
  std::string text = "\"status\": {";
  for (std::size_t code = 0; code < counts.size(); ++code) {
    text += fmt::format("{}\"{}\": {}", code == 0 ? "" : ", ", status_names[code], counts[code]);
  }
  return text + "}";
}

/// Validity counts, followed by a comma; empty for models without limits.
std::string validity_json(const Summary& summary) {
  if (!summary.left_model) return "";
  std::string text = "\"validity\": {";
  const char* before = "";
  for (const ValidityCount& limit : *summary.left_model) {
    text += fmt::format("{}\"{}\": {}", before, limit.name, limit.samples);
    before = ", ";
  }
  return text + "}, ";
}

std::string mean_json(const MeanInterval& interval, bool is_skewed) {
  return fmt::format("\"mean_low95\": {}, \"mean_high95\": {}, \"skewed\": {}",
                     json_number(interval.low), json_number(interval.high), is_skewed);
}

/// Members for designs other than independent samples, followed by a comma.
std::string sampling_json(const Sampling& sampling) {
  if (sampling.is_independent()) return "";
  return fmt::format("\"design\": {}, \"replicates\": {}, ", json_quote(sampling.design),
                     sampling.replicates);
}

/// The failed flights, which the statistics exclude, by status; empty if all ended ok.
std::string left_out_json(const StatusCounts& counts) {
  std::string text;
  for (const Status status : all_statuses) {
    if (counts[status] == 0 || !is_failure(status)) continue;
    text +=
        fmt::format("{}\"{}\": {}", text.empty() ? "" : ", ", status_name(status), counts[status]);
  }
  return "\"left_out\": {" + text + "}";
}

void write_metrics(const Summary& summary, const GroupSummary& group, const Sink& sink) {
  sink(left_out_json(group.counts) + ", \"metrics\": {");
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    sink(fmt::format("{}{}: {{\"unit\": {}, {}, {}}}", m == 0 ? "" : ", ",
                     json_quote(summary.metrics[m].name), json_quote(summary.metrics[m].unit),
                     numbers_json(statistic_names, known_statistics(summary, group, m)),
                     mean_json(group.means[m], is_too_skewed(summary, group, m))));
  }
  sink("}");
}

std::string point_json(const GroupSummary& group) {
  std::string text = fmt::format("\"point\": {}, \"values\": {{", *group.group.point);
  for (std::size_t i = 0; i < group.group.values.size(); ++i) {
    const SweepValue& value = group.group.values[i];
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", json_quote(value.path),
                        value.is_number ? value.text : json_quote(value.text));
  }
  return text + "}, " + status_json(group.counts) + ", ";
}

std::string time_json(double time_s, const SignalChoice& choice, std::span<const TimeRow> rows) {
  std::string text = fmt::format("{{\"time_s\": {}", json_number(time_s));
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const std::string& component = choice.signal.components[choice.components[c]];
    text += fmt::format(", {}: {{{}}}", json_quote(component.empty() ? "value" : component),
                        numbers_json(time_statistics, rows[c]));
  }
  return text + "}";
}

}  // namespace

std::string hash_json(const Source& source) {
  if (source.verified) {
    return "\"verified\": true, \"content_sha256\": " + json_quote(source.content_sha256);
  }
  return "\"verified\": false, \"content_sha256\": \"\", \"stored_content_sha256\": " +
         json_quote(source.content_sha256);
}

void write_json(const Summary& summary, const Source& source, const Sink& sink,
                const std::function<void(std::size_t)>& more, const Remarks& remarks,
                const std::string& members) {
  sink(fmt::format(
      "{{\"scenario\": {}, \"file\": {}, \"complete\": {}, {}, \"samples\": {}, {}, {}{}{}, {}",
      json_quote(summary.scenario), json_quote(source.file), summary.complete, hash_json(source),
      summary.samples(), status_json(summary.counts), validity_json(summary),
      sampling_json(summary.sampling), remarks.json_members(), members));
  if (summary.is_sweep()) sink("\"points\": [");
  for (std::size_t g = 0; g < summary.groups.size(); ++g) {
    if (summary.is_sweep()) sink((g == 0 ? "\n{" : ",\n{") + point_json(summary.groups[g]));
    write_metrics(summary, summary.groups[g], sink);
    if (more) more(g);
    if (summary.is_sweep()) sink("}");
  }
  sink(summary.is_sweep() ? "\n]}\n" : "}\n");
}

std::string summary_json(const Summary& summary, const Source& source, const Remarks& remarks,
                         const std::string& members) {
  std::string text;
  const Sink sink = [&](std::string_view piece) { text += piece; };
  write_json(summary, source, sink, {}, remarks, members);
  return text;
}

void write_signals_json(const SignalReport& report, const Sink& sink) {
  sink(", \"signals\": {");
  for (std::size_t i = 0; i < report.choices.size(); ++i) {
    const SignalChoice& choice = report.choices[i];
    sink(fmt::format("{}{}: {{\"unit\": {}, \"frame\": {}, \"traces\": {}, \"times\": [",
                     i == 0 ? "" : ", ", json_quote(choice.signal.name()),
                     json_quote(choice.signal.dataset->text("units")),
                     json_quote(choice.signal.dataset->text("frame")), report.traces.size()));
    bool first = true;
    summarise_signal(
        report.file, choice, report.traces, report.times,
        [&](Index time, std::span<const TimeRow> rows) {
          const double t = report.time_s[time];
          sink((first ? "\n" : ",\n") + time_json(t, choice, rows));
          first = false;
        },
        report.threads);
    sink("]}");
  }
  sink("}");
}

}  // namespace montecopter
