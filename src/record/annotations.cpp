#include "record/annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "record/description.hpp"

namespace montecopter::record {
namespace {

constexpr const char* dataset_name = "provenance/annotations";
constexpr std::string_view head = "[[annotation]]\n";
constexpr std::string_view hash_key = "sha256 = \"";

std::string chained(const std::string& before, std::string_view lines) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(before)));
  hash.add(std::as_bytes(std::span(lines)));
  return hex(hash.digest());
}

/// End of the addition that begins at `at`, after the line of its hash; none if it has none.
std::optional<std::size_t> end_of(std::string_view text, std::size_t at) {
  if (text.substr(at, head.size()) != head) return std::nullopt;
  const std::size_t hash = text.find(std::string("\n") + std::string(hash_key), at);
  if (hash == std::string_view::npos) return std::nullopt;
  const std::size_t end = text.find('\n', hash + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return end + 1;
}

/// All bytes of the dataset except the zeros at its end.
std::string stored_text(const ResultFile& file, const Dataset& dataset) {
  const std::vector<std::byte> bytes = file.read_rows(dataset, 0, dataset.rows());
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

}  // namespace

Annotations read_annotations(const ResultFile& file) {
  Annotations found;
  found.last_sha256 = hex(stored_description_sha256(file.fd(), file.path(), file.schema()));
  const Dataset* dataset = file.find(dataset_name);
  if (!dataset) return found;
  if (dataset->element != Element::u8 || dataset->scale == Scale::bare) {
    found.damage = "its annotations have the wrong type";
    return found;
  }
  const std::string text = stored_text(file, *dataset);
  std::size_t at = 0, count = 0;
  while (at < text.size()) {
    ++count;
    const auto end = end_of(text, at);
    if (!end) {
      found.damage = fmt::format("annotation {} is incomplete", count);
      break;
    }
    const std::string_view all = std::string_view(text).substr(at, *end - at);
    const std::size_t hash = all.rfind(hash_key);
    const std::string wanted = chained(found.last_sha256, all.substr(0, hash));
    if (all.substr(hash) != fmt::format("{}{}\"\n", hash_key, wanted)) {
      found.damage = fmt::format("annotation {} does not match its hash", count);
      break;
    }
    found.last_sha256 = wanted;
    found.bodies.emplace_back(all.substr(head.size(), hash - head.size()));
    at = *end;
  }
  found.text = text.substr(0, at);
  return found;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  ::gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

void carry_annotations(const ResultFile& from, const ResultFile& to) {
  const std::vector<std::string> there = read_annotations(to).bodies;
  for (const std::string& body : read_annotations(from).bodies) {
    if (std::find(there.begin(), there.end(), body) == there.end()) append_annotation(to, body);
  }
}

void append_annotation(const ResultFile& file, const std::string& body) {
  const Annotations there = read_annotations(file);
  const Dataset* dataset = file.find(dataset_name);
  if (!dataset) {
    throw Error(ExitCode::refused,
                Problem{file.path(), "this file has no space for annotations", "",
                        "An earlier version of the program wrote it: run the scenario again"});
  }
  if (!there.damage.empty()) {
    throw Error(ExitCode::refused,
                Problem{file.path(), there.damage, "", "Restore the file from a copy"});
  }
  const std::string lines = std::string(head) + body;
  const std::string added =
      fmt::format("{}{}{}\"\n", lines, hash_key, chained(there.last_sha256, lines));
  const std::size_t free = dataset->bytes() - there.text.size();
  if (added.size() > free) {
    throw Error(ExitCode::refused,
                Problem{file.path(), "no space is left for this annotation",
                        fmt::format("it needs {} bytes, {} are free", added.size(), free),
                        "Shorten it and name a document with the details"});
  }
  pwrite_all(file.fd(), std::as_bytes(std::span(added)), dataset->offset + there.text.size(),
             file.path());
  sync_data(file.fd(), file.path());
}

}  // namespace montecopter::record
