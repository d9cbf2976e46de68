/// The table of held-out errors, as text and JSON.

#include <fmt/format.h>

#include <cmath>

#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/base/words.hpp"
#include "flights/identify/held_out.hpp"

namespace montecopter::identify {
namespace {

std::string_view name_of(FitMethod method) {
  return fit_method_names[static_cast<std::size_t>(method)];
}

/// Quantities that the method predicts worse than "nothing changes".
std::vector<std::string> worse_quantities(const MethodErrors& errors) {
  std::vector<std::string> worse;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    if (held_out_ratio(errors, q) >= 1) worse.emplace_back(quantities[q].name);
  }
  return worse;
}

/// "prediction: 0.31 times the errors of "nothing changes""
std::string verdict_text(const MethodErrors& errors) {
  std::string text =
      fmt::format("{}: held-out errors are {} times the errors of \"nothing changes\"",
                  name_of(errors.method), significant(held_out_ratio(errors), 3));
  const std::vector<std::string> worse = worse_quantities(errors);
  if (!worse.empty()) text += fmt::format("; worse than them in {}", fmt::join(worse, ", "));
  if (errors.lost > 0) text += fmt::format("; {} predictions diverge", errors.lost);
  if (!errors.has_converged) text += "; not every fit converged";
  return text + "\n";
}

std::string recommendation_text(const HeldOut& held_out) {
  if (held_out.methods.size() == 1) return "";
  const auto best = recommended(held_out);
  if (!best) return "recommended: none, because none predicts better than \"nothing changes\"\n";
  return fmt::format("recommended: --method {}\n", name_of(*best));
}

Json quantity_json(const MethodErrors& errors, std::size_t q) {
  Json horizons = Json::array();
  for (const PredictionErrors& horizon : errors.horizons) {
    horizons.add(Json::object()
                     .set("horizon_s", Json::number(horizon.horizon_s))
                     .set("own_mean", Json::number(horizon.own[q]))
                     .set("held_out_mean", Json::number(horizon.held_out[q]))
                     .set("unchanged_mean", Json::number(horizon.unchanged[q])));
  }
  return Json::object()
      .set("quantity", Json::text(quantities[q].name))
      .set("unit", Json::text(quantities[q].unit))
      .set("ratio", Json::number(held_out_ratio(errors, q)))
      .set("horizons", std::move(horizons));
}

}  // namespace

std::string held_out_text(const HeldOut& held_out, std::size_t width) {
  if (held_out.methods.empty())
    return "held-out errors: none, because the log is too short to leave a part out\n";
  Table table{{"mean error", "horizon [s]", "unchanged"}, {}};
  for (const MethodErrors& errors : held_out.methods) {
    table.header.push_back(fmt::format("{}: own", name_of(errors.method)));
    table.header.emplace_back("held out");
  }
  const MethodErrors& first = held_out.methods.front();
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    if (std::isnan(held_out_ratio(first, q))) continue;
    for (std::size_t h = 0; h < first.horizons.size(); ++h) {
      std::vector<std::string> row = {
          with_bracketed_unit(std::string(quantities[q].name), std::string(quantities[q].unit)),
          fmt::format("{:.4g}", first.horizons[h].horizon_s),
          significant(first.horizons[h].unchanged[q], 4)};
      for (const MethodErrors& errors : held_out.methods) {
        row.push_back(significant(errors.horizons[h].own[q], 4));
        row.push_back(significant(errors.horizons[h].held_out[q], 4));
      }
      table.rows.push_back(row);
    }
  }
  std::string text = fmt::format("held-out errors, leaving out {}\n", held_out.left_out) +
                     table_text(table, width);
  for (const MethodErrors& errors : held_out.methods) text += verdict_text(errors);
  return text + recommendation_text(held_out);
}

Json held_out_json(const HeldOut& held_out) {
  if (held_out.methods.empty()) return {};
  Json methods = Json::array();
  for (const MethodErrors& errors : held_out.methods) {
    Json of_quantities = Json::array();
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      if (!std::isnan(held_out_ratio(errors, q))) of_quantities.add(quantity_json(errors, q));
    }
    methods.add(Json::object()
                    .set("method", Json::text(name_of(errors.method)))
                    .set("converged", Json::boolean(errors.has_converged))
                    .set("lost", Json::number(errors.lost))
                    .set("ratio", Json::number(held_out_ratio(errors)))
                    .set("better_than_unchanged", Json::boolean(is_useful(errors)))
                    .set("errors", std::move(of_quantities)));
  }
  const auto best = recommended(held_out);
  return Json::object()
      .set("left_out", Json::text(held_out.left_out))
      .set("methods", std::move(methods))
      .set("recommended", Json::text(best ? name_of(*best) : "none"));
}

}  // namespace montecopter::identify
