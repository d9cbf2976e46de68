#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <string_view>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "plan/requirement_columns.hpp"
#include "record/annotations.hpp"
#include "record/writer.hpp"
#include "results/report/html.hpp"
#include "results/report/outcome.hpp"
#include "results/report/sections.hpp"
#include "results/requirements/report.hpp"
#include "results/summarise/consistency.hpp"
#include "results/summarise/saturation.hpp"
#include "scenario/text/sources.hpp"
#include "scenario/text/stated.hpp"

namespace montecopter::report {
namespace {

const char* const nothing = "<span class=\"none\">none</span>";

std::string list(const std::vector<std::string>& entries) {
  if (entries.empty()) return nothing;
  if (entries.size() == 1) return entries.front();
  std::string html = "<ul>";
  for (const std::string& entry : entries) html += "<li>" + entry + "</li>";
  return html + "</ul>";
}

std::string limits_of_models(const Material& m) {
  std::vector<std::string> entries;
  if (!m.summary.left_model) {
    entries.push_back(
        "No validity limits were monitored; output.validity = true monitors those of "
        "the rotor laws.");
  } else {
    const std::int64_t flown = m.summary.samples() - m.summary.count(Status::not_run);
    for (const ValidityCount& limit : *m.summary.left_model) {
      entries.push_back(text(limit.name) + ": " + count(limit.samples) + " of " + count(flown) +
                        " samples exceeded the limit");
    }
  }
  for (const Problem& problem : saturation_warnings(m.file, m.samples)) {
    entries.push_back(text(problem.text(), most_of_text));
  }
  return list(entries);
}

/// "tilt_deg, ground", or "none".
std::string limits_that_end_flights(const FlightLimits& limits) {
  std::vector<std::string> names;
  if (limits.tilt_deg) names.push_back("tilt_deg");
  if (limits.distance_m) names.push_back("distance_m");
  if (limits.ground) names.push_back("ground");
  if (limits.geofence) names.push_back("geofence");
  return names.empty() ? "none" : join(names);
}

/// Number of samples with status ok whose centre of mass reached the ground. 0 where they start
/// there, or where the altitude was not measured.
std::int64_t came_down(const Material& m, double ground_m) {
  constexpr double start_above_m = 0.1, touch_m = 1e-3;
  const std::string column = metric_prefix + std::string("min_altitude_m");
  const Scenario& scenario = m.scenario->scenario;
  const double start_m = -scenario.simulation.initial.position_m[2];
  if (m.file.find(column) == nullptr || start_m < ground_m + start_above_m) return 0;
  const std::vector<double> lowest = read_sample_column(m.file, column);
  std::int64_t count = 0;
  for (std::size_t k = 0; k < lowest.size(); ++k) {
    count += m.samples.status[k] == Status::ok && lowest[k] <= ground_m + touch_m ? 1 : 0;
  }
  return count;
}

/// Number of samples with status ok that miss a requirement on each sample.
std::int64_t missed_one(const Material& m) {
  constexpr auto violated = static_cast<double>(SampleVerdict::violated);
  std::vector<char> misses(m.samples.size(), 0);
  for (const auto& [name, requirement] : m.scenario->scenario.requirement) {
    const std::string column = requirement_prefix + name;
    if (m.file.find(column) == nullptr) continue;
    const std::vector<double> met = read_sample_column(m.file, column);
    for (std::size_t k = 0; k < met.size(); ++k) {
      if (m.samples.status[k] == Status::ok && met[k] == violated) misses[k] = 1;
    }
  }
  return std::count(misses.begin(), misses.end(), 1);
}

/// How samples ended, and failures that no status shows.
std::string failures(const Material& m) {
  std::vector<std::string> entries;
  entries.push_back(fmt::format("{} of {} failed, by status", count(failed_flights(m.summary)),
                                counted(flights(m.summary), "flight")));
  for (const Status status : all_statuses) {
    if (!is_failure(status) || m.summary.counts[status] == 0) continue;
    entries.push_back(count(m.summary.counts[status]) + " " + status_name(status) +
                      (status == Status::invalid_input ? ": cannot fly, and are not flights" : ""));
  }
  if (m.summary.count(Status::not_run) > 0) {
    entries.push_back(count(m.summary.count(Status::not_run)) + " not flown");
  }
  if (!m.scenario) return list(entries);
  const Scenario& scenario = m.scenario->scenario;
  const FlightLimits& limits = scenario.simulation.limits;
  entries.push_back("limits that end a flight (<code>simulation.limits</code>): " +
                    limits_that_end_flights(limits));
  const double ground_m = ground_height_m(scenario.environment->ground);
  if (scenario.has_end_event()) {
    entries.push_back("events of the type <code>end</code> end flights with status ok");
  }
  if (scenario.simulation.ends_at_touchdown()) {
    entries.push_back(scenario.has_end_event()
                          ? "so does their touchdown (<code>simulation.end</code>)"
                          : "flights with status ok end at their touchdown "
                            "(<code>simulation.end</code>)");
  } else if (const std::int64_t down = limits.ground ? 0 : came_down(m, ground_m); down > 0) {
    entries.push_back(fmt::format(
        "{} with status ok reached the ground (<code>min_altitude_m</code> &lt;= {} m); no status "
        "shows this without <code>simulation.limits.ground</code>",
        count(down), number(ground_m)));
  }
  if (const std::int64_t missed = missed_one(m); missed > 0) {
    entries.push_back(count(missed) + " with status ok miss at least one requirement");
  }
  return list(entries);
}

std::string verification(const Material& m) {
  std::vector<std::string> entries;
  entries.push_back(m.verified
                        ? "The stored bytes of every sample match their checksum" +
                              std::string(m.summary.complete ? " and the content hash." : ".")
                        : "The stored bytes were not compared with their hashes (--no-verify).");
  const std::string stamp = m.file.volatile_text("verify_stamp");
  entries.push_back(
      stamp.empty()
          ? "The file does not record that the program verified itself on that machine: "
            "<code>montecopter verify --stamp</code> does, before the flights."
          : "The build that finished the file had passed <code>montecopter verify</code> on that "
            "machine: " +
                text(stamp) + ".");
  return list(entries);
}

/// List of the tests of the estimator's errors.
std::string consistency(const Material& m) {
  std::vector<std::string> entries;
  for (const ConsistencyTest& test : consistency_tests(m.file, m.summary)) {
    entries.push_back(text(test.text(m.summary), most_of_text));
  }
  return entries.empty() ? "not tested: there is no estimator with a covariance, the samples are "
                           "not independent, or no flight ended ok"
                         : list(entries);
}

std::string warnings(const Material& m) {
  std::vector<std::string> entries;
  for (const std::string& line : m.file.warnings()) entries.push_back(text(line, most_of_text));
  return list(entries);
}

std::string unmet(const Material& m) {
  if (!m.judgements) return "no requirements were judged";
  std::vector<std::string> entries;
  for (const Judgement& row : m.judgements->rows) {
    if (row.flown > 0 && row.verdict() == statistics::Verdict::met) continue;
    const auto point = m.judgements->groups[row.group].point;
    entries.push_back(fmt::format("{}{}: {}, {}", text(row.name),
                                  point ? fmt::format(" at point {}", *point) : "",
                                  row.flown == 0 ? "not flown" : name_of(row.verdict()),
                                  "<code>" + text(row.statement, 400) + "</code>"));
  }
  constexpr std::size_t most = 40;
  if (entries.size() > most) {
    const std::size_t more = entries.size() - most;
    entries.resize(most);
    entries.push_back(fmt::format("and {} more", more));
  }
  return list(entries);
}

std::string numerical_error(const Material& m) {
  if (m.options.convergence.empty()) {
    return "<span class=\"none\">none given</span>: <code>montecopter converge --json</code> "
           "estimates it, and <code>report --converge FILE</code> shows the estimate";
  }
  return "estimated by <code>montecopter converge</code>, see the table below";
}

std::string value_text(const toml::node& node) {
  if (const auto text = node.value<std::string>()) return toml_quote(*text);
  if (const auto* number = node.as_floating_point()) return format_double(number->get());
  if (const toml::array* list = node.as_array()) {
    std::vector<std::string> parts;
    for (const toml::node& part : *list) parts.push_back(value_text(part));
    return "[" + fmt::format("{}", fmt::join(parts, ", ")) + "]";
  }
  if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
  return node.value_or(false) ? "true" : "false";
}

/// 'dist = "normal", mean = 1.55, sd = 0.05', which comes first.
std::string distribution(const toml::node& node) {
  const toml::table* keys = node.as_table();
  if (keys == nullptr) return value_text(node);
  std::string line;
  if (const toml::node* dist = keys->get("dist")) line = "dist = " + value_text(*dist);
  for (const auto& [key, value] : *keys) {
    const std::string_view name = key.str();
    const bool is_default = (name == "apply" && value.value_or(std::string()) == "value") ||
                            (name == "share" && value.value_or(std::string()) == "all");
    if (name == "dist" || is_default) continue;
    line += fmt::format("{}{} = {}", line.empty() ? "" : ", ", name, value_text(value));
  }
  return line;
}

/// The dispersed inputs, as the resolved scenario writes them.
std::string inputs(const Material& m) {
  HtmlTable table("Dispersed inputs, drawn for each sample", {"input", "distribution"});
  const toml::table root = toml::parse(m.file.resolved_text());
  if (const toml::table* dispersed = root["disperse"].as_table()) {
    for (const auto& [path, node] : *dispersed) {
      table.row({text(path.str()), "<code>" + text(distribution(node), 600) + "</code>"}, "",
                "words");
    }
  }
  if (table.empty()) return "<p class=\"none\">Inputs: none is dispersed.</p>\n";
  return table.html() + recompute(m.command("sensitivity"));
}

/// The value at a path without '*', as the resolved scenario writes it.
std::string value_at(const toml::table& root, const std::string& path) {
  const toml::node* node = &root;
  for (const std::string& key : split_path(path).value_or(std::vector<std::string>())) {
    if (const toml::table* table = node->as_table()) {
      node = table->get(key);
    } else if (const toml::array* list = node->as_array()) {
      const auto index = element_index(key, list->size());
      node = index ? list->get(*index) : nullptr;
    } else {
      node = nullptr;
    }
    if (node == nullptr) return "";
  }
  return node->is_table() || node->is_array_of_tables() ? "" : value_text(*node);
}

/// Sources of numbers, as the scenario and its included files state them.
std::string sources_of(const Material& m) {
  HtmlTable table("Sources of numbers, from [source] in the scenario and its included files",
                  {"key", "value", "source"});
  const toml::table root = toml::parse(m.file.resolved_text());
  for (const NumberSource& source :
       read_sources(m.file.root_attribute(record::sources_attribute))) {
    const std::string value = value_at(root, source.path);
    const char* style = value.size() > 24 ? "" : " class=\"short\"";  // keeps a number on one line
    table.row({text(source.path),
               value.empty() ? "" : fmt::format("<code{}>{}</code>", style, text(value)),
               text(source.text, most_of_text)},
              "", "words");
  }
  if (!table.empty()) return table.html();
  return "<p class=\"none\">Sources of numbers: [source] states none.</p>\n";
}

std::string sampling(const Material& m) {
  std::string words = fmt::format(
      "{}{}, design <code>{}</code>", counted(m.summary.samples(), "sample"),
      m.summary.is_sweep() ? " at " + counted(m.summary.groups.size(), "sweep point") : "",
      text(m.summary.sampling.design));
  if (m.scenario) words += fmt::format(", seed {}", m.scenario->scenario.monte_carlo.seed);
  words += m.summary.sampling.is_independent() ? ". Intervals assume independent samples."
           : m.summary.sampling.is_replicated()
               ? ". Intervals come from the replicates of the design."
               : ". The samples are not independent: means have no intervals.";
  return words;
}

const char* title_of(const std::string& key) {
  if (key == "intended_use") return "intended use";
  if (key == "referent_data") return "referent data";
  if (key == "uncertainty_statement") return "uncertainty statement";
  if (key == "known_defects") return "known defects";
  return key == "waivers" ? "waivers" : "reviewer";
}

std::string stated(const std::vector<RecordFields>& all, const std::string& key) {
  for (const RecordFields& one : all) {
    if (one.key != key) continue;
    std::vector<std::string> entries;
    for (const std::string& words : one.texts) entries.push_back(text(words, most_of_text));
    return list(entries);
  }
  return nothing;
}

}  // namespace

std::optional<Section> record_section(const Material& m) {
  std::vector<RecordFields> texts = stated_in_record(m.file.scenario_text());
  add_annotations(texts, record::read_annotations(m.file).text);
  HtmlTable table(
      "Record after NASA-STD-7009B. Statements by people come from the table [record] of the "
      "scenario and, with a date, from `montecopter annotate`.",
      {"item", "entry"});
  const auto add = [&](const char* item, const std::string& entry) {
    table.row({item, entry}, "", "words");
  };
  const auto add_stated = [&](const char* key) { add(title_of(key), stated(texts, key)); };
  add_stated("intended_use");
  add_stated("referent_data");
  add("validity limits of the models", limits_of_models(m));
  add("failed flights", failures(m));
  add("verification", verification(m));
  add("consistency of the estimator", consistency(m));
  add("warnings", warnings(m));
  add("unmet criteria", unmet(m));
  add("numerical error", numerical_error(m));
  add("sampling uncertainty", sampling(m));
  add_stated("uncertainty_statement");
  add_stated("waivers");
  add_stated("known_defects");
  add_stated("reviewer");
  const std::string build = m.file.build(), hash = m.file.content_sha256();
  add("flown by", build.empty() ? "not stated in the file" : "montecopter " + text(build));
  add("record sha256", "<code>" + record::read_annotations(m.file).last_sha256 + "</code>");
  add("content sha256",
      hash.empty() ? "none: the file is not finished" : "<code>" + hash + "</code>");
  Section section{"record", "What the numbers rest on", table.html()};
  section.html += recompute(m.command("stats", "--json"));
  section.html += m.options.convergence + inputs(m) + sources_of(m);
  return section;
}

}  // namespace montecopter::report
