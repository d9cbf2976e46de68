#include "correlation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/table.hpp"
#include "core/statistics/rank_correlation.hpp"
#include "plan/correlated_pairs.hpp"

namespace montecopter::cli {
namespace {

/// Number of samples that estimate a correlation to 0.01. More would take time and add nothing.
constexpr std::int64_t most_samples = 10000;

/// Rank correlations of the draws of the first samples of the first point.
class ReachedCorrelation {
 public:
  explicit ReachedCorrelation(const Plan& plan)
      : plan_(plan),
        samples_(std::min({plan.layout.samples, plan.samples_per_point, most_samples})) {}

  std::int64_t samples() const { return samples_; }
  /// Whether samples differ in these inputs, and there are enough of them for ranks.
  bool is_known(const CorrelatedPair& pair) const {
    return samples_ > 1 && !plan_.dispersions[pair.a].is_frozen;
  }
  double operator()(const CorrelatedPair& pair) {
    return statistics::rank_correlation(draws_of(pair.a), draws_of(pair.b));
  }

 private:
  const statistics::OrderedValues& draws_of(std::size_t input) {
    const auto [entry, is_new] = draws_.try_emplace(input);
    if (is_new) {
      std::vector<double> values;
      for (std::int64_t row = 0; row < samples_; ++row) {
        values.push_back(plan_.dispersions[input].draw(plan_.design_row(row)));
      }
      entry->second = statistics::ordered(std::move(values));
    }
    return entry->second;
  }

  const Plan& plan_;
  std::int64_t samples_;
  std::map<std::size_t, statistics::OrderedValues> draws_;
};

/// Name of an input as in its column.
std::string name_of(std::size_t input, const Plan& plan) {
  return plan.dispersions[input].column_name().substr(3);
}

/// Text such as "0.60"; 0.0 + turns -0.00 into 0.00.
std::string two_decimals(double value) {
  return fmt::format("{:.2f}", 0.0 + std::round(100 * value) / 100);
}

}  // namespace

std::string correlation_text(const Plan& plan, std::size_t width) {
  const std::vector<CorrelatedPair> pairs = correlated_pairs(plan);
  if (pairs.empty()) return "";
  constexpr std::size_t most_rows = 20;
  ReachedCorrelation reached(plan);
  Table table{{"correlated inputs", "requested rank correlation",
               fmt::format("achieved in {} samples", reached.samples())},
              {}};
  for (std::size_t i = 0; i < std::min(pairs.size(), most_rows); ++i) {
    table.rows.push_back({name_of(pairs[i].a, plan) + ", " + name_of(pairs[i].b, plan),
                          two_decimals(pairs[i].rank_correlation),
                          reached.is_known(pairs[i]) ? two_decimals(reached(pairs[i])) : "-"});
  }
  std::string text = table_text(table, width);
  if (pairs.size() > most_rows)
    text += fmt::format("and {} more pairs\n", pairs.size() - most_rows);
  return text;
}

Json correlation_json(const Plan& plan) {
  Json all = Json::array();
  ReachedCorrelation reached(plan);
  for (const CorrelatedPair& pair : correlated_pairs(plan)) {
    Json one = Json::object();
    Json inputs = Json::array();
    for (const std::size_t input : {pair.a, pair.b}) {
      inputs.add(Json::text(plan.dispersions[input].column_name()));
    }
    one.set("inputs", std::move(inputs));
    one.set("rank_correlation", Json::number(pair.rank_correlation));
    one.set("reached", reached.is_known(pair) ? Json::number(reached(pair)) : Json());
    one.set("samples", Json::number(reached.samples()));
    all.add(std::move(one));
  }
  return all;
}

std::string correlation_members(const Plan& plan) {
  if (correlated_pairs(plan).empty()) return "";
  return fmt::format("\"correlated\": {}, ", correlation_json(plan).print());
}

}  // namespace montecopter::cli
