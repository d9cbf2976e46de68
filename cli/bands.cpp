/// montecopter bands: the range of requirements and quantiles over the points of a sweep, such as
/// the values of epistemic inputs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "options.hpp"
#include "record/reader.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/requirements/bands.hpp"
#include "results/summarise/selection.hpp"
#include "scenario/epistemic.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct BandsRequest : ResultRequest {
  std::vector<std::string> metrics, overrides;
  std::optional<std::string> over, scenario;
  std::string quantiles = "5,50,95";
  bool json = false;
};

/// The numbers that the sets of a sweep change, with their values at each point.
std::vector<NumberOfSets> numbers_of_points(const LoadedScenario& loaded) {
  const SweepGrid grid(loaded.scenario.sweep);
  std::vector<NumberOfSets> all;
  for (std::size_t axis = 0; axis < grid.axes(); ++axis) {
    if (grid.set_names(axis).empty()) continue;
    for (NumberOfSets number : numbers_of_sets(loaded.resolved, grid.path(axis))) {
      std::vector<double> values;
      for (std::int64_t point = 0; point < grid.points(); ++point) {
        values.push_back(number.values[static_cast<std::size_t>(grid.value(axis, point))]);
      }
      all.push_back({number.path, std::move(values)});
    }
  }
  return all;
}

/// The axis of the band: the requested one, or the epistemic one, or all.
std::string axis_of(const BandsRequest& request, const Summary& summary) {
  if (request.over) return *request.over;
  for (const SweepValue& value : summary.groups.front().group.values) {
    if (value.path == epistemic_axis) return value.path;
  }
  return "";
}

std::string numbers_text(const std::vector<NumberOfSets>& numbers) {
  std::string text;
  for (NumberOfSets number : numbers) {
    std::erase_if(number.values, [](double value) { return std::isnan(value); });
    if (number.values.empty()) continue;
    const auto [low, high] = std::minmax_element(number.values.begin(), number.values.end());
    text += fmt::format("{}: {} to {}\n", number.path, significant(*low, 6), significant(*high, 6));
  }
  return text;
}

std::string json_of(const record::ResultFile& file, const Bands& bands,
                    const std::vector<NumberOfSets>& numbers, std::size_t points) {
  Json out = Json::object(), all = Json::array(), values = Json::array();
  out.set("file", Json::text(file.path()));
  out.set("content_sha256", Json::text(file.content_sha256()));
  for (std::size_t point = 0; point < points; ++point) {
    Json one = Json::object(), inputs = Json::object();
    for (const NumberOfSets& number : numbers) {
      inputs.set(number.path, Json::number(number.values[point]));
    }
    values.add(one.set("point", Json::number(point)).set("values", inputs));
  }
  for (const Band& band : bands.bands) all.add(band_json(band, bands.percent));
  return out.set("points", values).set("bands", all).print() + "\n";
}

ExitCode bands(const BandsRequest& request) {
  Remarks remarks = remarks_on_stderr();
  const auto file = open_result(request, remarks);
  remarks.warn_as_kept(file.warnings(), file.path());
  require_scenario(file);
  const LoadedScenario flown = load_scenario_text(file.resolved_text(), file.path(), ".");
  const Scenario judged =
      request.scenario ? load_scenario(*request.scenario, request.overrides).scenario
      : request.overrides.empty()
          ? flown.scenario
          : load_scenario_text(file.resolved_text(), file.path(), ".", request.overrides).scenario;
  const Samples samples = read_samples(file);
  Summary summary = summarise(file, samples, default_threads());
  if (!request.metrics.empty()) select_metrics(summary, request.metrics);
  const ChosenQuantiles quantiles =
      quantiles_of(file, samples, summary, parse_percents("--quantiles", request.quantiles));
  const Bands found =
      bands_of(summary, quantiles, judge(judged, file, samples), axis_of(request, summary));
  const std::vector<NumberOfSets> numbers = numbers_of_points(flown);
  if (request.json) {
    answer(json_of(file, found, numbers, summary.groups.size()));
  } else {
    answer_verdicts(numbers_text(numbers) + bands_text(found, table_width()));
  }
  return found.exit_code();
}

}  // namespace

Command bands_command() {
  auto request = std::make_shared<BandsRequest>();
  const Options own = {
      {"--over", &request->over,
       "Axis of the sweep; default: the epistemic inputs if there are any, else all axes", "NAME"},
      {"--metric", &request->metrics, "Only these metrics, by name or pattern, e.g. 'max_*'",
       "NAME"},
      {"--quantiles", &request->quantiles, "Quantiles, in percent; default: 5,50,95", "1,50,99"},
      {"--of", &request->scenario,
       "Use the requirements of this scenario, not of the scenario in the file", "FILE.toml"},
      set_option(request->overrides,
                 "Override a key, e.g. --set requirement.tilt.at_most=30 (repeatable)"),
      {"--json", &request->json, "Print JSON"},
  };
  return {
      .name = "bands",
      .doc =
          "Print the range of requirements and quantiles over the points of a sweep, such as the "
          "values of epistemic inputs",
      .options = joined({result_options(*request), own}),
      .footer =
          "Examples:\n"
          "  montecopter bands gust.h5\n"
          "  montecopter bands gust.h5 --metric max_tilt_deg --quantiles 1,5,25,50,75,95,99 "
          "--json\n"
          "  montecopter bands gains.h5 --over vehicle.mass_kg\n"
          "Exit codes: 0 all requirements are met at all points, 1 a requirement is violated at a "
          "point, 4 a requirement is undecided at a point.",
      .run = [request] { return bands(*request); },
  };
}

}  // namespace montecopter::cli
