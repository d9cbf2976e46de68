/// montecopter explain: the keys of a scenario, and the meaning of a word in it.

#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "core/base/json.hpp"
#include "core/base/wrapped.hpp"
#include "explanation_text.hpp"
#include "plan/vocabulary.hpp"
#include "scenario/describe/reference.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct ExplainRequest {
  std::vector<std::string> words;
  bool json = false, markdown = false;
};

constexpr std::string_view page_head = R"(# Reference of the scenario file

Every table and every key, as `montecopter explain` prints them. This page is generated;
[scenario.md](scenario.md) describes how the keys work together.

* **unit**: what the result file stores as `units`. Everything is SI. `1` is dimensionless, `-` is not a number or has the unit of something else.
* **default**: "required" means that there is none; blank means that the key may be left out.
* **range**: ends included unless a `>` or `<` says otherwise. NaN and infinity are never accepted. For tables in a list, it is their number.
* **varies**: "sample" means that the number may be dispersed, "fixed" that all samples share it.

)";

constexpr std::string_view how_to_go_on =
    "`montecopter explain WORD` explains a kind (motor), a type (px4), a key (vehicle.mass_kg, "
    "mass_kg) a metric (max_tilt_deg), or a common name of any of these (pid).";

std::string metrics_markdown() {
  std::string page =
      "## Metrics\n\nOne number per sample, over all steps, stored as `m_<metric>`.\n\n"
      "| metric | unit | flights | definition | NaN if |\n|---|---|---|---|---|\n";
  for (const auto& [metric, flights] : all_metrics()) {
    page += fmt::format("| `{}` | {} | {} | {} | {} |\n", metric->name, metric->unit, flights,
                        metric->long_name, metric->missing);
  }
  page +=
      "\nStatistics of each over the samples with status ok, stored as `stat_<metric>`, in this "
      "order: ";
  return page + fmt::format("`{}`.\n", fmt::join(statistic_names, "`, `"));
}

std::string markdown() {
  return std::string(page_head) + contents_markdown(sections()) + "* [metrics](#metrics)\n\n" +
         sections_markdown(sections()) + metrics_markdown();
}

std::string overview() {
  const std::size_t width = answer_width();
  return overview_text(sections(), width) + "\n" + wrapped(how_to_go_on, 0, width);
}

Json everything_json() {
  Json json = Json::object();
  json.set("sections", sections_json(sections()));
  return json.set("metrics", metrics_json(all_metrics()));
}

std::string explained(const ExplainRequest& request) {
  if (request.markdown) return markdown();
  if (request.words.empty()) return request.json ? everything_json().print() : overview();
  const std::vector<Explanation> found = explain(request.words);
  return request.json ? explanations_json(found).print() : explanations_text(found, answer_width());
}

}  // namespace

Command explain_command() {
  auto request = std::make_shared<ExplainRequest>();
  return {
      .name = "explain",
      .doc = "Explain types, keys and metrics: units, defaults, ranges, places and examples",
      .options =
          {
              {"word", &request->words,
               "A kind, a type, a key, its dotted path or a metric; default: an overview", "WORD"},
              {"--json", &request->json, "Print JSON"},
              Option{"--markdown", &request->markdown, "Print docs/reference.md"}.excluding(
                  {"word", "--json"}),
          },
      .footer =
          "Examples:\n"
          "  montecopter explain\n"
          "  montecopter explain px4\n"
          "  montecopter explain motor/first_order --json\n"
          "  montecopter explain mass_kg monte_carlo.samples\n"
          "  montecopter explain 'vehicle.rotors.*.law.thrust_n_s2'\n"
          "  montecopter explain max_tilt_deg",
      .run =
          [request] {
            answer(explained(*request));
            return ExitCode::ok;
          },
      .former_name = "models",
  };
}

}  // namespace montecopter::cli
