/// montecopter edge: the largest or smallest value of one input for which all requirements are met.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/counted.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "remarks.hpp"
#include "results/requirements/report.hpp"
#include "scenario/files/sweep_values.hpp"
#include "scenario/load.hpp"
#include "scenario/text/report.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/flights_in_memory.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

using statistics::Verdict;

struct EdgeRequest {
  std::string scenario;
  std::vector<std::string> overrides;
  std::optional<std::string> of, from, to, tolerance, samples, threads;
  bool json = false;
};

/// The range of the search: a path, the end where the requirements should hold, and the other end.
struct Search {
  std::string path;
  double from = 0, to = 0, tolerance = 0;

  /// Number of values that are flown: both ends, then the middles.
  int looks() const {
    return 2 + static_cast<int>(std::ceil(std::log2(std::abs(to - from) / tolerance) - 1e-9));
  }
};

struct Look {
  double value = 0;
  Judgements judgements;
  bool holds() const { return judgements.count(Verdict::met) == std::ssize(judgements.rows); }
  std::string verdict() const {
    return judgements.count(Verdict::violated) > 0    ? "violated"
           : judgements.count(Verdict::undecided) > 0 ? "undecided"
                                                      : "met";
  }
};

struct EdgeResult {
  std::optional<double> holds, fails;  ///< the last value of each kind, next to the edge
  std::vector<Look> looks;             ///< in the order in which they were flown
};

/// The swept path of the scenario, and its first and last value, unless options give others.
Search search_of(const EdgeRequest& request, const Scenario& scenario) {
  Search search;
  const SweepGrid grid(scenario.sweep);
  if (grid.variants() > 1) {
    throw Error(ExitCode::usage,
                Problem{request.scenario, "`edge` cannot search over sets of values", "",
                        "Leave the sweep out (--set sweep={}), and set the values of one set"});
  }
  if (!request.of && grid.axes() != 1) {
    throw Error(ExitCode::usage,
                Problem{"--of", fmt::format("the scenario sweeps {} numbers", grid.axes()), "",
                        "Name the number to search, e.g. --of wind.0.to_m_s.x"});
  }
  search.path = request.of ? *request.of : grid.path(0);
  std::vector<double> ends;
  for (std::size_t axis = 0; axis < grid.axes(); ++axis) {
    if (grid.path(axis) != search.path) continue;
    ends = {grid.value(axis, 0), grid.value(axis, grid.points() - 1)};
  }
  const auto end = [&](const char* option, const std::optional<std::string>& given, std::size_t i) {
    if (given) return finite_number(option, *given);
    if (ends.empty())
      throw Error(ExitCode::usage,
                  Problem{option, fmt::format("it is missing, and the scenario does not sweep '{}'",
                                              search.path)});
    return ends[i];
  };
  search.from = end("--from", request.from, 0);
  search.to = end("--to", request.to, 1);
  if (search.from == search.to)
    throw Error(ExitCode::usage,
                Problem{"--to", "it is the same as --from", "", "Give the other end"});
  const double range = std::abs(search.to - search.from);
  search.tolerance =
      request.tolerance ? positive_number("--tolerance", *request.tolerance, range) : range / 128;
  if (search.looks() > 40)
    throw Error(
        ExitCode::usage,
        Problem{"--tolerance", "it is too small: the search would take more than 40 campaigns"});
  return search;
}

/// An override that edge makes itself, and its name in messages: the user did not type --set.
struct OwnOverride {
  std::string text, called;
};

std::string in_own_words(std::string message, const std::vector<OwnOverride>& own) {
  for (const OwnOverride& one : own) {
    const std::string before = std::string(override_prefix) + one.text;
    for (std::size_t at = message.find(before); at != message.npos;
         at = message.find(before, at + one.called.size())) {
      message.replace(at, before.size(), one.called);
    }
  }
  return message;
}

/// The scenario with the overrides of the user and then those of edge.
LoadedScenario load_with(const EdgeRequest& request, const std::vector<OwnOverride>& own) try {
  std::vector<std::string> overrides = request.overrides;
  for (const OwnOverride& one : own) overrides.push_back(one.text);
  LoadedScenario loaded = load_scenario(request.scenario, overrides);
  for (Problem& warning : loaded.warnings) warning.where = in_own_words(warning.where, own);
  return loaded;
} catch (const Error& error) {
  throw Error(error.code(), in_own_words(error.what(), own));
}

