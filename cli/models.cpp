/// montecopter models: what may stand in a scenario, key by key.

#include <fmt/format.h>

#include <memory>

#include "base/json.hpp"
#include "commands.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/vocabulary.hpp"
#include "scenario/reference.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct Request {
  std::string name;
  bool json = false, markdown = false;
};

constexpr std::string_view page_head = R"(# Reference of the scenario file

Every table and every key, as `montecopter models` prints them. This page is generated; what the keys
mean together is told in [scenario.md](scenario.md).

* **unit**: what the result file stores as `units`. Everything is SI. `1` is dimensionless, `-` is not a number or has the unit of something else.
* **default**: "required" means that there is none; blank means that the key may be left out.
* **range**: ends included unless a `>` or `<` says otherwise. NaN and infinity are never accepted. Of tables in a list: how many.
* **varies**: "sample" means that the number may be dispersed, "fixed" that all samples share it.

)";

std::string metrics_markdown() {
  std::string page =
      "## Metrics\n\nOne number per sample, over all steps, stored as `m_<metric>`.\n\n"
      "| metric | unit | flights | definition | NaN if |\n|---|---|---|---|---|\n";
  for (const MetricGroup& group : metric_groups()) {
    for (const Metric& metric : group.metrics) {
      page += fmt::format("| `{}` | {} | {} | {} | {} |\n", metric.name, metric.unit, group.flights,
                          metric.long_name, metric.missing);
    }
  }
  page +=
      "\nStatistics of each over the samples with status ok, stored as `stat_<metric>`, in this "
      "order: ";
  return page + fmt::format("`{}`.\n", fmt::join(statistics, "`, `"));
}

Json metrics_json() {
  Json list = Json::array();
  for (const MetricGroup& group : metric_groups()) {
    for (const Metric& metric : group.metrics) {
      Json entry = Json::object();
      entry.set("name", Json::text(metric.name)).set("unit", Json::text(metric.unit));
      entry.set("flights", Json::text(group.flights));
      entry.set("doc", Json::text(metric.long_name));
      list.add(std::move(entry.set("nan_if", Json::text(metric.missing))));
    }
  }
  return list;
}

std::string models(const Request& request) {
  const bool all = request.name.empty();
  const std::vector<Section> chosen = all ? sections() : find_sections(request.name);
  if (request.json) {
    Json json = Json::object();
    json.set("sections", sections_json(chosen));
    if (all) json.set("metrics", metrics_json());
    return json.print();
  }
  if (request.markdown) {
    const std::string tables = sections_markdown(chosen);
    if (!all) return tables;
    return std::string(page_head) + contents_markdown(chosen) + "* [metrics](#metrics)\n\n" +
           tables + metrics_markdown();
  }
  return all ? overview_text(chosen) + "\n`montecopter models KIND` or KIND/TYPE lists the keys.\n"
             : sections_text(chosen);
}

}  // namespace

Command models_command() {
  auto request = std::make_shared<Request>();
  return {
      .name = "models",
      .doc = "List what a scenario may hold: types, keys, units, defaults and ranges",
      .options =
          {
              {"kind", &request->name, "What to explain; default: an overview", "KIND[/TYPE]"},
              {"--json", &request->json, "Print all of it as JSON"},
              Option{"--markdown", &request->markdown, "Print docs/reference.md"}.excluding(
                  {"--json"}),
          },
      .footer =
          "Examples:\n"
          "  montecopter models\n"
          "  montecopter models motor\n"
          "  montecopter models motor/first_order --json",
      .run =
          [request] {
            answer(models(*request));
            return ExitCode::ok;
          },
  };
}

}  // namespace montecopter::cli
