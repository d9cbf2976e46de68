#include "results/report/searches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/error.hpp"
#include "results/report/chart.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "scenario/derived/flights_sha256.hpp"

namespace montecopter::report {
namespace {

using nlohmann::json;

constexpr std::size_t most_inputs = 15;

/// A number, or null, which stands for NaN.
double number_of(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::string text_at(const json& table, const char* key) {
  return text(table.at(key).get<std::string>());
}

std::string with_unit(const std::string& words, const json& answer) {
  const auto unit = answer.at("unit").get<std::string>();
  return unit.empty() || unit == "1" ? words : words + " [" + unit + "]";
}

/// Probability over the distance beyond the bound, from level to level to the violation.
std::string levels_chart(const json& answer, const std::string& id) {
  std::vector<double> beyond, probability, low, high;
  const auto add = [&](double at, const json& row) {
    if (!(number_of(row.at("low")) > 0)) return;  // a logarithmic axis has no 0
    beyond.push_back(at);
    probability.push_back(number_of(row.at("probability")));
    low.push_back(number_of(row.at("low"))), high.push_back(number_of(row.at("high")));
  };
  for (const json& level : answer.at("levels")) add(level.at("beyond").get<double>(), level);
  add(0, answer);
  if (beyond.size() < 2) return "";
  const double allowed = answer.at("allowed").get<double>();
  Axis x = Axis::empty(with_unit("distance beyond the bound", answer));
  Axis y = Axis::empty("probability of exceedance", true);
  x.include(beyond), y.include(low), y.include(high), y.include(allowed);
  Chart chart(id, answer.at("requirement").get<std::string>(), x.padded(), y.padded());
  chart.band(beyond, low, high, "narrow", "interval");
  chart.line(beyond, probability, "mean", "probability");
  chart.horizontal(allowed, "bound", "allowed");
  chart.vertical(0, "zero", "bound");
  chart.describe("Probability that a flight is farther beyond the bound than each level.");
  chart.data("beyond", number_list(beyond)).data("probability", number_list(probability));
  return "<div class=\"grid\">\n" + chart.figure("") + "</div>\n";
}

std::string rare_html(const json& answer, const std::string& id) {
  HtmlTable table(answer.at("requirement").get<std::string>() + ": probability of a violation",
                  {"requirement", "verdict", "P(violation)", "interval", "coverage", "allowed",
                   "flights", "effective samples"});
  const auto probability = [&](const char* key) { return number(number_of(answer.at(key)), 3); };
  table.row({"P(not " + text_at(answer, "statement") + ")", text_at(answer, "verdict"),
             probability("probability"), probability("low") + " to " + probability("high"),
             number(number_of(answer.at("confidence"))), probability("allowed"),
             count(answer.at("flights").get<std::int64_t>()),
             number(number_of(answer.at("effective_samples")), 3)});
  std::string warnings;
  for (const json& one : answer.at("warnings")) {
    warnings += "<p>" + text(one.get<std::string>(), most_of_text) + "</p>\n";
  }
  return table.html() + warnings + levels_chart(answer, id);
}

std::string worst_html(const json& answer, const std::string& id) {
  std::vector<double> flights, values;
  const double all = answer.at("flights").get<double>();
  const double batch = answer.at("flights_per_batch").get<double>();
  double flown = 0;
  for (const json& value : answer.at("progress")) {
    values.push_back(number_of(value));
    flights.push_back(std::min(all, flown += batch));
  }
  const json& worst = answer.at("worst").at(0);
  const auto sought = answer.at("sought").get<std::string>();
  const double within = answer.at("within").get<double>(), value = number_of(worst.at("value"));
  HtmlTable table(
      fmt::format("{}: {} after {} flights, {}", with_unit(sought, answer),
                  std::isnan(value) ? "failed" : fmt::format("{:.6g}", value), all,
                  within < 1 ? fmt::format("among the {:.6g} % most plausible inputs", 100 * within)
                             : "anywhere in the support of the inputs"),
      {"input of the worst flight", "value", "standard deviations from the median"});
  std::vector<json> inputs = worst.at("inputs").get<std::vector<json>>();
  const auto distance = [](const json& input) {
    const double score = number_of(input.at("score"));
    return std::isnan(score) ? -1.0 : std::abs(score);
  };
  std::stable_sort(inputs.begin(), inputs.end(),
                   [&](const json& a, const json& b) { return distance(a) > distance(b); });
  for (std::size_t i = 0; i < std::min(inputs.size(), most_inputs); ++i) {
    table.row({text_at(inputs[i], "name"), number(number_of(inputs[i].at("value")), 6),
               number(number_of(inputs[i].at("score")), 3)});
  }
  Axis x{"flights", 0, all, false};
  Axis y = Axis::empty(with_unit(sought, answer));
  y.include(values);
  Chart chart(id, sought, x, y.padded());
  chart.line(flights, values, "mean", "worst so far");
  chart.describe("The worst value after each batch of flights.");
  chart.data("flights", number_list(flights)).data("worst", number_list(values));
  const std::string left_out =
      inputs.size() > most_inputs
          ? fmt::format("<p>{} more inputs are not listed.</p>\n", inputs.size() - most_inputs)
          : "";
  return table.html() + left_out + "<div class=\"grid\">\n" + chart.figure("") + "</div>\n";
}

[[noreturn]] void refuse_kind(const std::string& name, const std::string& why) {
  throw Error(ExitCode::usage,
              fmt::format("{}: error: this is not an output of `rare --json` or `worst --json` "
                          "({}). Create one: montecopter rare SCENARIO.toml --requirement NAME "
                          "--json > {}",
                          name, why, name));
}

}  // namespace

std::string search_html(const std::string& given, const std::string& name,
                        const std::string& resolved, std::size_t number) {
  try {
    const json answer = json::parse(given);
    const auto command = answer.at("command").get<std::string>();
    if (command != "rare" && command != "worst") refuse_kind(name, "it has another command");
    if (answer.at("flights_sha256") != flights_sha256(resolved)) {
      throw Error(ExitCode::refused,
                  Problem{name, "it does not belong to the scenario of the result",
                          fmt::format("flights sha256 {}, the result has {}",
                                      answer.at("flights_sha256").get<std::string>().substr(0, 16),
                                      flights_sha256(resolved).substr(0, 16)),
                          fmt::format("Run {} on the scenario of the result, with the same --set "
                                      "options",
                                      command)});
    }
    const std::string id = fmt::format("search-{}", number);
    return command == "rare" ? rare_html(answer, id) : worst_html(answer, id);
  } catch (const json::exception& error) {
    refuse_kind(name, std::string("it cannot be read: ") + error.what());
  }
}

std::optional<Section> searches_section(const Material& m) {
  if (m.options.searches.empty()) return std::nullopt;
  Section section{"searches", "Rare violations and worst flights", ""};
  for (const std::string& html : m.options.searches) section.html += html;
  section.html +=
      "<p>These numbers come from flights of their own, not from the samples of the result.</p>\n";
  return section;
}

}  // namespace montecopter::report
