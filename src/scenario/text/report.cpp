#include "scenario/text/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {

namespace {

/// Most characters of an override that a message repeats.
constexpr std::size_t longest_override = 160;

const toml::node* child(const toml::node& node, const std::string& component) {
  if (const toml::table* table = node.as_table()) return find_quantity(*table, component);
  if (const toml::array* list = node.as_array()) {
    const std::optional<std::size_t> index = element_index(component, list->size());
    return index && *index < list->size() ? list->get(*index) : nullptr;
  }
  return nullptr;
}

/// The deepest node on the way, and whether that is the whole way.
std::pair<const toml::node*, bool> walk(const toml::node& root, std::string_view path) {
  const toml::node* node = &root;
  const auto components = split_path(path);
  if (!components) return {node, path.empty()};
  for (const std::string& component : *components) {
    const toml::node* next = child(*node, component);
    if (next == nullptr) return {node, false};
    node = next;
  }
  return {node, true};
}

bool starts_with_path(std::string_view path, std::string_view prefix) {
  return path.substr(0, prefix.size()) == prefix &&
         (path.size() == prefix.size() || prefix.empty() || path[prefix.size()] == '.');
}

}  // namespace

std::string Place::text() const {
  if (line > 0) return fmt::format("{}:{}:{}", file, line, column);
  return file.starts_with(override_prefix) ? shortened(file, longest_override) : file;
}

Place place_of(const toml::source_region& region, const std::string& fallback_file) {
  if (!region.path) return {fallback_file, 0, 0};
  const std::string& file = *region.path;
  if (file.compare(0, override_prefix.size(), override_prefix) == 0) return {file, 0, 0};
  return {file, region.begin.line, region.begin.column};
}

std::string shared_path(std::string_view path) {
  const auto components = split_path(path);
  if (!components) return {};
  std::string shared;
  bool found = false;
  for (std::size_t i = 0; i < components->size(); ++i) {
    const std::string& name = (*components)[i];
    const bool is_list = i + 1 < components->size() && name.size() > 1 && name.back() == 's' &&
                         parse_int((*components)[i + 1]).has_value();
    shared = append_path(shared, is_list ? name.substr(0, name.size() - 1) : name);
    if (is_list) ++i;  // skip the index
    found = found || is_list;
  }
  return found ? shared : std::string();
}

void Report::locate_rows(std::string path, std::string file, std::vector<std::uint32_t> lines) {
  rows_.push_back({std::move(path), std::move(file), std::move(lines)});
}

void Report::error(const std::string& path, std::string what, std::string why,
                   std::string suggestion) {
  // An error in the shared table is reported once, not once per entry.
  error_at(place(path), written_path(path), std::move(what), std::move(why), std::move(suggestion));
}

void Report::error_at(const Place& place, const std::string& path, std::string what,
                      std::string why, std::string suggestion) {
  if (entries_.size() >= max_problems) {
    ++dropped_;
    return;
  }
  bad_paths_.push_back(path);
  ++errors_;
  entries_.push_back({place, {{}, std::move(what), std::move(why), std::move(suggestion), false}});
}

void Report::warning(const std::string& path, std::string what, std::string why,
                     std::string suggestion) {
  entries_.push_back(
      {place(path), {{}, std::move(what), std::move(why), std::move(suggestion), true}});
}

std::string Report::newest(std::initializer_list<std::string> paths) const {
  const auto found = std::find_if(paths.begin(), paths.end(),
                                  [&](const auto& path) { return is_overridden(path); });
  return found == paths.end() ? *paths.begin() : *found;
}

bool Report::is_written(std::string_view path) const {
  return root_ != nullptr && walk(*root_, written_path(path)).second;
}

bool Report::is_overridden(std::string_view path) const {
  return is_written(path) && place(path).file.starts_with(override_prefix);
}

std::string Report::written_path(std::string_view path) const {
  if (root_ != nullptr && !walk(*root_, path).second) {
    std::string shared = shared_path(path);
    if (!shared.empty() && walk(*root_, shared).second) return shared;
  }
  return std::string(path);
}

bool Report::clean(std::string_view path) const {
  if (dropped_ > 0) return false;
  if (bad_paths_.empty()) return true;
  const std::string shared = shared_path(path);
  return std::none_of(bad_paths_.begin(), bad_paths_.end(), [&](const std::string& bad) {
    const auto touches = [&](std::string_view p) {
      return starts_with_path(bad, p) || starts_with_path(p, bad);
    };
    return touches(path) || (!shared.empty() && touches(shared));
  });
}

bool Report::clean_above(std::string_view path) const {
  if (dropped_ > 0) return false;
  if (bad_paths_.empty()) return true;
  const std::string shared = shared_path(path);
  return std::none_of(bad_paths_.begin(), bad_paths_.end(), [&](const std::string& bad) {
    return starts_with_path(path, bad) || (!shared.empty() && starts_with_path(shared, bad));
  });
}

Place Report::place(std::string_view path) const {
  for (const RowPlaces& rows : rows_) {
    if (!starts_with_path(path, rows.path)) continue;
    const auto components = split_path(path.substr(std::min(path.size(), rows.path.size() + 1)));
    const auto row = components ? parse_int(components->front()) : std::nullopt;
    if (row && static_cast<std::size_t>(*row) < rows.lines.size()) {
      return {rows.file, rows.lines[static_cast<std::size_t>(*row)], 1};
    }
    return {rows.file, 0, 0};
  }
  if (root_ == nullptr) return {file_, 0, 0};
  return place(walk(*root_, written_path(path)).first->source());
}

Diagnostics Report::diagnostics() const {
  std::map<std::string, std::size_t> rank = {{file_, 0}};
  for (const Entry& entry : entries_) rank.emplace(entry.place.file, rank.size());
  std::vector<const Entry*> order;
  for (const Entry& entry : entries_) order.push_back(&entry);
  std::stable_sort(order.begin(), order.end(), [&](const Entry* a, const Entry* b) {
    return std::tuple(rank[a->place.file], a->place.line, a->place.column) <
           std::tuple(rank[b->place.file], b->place.line, b->place.column);
  });
  Diagnostics diagnostics;
  for (const Entry* entry : order) {
    const Problem& p = entry->problem;
    if (p.is_warning) {
      diagnostics.warning(entry->place.text(), p.what, p.why, p.suggestion);
    } else {
      diagnostics.error(entry->place.text(), p.what, p.why, p.suggestion);
    }
  }
  if (dropped_ > 0) diagnostics.error(file_, fmt::format("{} further problems", dropped_));
  return diagnostics;
}

}  // namespace montecopter
