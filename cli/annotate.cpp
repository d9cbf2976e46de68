/// montecopter annotate: adds a dated note to the record of a result.

#include <fmt/format.h>

#include <map>
#include <memory>

#include "commands.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "record/annotations.hpp"
#include "record/intact.hpp"
#include "scenario/model/record_texts.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct AnnotateRequest {
  std::string file;
  std::vector<std::string> additions;
  bool json = false;
};

/// The keys of [record], and whether each is a list of texts.
std::map<std::string, bool> record_keys() {
  std::map<std::string, bool> keys;
  for_each_field<RecordTexts>([&]<class Member>(const Field<RecordTexts, Member>& field) {
    keys.emplace(field.key, !std::is_same_v<Member, std::string>);
  });
  return keys;
}

[[noreturn]] void refuse(const std::string& what, const std::string& suggestion) {
  throw Error(ExitCode::usage, Problem{"--set", what, "", suggestion});
}

std::vector<std::string> key_names(const std::map<std::string, bool>& keys) {
  std::vector<std::string> names;
  for (const auto& [name, is_list] : keys) names.push_back(name);
  return names;
}

struct Addition {
  std::string key, text;
};

Addition parse(const std::string& given, const std::map<std::string, bool>& keys) {
  const std::size_t at = given.find('=');
  if (at == std::string::npos) {
    refuse(fmt::format("'{}' is not KEY=TEXT", given), "Example: --set reviewer=\"A. Smith\"");
  }
  std::string key = given.substr(0, at);
  if (key.starts_with("record.")) key = key.substr(7);
  if (!keys.contains(key)) {
    const auto near = near_name(key, key_names(keys));
    refuse(fmt::format("there is no key '{}' in [record]", key),
           near ? fmt::format("Did you mean {}?", *near)
                : fmt::format("Use {}", join(key_names(keys), " or ")));
  }
  const std::string text = given.substr(at + 1);
  if (text.empty()) refuse(fmt::format("the text of '{}' is empty", key), "Write the text to add");
  return {key, text};
}

/// The lines of the table, the date first.
std::string body_of(const std::string& date, const std::vector<Addition>& additions,
                    const std::map<std::string, bool>& keys) {
  std::string body = fmt::format("date = {}\n", toml_quote(date));
  for (const auto& [key, is_list] : keys) {
    std::vector<std::string> texts;
    for (const Addition& one : additions) {
      if (one.key == key) texts.push_back(toml_quote(one.text));
    }
    if (texts.size() > 1 && !is_list)
      refuse(fmt::format("'{}' is given twice", key), "Give it once");
    if (texts.empty()) continue;
    const std::string value = fmt::format("{}", fmt::join(texts, ", "));
    body += is_list ? fmt::format("{} = [{}]\n", key, value) : fmt::format("{} = {}\n", key, value);
  }
  return body;
}

ExitCode annotate(const AnnotateRequest& request) {
  const auto keys = record_keys();
  std::vector<Addition> additions;
  for (const std::string& given : request.additions) additions.push_back(parse(given, keys));
  if (additions.empty()) {
    refuse("there is nothing to add", "Example: --set reviewer=\"A. Smith, 2026-11-28\"");
  }
  const std::string date = record::utc_now();
  const std::string body = body_of(date, additions, keys);
  const record::ResultFile file = record::ResultFile::open(request.file, true);
  if (!record::lock_exclusively(file.fd(), request.file)) {
    throw Error(ExitCode::io, Problem{request.file, "another process is writing this file", "",
                                      "Wait for it, then try again"});
  }
  record::require_intact(file);
  record::append_annotation(file, body);
  const record::Annotations there = record::read_annotations(file);
  if (request.json) {
    answer(Json::object()
               .set("file", Json::text(request.file))
               .set("date", Json::text(date))
               .set("record_sha256", Json::text(there.last_sha256))
               .set("content_sha256", Json::text(file.content_sha256()))
               .print() +
           "\n");
  } else {
    answer(fmt::format("{}: annotated, record sha256 {}\n", request.file, there.last_sha256));
  }
  return ExitCode::ok;
}

}  // namespace

Command annotate_command() {
  auto request = std::make_shared<AnnotateRequest>();
  return {
      .name = "annotate",
      .doc = "Add a dated note to the record of a result: a review, a waiver, a known defect",
      .options =
          {
              Option{"file", &request->file, "Result file", "FILE.h5"}.required(),
              Option{"--set", &request->additions,
                     "A key of [record] and the text to add, e.g. --set reviewer=\"A. Smith\" "
                     "(repeatable)",
                     "KEY=TEXT"}
                  .one_by_one(),
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter annotate gust.h5 --set reviewer=\"A. Smith, 2026-11-28\"\n"
          "  montecopter annotate gust.h5 --set known_defects=\"The battery model has no "
          "temperature.\" --json\n"
          "The flights and their content hash do not change. `report` shows each note with its "
          "date; `fsck` verifies them. A note cannot be changed or removed later.",
      .run = [request] { return annotate(*request); },
  };
}

}  // namespace montecopter::cli