std::vector<OwnOverride> samples_override(const EdgeRequest& request) {
  if (!request.samples) return {};
  const auto samples = whole_number("--samples", *request.samples, 1, 1'000'000'000);
  return {{fmt::format("monte_carlo.samples={}", samples), fmt::format("--samples {}", samples)}};
}

/// Raises the confidence of each of several verdicts, so that all of them hold jointly
/// (Bonferroni).
void share_confidence(Requirements& requirements, int looks) {
  for (auto& [name, requirement] : requirements) {
    std::visit([&](auto& r) { r.confidence = 1 - (1 - r.confidence) / looks; }, requirement);
  }
}

class EdgeSearch {
 public:
  EdgeSearch(const EdgeRequest& request, const Search& search, int threads)
      : request_(request), search_(search), threads_(threads) {}

  /// Halves the interval between a value at which all requirements are met and a value at which
  /// they are not. It stops after the number of values for which the confidence is shared, because
  /// rounded middles might need one more. Between neighbouring numbers there is no middle.
  EdgeResult run() {
    EdgeResult found;
    const auto try_at = [&](double value) {
      found.looks.push_back(look(value));
      (found.looks.back().holds() ? found.holds : found.fails) = value;
      remark(fmt::format("{} = {}: {}\n", search_.path, value, found.looks.back().verdict()));
      return found.looks.back().holds();
    };
    if (!try_at(search_.from) || try_at(search_.to)) return found;
    const auto most = static_cast<std::size_t>(search_.looks());
    while (found.looks.size() < most && std::abs(*found.fails - *found.holds) > search_.tolerance) {
      const double middle = *found.holds + (*found.fails - *found.holds) / 2;
      if (middle == *found.holds || middle == *found.fails) break;
      try_at(middle);
    }
    return found;
  }

 private:
  Look look(double value) const {
    if (const auto code = signal_exit_code())
      throw Error(*code, "interrupted: nothing was written.");
    std::vector<OwnOverride> own = samples_override(request_);
    own.push_back({"sweep={}", request_.scenario});
    own.push_back({"output.traces=none", request_.scenario});
    own.push_back({fmt::format("sweep.\"{}\".values=[{}]", search_.path, toml_number(value)),
                   fmt::format("{} = {}", search_.path, value)});
    LoadedScenario loaded = load_with(request_, own);
    share_confidence(loaded.scenario.requirement, search_.looks());
    Plan plan = plan_to_fly(loaded);
    try_programs(plan, choose_kernel("auto"), loaded.controller_at);
    const FlightsInMemory flights(std::move(plan), choose_kernel("auto"), {}, threads_);
    return {value, judge(flights.plan(), flights.blocks())};
  }

  static std::string toml_number(double value) {
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }

  const EdgeRequest& request_;
  Search search_;
  int threads_;
};

/// The requirement with the weakest verdict at a value.
const Judgement& weakest(const Look& look) {
  const auto rank = [](const Judgement& row) {
    return row.verdict() == Verdict::violated ? 2 : row.verdict() == Verdict::undecided ? 1 : 0;
  };
  return *std::max_element(look.judgements.rows.begin(), look.judgements.rows.end(),
                           [&](const Judgement& a, const Judgement& b) {
                             return std::pair(rank(a), a.finding.p_met) <
                                    std::pair(rank(b), b.finding.p_met);
                           });
}

std::string sentence(const Search& search, const EdgeResult& found) {
  if (!found.holds) {
    return fmt::format(
        "not all requirements are shown to hold at {} = {}, the start of the search\n", search.path,
        search.from);
  }
  if (!found.fails) {
    return fmt::format("all requirements hold from {} = {} to {}: the edge lies beyond\n",
                       search.path, search.from, search.to);
  }
  return fmt::format("all requirements hold up to {} = {}, but are not shown to hold at {}\n",
                     search.path, *found.holds, *found.fails);
}

/// The number of samples that would decide an undecided end of the search: more samples move the
/// edge.
std::string undecided_text(const Search& search, const EdgeResult& found) {
  std::string text;
  for (const Look& look : found.looks) {
    if (look.value != found.fails || look.verdict() != "undecided") continue;
    for (const Judgement& row : look.judgements.rows) {
      if (row.verdict() != Verdict::undecided) continue;
      text +=
          fmt::format("{} at {} = {}: {}\n", row.name, search.path, look.value, decision_text(row));
    }
  }
  return text;
}

std::string text_of(const Search& search, const EdgeResult& found) {
  Table table{{search.path, "verdict", "weakest requirement", "met", "observed", "bounds"}, {}};
  std::vector<const Look*> sorted;
  for (const Look& look : found.looks) sorted.push_back(&look);
  std::sort(sorted.begin(), sorted.end(),
            [](const Look* a, const Look* b) { return a->value < b->value; });
  for (const Look* look : sorted) {
    const Judgement& row = weakest(*look);
    table.rows.push_back({fmt::format("{}", look->value), look->verdict(), row.name,
                          fmt::format("{}/{}", row.met(), row.flown), observed_text(row),
                          bounds_text(row)});
  }
  const Judgement& first = found.looks.front().judgements.rows.front();
  return table_text(table, table_width()) + sentence(search, found) +
         undecided_text(search, found) +
         "each bound is one-sided; 1-P is printed where P is above 0.99\n" +
         fmt::format(
             "{} at each value, with the same draws; each requirement is tested at most {} "
             "times,\nand all of its verdicts hold jointly at its confidence (Bonferroni; {:.4g} "
             "each for {})\n",
             counted(first.planned, "sample"), search.looks(), first.confidence, first.name);
}

Json json_of(const Search& search, const EdgeResult& found) {
  Json out = Json::object();
  const auto number = [](const std::optional<double>& value) {
    return value ? Json::number(*value) : Json();
  };
  out.set("path", Json::text(search.path));
  out.set("from", Json::number(search.from)).set("to", Json::number(search.to));
  out.set("tolerance", Json::number(search.tolerance));
  out.set("holds_at", number(found.holds)).set("not_shown_at", number(found.fails));
  Json looks = Json::array();
  for (const Look& look : found.looks) {
    Json one = Json::object();
    one.set("value", Json::number(look.value)).set("verdict", Json::text(look.verdict()));
    one.set("requirements", judgements_json(look.judgements));
    looks.add(one);
  }
  out.set("values", looks);
  return out;
}

ExitCode edge(const EdgeRequest& request) {
  Remarks remarks = remarks_on_stderr();
  const LoadedScenario loaded = load_with(request, samples_override(request));
  remarks.warn_all(loaded.warnings);
  if (loaded.scenario.requirement.empty()) {
    throw Error(ExitCode::usage, Problem{request.scenario, "the scenario has no requirements", "",
                                         "Add [requirement.NAME]"});
  }
  const Search search = search_of(request, loaded.scenario);
  const int threads = threads_wanted(request.threads);
  (void)stop_on_signals();
  const EdgeResult found = EdgeSearch(request, search, threads).run();
  answer(request.json ? json_of(search, found).print() + "\n" : text_of(search, found));
  return found.holds ? ExitCode::ok : found.looks.front().judgements.exit_code();
}

}  // namespace

Command edge_command() {
  auto request = std::make_shared<EdgeRequest>();
  return {
      .name = "edge",
      .doc = "Find the largest or smallest value of one number for which all requirements are met",
      .options =
          {
              scenario_argument(request->scenario),
              {"--of", &request->of, "Path of the number to search; default: the swept number",
               "PATH"},
              {"--from", &request->from,
               "Value at which the requirements should hold; default: the first swept value", "X"},
              {"--to", &request->to, "The other end of the search; default: the last swept value",
               "X"},
              {"--tolerance", &request->tolerance,
               "Accuracy of the result, in the unit of the number; default: 1/128 of the range",
               "X"},
              {"-n,--samples", &request->samples, "Short for --set monte_carlo.samples=N", "N"},
              {"-j,--threads", &request->threads,
               "Number of threads; default: all processors that this process may use", "N"},
              set_option(request->overrides,
                         "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter edge wind.toml\n"
          "  montecopter edge gust.toml --of wind.0.airspeed_m_s --from 5 --to 30 --tolerance 0.5\n"
          "No file is written. To keep the flights at a value, use `run` with that value: it flies "
          "the same samples.",
      .run = [request] { return edge(*request); },
  };
}

}  // namespace montecopter::cli
