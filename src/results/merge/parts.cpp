#include "results/merge/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/index.hpp"
#include "core/base/parallel.hpp"
#include "core/base/text.hpp"
#include "record/text_diff.hpp"
#include "results/diff/scenario_keys.hpp"

namespace montecopter::merge {
namespace {

/// The most frequent text; the first one if there are several.
std::string most_frequent(const std::vector<std::string>& texts) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& text : texts) ++counts[text];
  return *std::max_element(texts.begin(), texts.end(),
                           [&](const auto& a, const auto& b) { return counts[a] < counts[b]; });
}

/// "seed: 12 against 11", or the first differing line if the texts are not TOML.
std::string scenarios_apart(const std::string& here, const std::string& most) {
  constexpr std::size_t most_named = 3;
  const auto keys = diff::differing_keys(here, most);
  if (!keys || keys->empty()) return record::first_differing_line(here, most);
  std::vector<std::string> texts;
  for (const auto& key : *keys) {
    if (texts.size() == most_named) break;
    texts.push_back(key.text());
  }
  if (keys->size() > most_named) texts.push_back(fmt::format("{} more", keys->size() - most_named));
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// A part, or why a file is not a part.
struct OpenedPart {
  std::optional<Part> part;
  ExitCode code = ExitCode::ok;
  std::string why;
};

OpenedPart refused(const std::string& why) { return {std::nullopt, ExitCode::refused, why}; }

OpenedPart opened(const std::string& path) {
  try {
    record::ResultFile file = record::ResultFile::open(path);
    if (!record::lock_shared(file.fd(), path)) {
      return {std::nullopt, ExitCode::io,
              path + ": error: another process is writing this file. Merge when it has finished."};
    }
    std::string resolved = file.resolved_text();
    const std::string text = file.root_attribute(shard_attribute);
    const auto shard = shard_of(text);
    if (!text.empty() && !shard) {
      return refused(
          fmt::format("{}: error: cannot use this file (its attribute 'shard' is '{}', "
                      "which is not a shard). Restore it from a copy.",
                      path, text));
    }
    return {Part{std::move(file), std::move(resolved), shard}, ExitCode::ok, {}};
  } catch (const Error& error) {
    return {std::nullopt, error.code(), error.what()};
  }
}

/// Message if one of the parts is the same file; else empty.
std::string why_twice(const Part& one, const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    if (!record::leads_to(one.path(), part.file.fd())) continue;
    if (one.path() == part.path()) return one.path() + ": error: it is given twice.";
    return fmt::format("{}: error: it is the same file as {}.", one.path(), part.path());
  }
  return {};
}

void require_one_campaign(const std::vector<Part>& parts, Objections& objections) {
  std::vector<std::string> scenarios, sources;
  for (const Part& part : parts) {
    scenarios.push_back(part.resolved);
    sources.push_back(part.file.root_attribute("source"));
  }
  const std::string scenario = most_frequent(scenarios), source = most_frequent(sources);
  const auto like = [&](const std::vector<std::string>& texts, const std::string& most) {
    return parts[first_index(texts, most)].path();
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& path = parts[i].path();
    if (sources[i] != source) {
      objections.add(ExitCode::refused,
                     fmt::format("{}: error: its version differs from {} ({} against {}).", path,
                                 like(sources, source), sources[i], source));
    } else if (scenarios[i] != scenario) {
      objections.add(ExitCode::refused, fmt::format("{}: error: its campaign differs from {} ({}).",
                                                    path, like(scenarios, scenario),
                                                    scenarios_apart(scenarios[i], scenario)));
    } else if (!parts[i].file.root_attribute("stopped").empty()) {
      objections.add(
          ExitCode::refused,
          fmt::format("{}: error: its run stopped when its requirements were decided, so that "
                      "it is a separate campaign.",
                      path));
    }
  }
}

}  // namespace

void Objections::add(ExitCode code, const std::string& line) {
  if (code != ExitCode::refused) code_ = code;
  lines_ += line + "\n";
}

void Objections::throw_if_any(const std::string& last_line) const {
  if (!lines_.empty()) throw Error(code_, lines_ + last_line);
}

std::vector<Part> open_parts(const std::vector<std::string>& paths, int threads) {
  std::vector<OpenedPart> all(paths.size());
  (void)for_each_index(paths.size(), threads, [&](std::size_t k) { all[k] = opened(paths[k]); });
  std::vector<Part> parts;
  Objections objections;
  for (OpenedPart& one : all) {
    if (!one.part) {
      objections.add(one.code, one.why);
    } else if (const std::string why = why_twice(*one.part, parts); !why.empty()) {
      objections.add(ExitCode::refused, why);
    } else {
      parts.push_back(std::move(*one.part));
    }
  }
  if (!parts.empty()) require_one_campaign(parts, objections);
  objections.throw_if_any("Nothing was merged.");
  return parts;
}

CommonText scenario_text_of(const std::vector<Part>& parts) {
  std::vector<std::string> texts;
  for (const Part& part : parts) {
    try {
      texts.push_back(part.file.scenario_text());
    } catch (const Error&) {
      texts.push_back("");  // damaged, therefore not the majority
    }
  }
  CommonText majority{most_frequent(texts), {}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (texts[i] != majority.text) majority.others.push_back(parts[i].path());
  }
  return majority;
}

std::vector<std::string> warnings_of(const std::vector<Part>& parts) {
  std::vector<std::string> texts;
  for (const Part& part : parts) {
    texts.push_back(fmt::format("{}", fmt::join(part.file.warnings(), "\n")));
  }
  return record::lines_of(most_frequent(texts));
}

}  // namespace montecopter::merge
