#include "results/summarise/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "plan/invalid_reason.hpp"
#include "results/summarise/selection.hpp"

namespace montecopter {
namespace {

using Kind = SampleColumn::Kind;

/// The columns to show. Left out are sample and status (always shown), metrics that were not
/// requested, and reasons not to fly if all samples were flown.
std::vector<SampleColumn> shown_columns(const record::ResultFile& file, const Samples& samples,
                                        const std::vector<std::int64_t>& chosen,
                                        const std::vector<std::string>& metrics) {
  std::vector<SampleColumn> columns = sample_columns(file);
  const bool all_fly = std::none_of(chosen.begin(), chosen.end(), [&](std::int64_t number) {
    return samples.at_row(number) == Status::invalid_input;
  });
  if (all_fly) {
    std::erase_if(columns, [](const auto& c) { return c.name == invalid_reason_column; });
  }
  std::vector<std::string> known, wanted;
  for (const SampleColumn& column : columns) {
    if (column.kind == Kind::metric) known.push_back(column.name);
  }
  Diagnostics problems;
  for (const std::string& name : metrics) {
    const std::size_t before = wanted.size();
    std::copy_if(known.begin(), known.end(), std::back_inserter(wanted),
                 [&](const std::string& metric) { return is_metric_called(metric, name); });
    if (wanted.size() > before) continue;
    report_unknown_metric(problems, name, known);
  }
  problems.throw_if_errors();
  std::erase_if(columns, [&](const SampleColumn& column) {
    const bool is_unwanted = column.kind == Kind::metric && !wanted.empty() &&
                             std::count(wanted.begin(), wanted.end(), column.name) == 0;
    return column.name == "sample" || column.name == status_column || is_unwanted;
  });
  return columns;
}

/// Whether the quantity that sorts the list is a column of its own.
bool is_column(const Listing& listing, const std::string& name) {
  return std::any_of(listing.columns.begin(), listing.columns.end(),
                     [&](const SampleColumn& c) { return c.name == name || c.dataset == name; });
}

/// The name of a number, if it has one.
std::optional<std::string> name_of(const SampleColumn& column, double value) {
  for (std::size_t k = 0; k < column.codes.size(); ++k) {
    if (static_cast<double>(k) == value) return column.codes[k];
  }
  return std::nullopt;
}

std::string number_text(const SampleColumn& column, double value) {
  if (const auto name = name_of(column, value)) return *name;
  if (std::isnan(value)) return "-";
  if (column.is_whole) return fmt::format("{:.0f}", value);
  return column.name == t_end_column ? fmt::format("{:.6g}", value) : significant(value);
}

std::string number_csv(const SampleColumn& column, double value) {
  if (const auto name = name_of(column, value)) return csv_quote(*name);
  return column.is_whole && !std::isnan(value) ? fmt::format("{:.0f}", value) : csv_number(value);
}

std::string number_json(const SampleColumn& column, double value) {
  if (const auto name = name_of(column, value)) return json_quote(*name);
  return column.is_whole && !std::isnan(value) ? fmt::format("{:.0f}", value) : json_number(value);
}

/// Members of `"inputs": {...}`: the columns of one kind for a sample.
std::string members(const Listing& listing, Kind kind, std::size_t k) {
  std::string text;
  for (std::size_t c = 0; c < listing.columns.size(); ++c) {
    if (listing.columns[c].kind != kind) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_quote(listing.columns[c].name),
                        number_json(listing.columns[c], listing.values[c][k]));
  }
  return text;
}

std::string choice_json(const SampleChoice& choice) {
  std::string text;
  const auto add = [&](const char* name, const std::string& value) {
    text += fmt::format("{}\"{}\": {}", text.empty() ? "" : ", ", name, value);
  };
  if (!choice.numbers.empty()) {
    add("samples", fmt::format("[{}]", fmt::join(choice.numbers, ", ")));
  }
  if (choice.point) add("point", fmt::format("{}", *choice.point));
  if (choice.failed) add("failed", "true");
  if (choice.where) add("where", json_quote(*choice.where));
  if (choice.count) add(choice.smallest ? "smallest" : "largest", fmt::format("{}", *choice.count));
  if (choice.by) add("by", json_quote(*choice.by));
  return "{" + text + "}";
}

/// The numbers of a column for some samples; few samples are read one by one.
std::vector<double> values_of(const record::ResultFile& file, const SampleColumn& column,
                              const std::vector<std::int64_t>& numbers) {
  const record::Dataset& dataset = sample_column(file, column.dataset);
  std::vector<double> values, all;
  const bool are_few = std::ssize(numbers) < file.samples() / 64;
  if (!are_few) all = file.read_f64(dataset, 0, dataset.rows());
  for (const std::int64_t number : numbers) {
    values.push_back(are_few ? file.read_f64(dataset, number, 1).front()
                             : all[static_cast<std::size_t>(number)]);
  }
  return values;
}

/// Columns in the order of a table: metrics that somebody asked for before the inputs, as a table
/// that is too wide loses its last columns.
std::vector<std::size_t> table_order(const Listing& listing) {
  std::vector<std::size_t> order(listing.columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (listing.names_metrics) {
    std::stable_partition(order.begin(), order.end(), [&](std::size_t c) {
      return listing.columns[c].kind != Kind::input && !listing.columns[c].name.starts_with("req_");
    });
  }
  return order;
}

}  // namespace

Listing list_samples(const record::ResultFile& file, const Samples& samples,
                     const SampleChoice& choice, const std::vector<std::string>& metrics) {
  Listing listing{.scenario = file.root_attribute("title"),
                  .complete = file.complete(),
                  .samples = file.samples(),
                  .choice = choice,
                  .chosen = {},
                  .status = {},
                  .columns = {},
                  .values = {},
                  .names_metrics = !metrics.empty()};
  listing.chosen = choose_samples(file, samples, choice);
  listing.columns = shown_columns(file, samples, listing.chosen.numbers, metrics);
  for (const std::int64_t number : listing.chosen.numbers) {
    listing.status.emplace_back(status_name(samples.at_row(number)));
  }
  for (const SampleColumn& column : listing.columns) {
    listing.values.push_back(values_of(file, column, listing.chosen.numbers));
  }
  return listing;
}

TableText listing_table(const Listing& listing, std::size_t width) {
  const auto& numbers = listing.chosen.numbers;
  const std::string head = fmt::format("{}: {} of {} ({})\n", listing.scenario, numbers.size(),
                                       counted(listing.samples, "sample"), listing.choice.text());
  if (numbers.empty()) return {head, {}, ""};
  // The sort quantity comes first and is not repeated.
  const std::string by = listing.choice.by.value_or("");
  Table table{{"sample", "status"}, {}};
  if (!by.empty()) table.header.push_back(by);
  const auto is_first = [&](const SampleColumn& c) { return c.name == by || c.dataset == by; };
  const std::vector<std::size_t> order = table_order(listing);
  for (const std::size_t c : order) {
    if (!is_first(listing.columns[c])) table.header.push_back(listing.columns[c].name);
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    auto& cells = table.rows.emplace_back();
    cells.push_back(fmt::format("{}", numbers[k]));
    cells.push_back(listing.status[k]);
    if (!by.empty()) cells.push_back(significant(listing.chosen.by[k]));
    for (const std::size_t c : order) {
      if (is_first(listing.columns[c])) continue;
      cells.push_back(number_text(listing.columns[c], listing.values[c][k]));
    }
  }
  if (width_of(table) > width) {
    Table turned = transposed(table);
    if (width_of(turned) <= width) table = std::move(turned);
  }
  return {head, std::move(table), ""};
}

std::string listing_text(const Listing& listing, std::size_t width) {
  TableText text = listing_table(listing, width);
  Table& table = text.table;
  const std::size_t columns = table.header.size();
  constexpr std::size_t least = 3;  // sample, status, and what the list is sorted by
  while (table.header.size() > least && width_of(table) > width) {
    table.header.pop_back();
    for (auto& row : table.rows) row.pop_back();
  }
  if (table.header.size() < columns) {
    text.after = fmt::format("{} of {} columns; --metric chooses metrics, --csv prints all\n",
                             table.header.size(), columns);
  }
  return tables_text({text}, width);
}

void write_listing_json(const Listing& listing, const Source& source, const Remarks& remarks,
                        const Sink& sink) {
  const auto& numbers = listing.chosen.numbers;
  sink(fmt::format(
      "{{\"scenario\": {}, \"file\": {}, \"complete\": {}, {}, \"samples\": {}, "
      "\"choice\": {}, \"chosen\": {}, {}, \"list\": [",
      json_quote(listing.scenario), json_quote(source.file), listing.complete, hash_json(source),
      listing.samples, choice_json(listing.choice), numbers.size(), remarks.json_members()));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    std::string line = fmt::format("{}\n{{\"sample\": {}, \"status\": {}", k == 0 ? "" : ",",
                                   numbers[k], json_quote(listing.status[k]));
    if (listing.choice.by) line += ", \"by\": " + json_number(listing.chosen.by[k]);
    const std::string others = members(listing, Kind::other, k);
    if (!others.empty()) line += ", " + others;
    sink(line + ", \"inputs\": {" + members(listing, Kind::input, k) + "}, \"metrics\": {" +
         members(listing, Kind::metric, k) + "}}");
  }
  sink(numbers.empty() ? "]}\n" : "\n]}\n");
}

void write_listing_csv(const Listing& listing, const Sink& sink) {
  const bool with_by = listing.choice.by && !is_column(listing, *listing.choice.by);
  std::string header = "sample,status";
  if (with_by) header += "," + csv_quote(*listing.choice.by);
  for (const SampleColumn& column : listing.columns) {
    header += "," + csv_quote(column.dataset);
  }
  sink(header + "\n");
  for (std::size_t k = 0; k < listing.chosen.numbers.size(); ++k) {
    std::string line = fmt::format("{},{}", listing.chosen.numbers[k], listing.status[k]);
    if (with_by) line += "," + csv_number(listing.chosen.by[k]);
    for (std::size_t c = 0; c < listing.columns.size(); ++c) {
      line += "," + number_csv(listing.columns[c], listing.values[c][k]);
    }
    sink(line + "\n");
  }
}

}  // namespace montecopter
