#include "scenario/describe/places.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "scenario/describe/key_words.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;
using Steps = std::vector<PlaceStep>;

std::string path_of(const Steps& steps) {
  std::string path;
  for (const PlaceStep& step : steps) {
    if (step.name == "*") {
      path += ".*";
    } else if (step.name == any_path) {
      path += fmt::format(".\"{}\"", any_path);
    } else {
      path = append_path(path, step.name);
    }
  }
  return path;
}

Steps with(Steps steps, PlaceStep last) {
  steps.push_back(std::move(last));
  return steps;
}

/// Walks the tree depth first.
class Collector {
 public:
  explicit Collector(Places& places) : places_(places) {}

  /// Collects the keys of a table. `in`: the variant and type that contain the keys.
  void table(const Description& d, const Steps& steps, const KeyPlace& in) {
    for (const RetiredKey& retired : d.retired_keys) {
      places_.retired.push_back(
          {with(steps, {std::string(retired.key)}), std::string(retired.path)});
    }
    for (const Description& part : d.parts) {
      const Steps at = with(steps, {part.key, part.shared_key});
      add(at, part, in);
      below(part, at, in);
    }
  }

 private:
  void add(const Steps& steps, const Description& key, const KeyPlace& in) {
    places_.keys.push_back({steps, &key, in.variant, in.type});
  }

  /// A key that no field describes.
  void add_made(const Steps& steps, Description key, const KeyPlace& in) {
    places_.made.push_back(std::move(key));
    add(with(steps, {places_.made.back().key}), places_.made.back(), in);
  }

  void below(const Description& d, const Steps& steps, const KeyPlace& in) {
    const bool is_many = d.kind == Kind::list || d.kind == Kind::map;
    if (!d.included_as.empty()) add_made(steps, include_description(d), in);
    if (d.kind == Kind::table) {
      table(d, steps, in);
    } else if (d.kind == Kind::variant) {
      types(d, steps, in);
    } else if (is_many && is_tabular(d)) {
      const std::string_view name = d.kind == Kind::list ? "*"
                                    : has_path_keys(d)   ? any_path
                                                         : any_name;
      below(d.parts[0], with(steps, {std::string(name)}), in);
    } else if (d.kind == Kind::map && !has_path_keys(d)) {  // numbers by name
      add(with(steps, {std::string(any_name)}), d.parts[0], in);
    }
  }

  void types(const Description& d, const Steps& steps, const KeyPlace& in) {
    Description chosen{.kind = Kind::text, .key = d.type_key, .doc = "Name of the type"};
    chosen.required = d.required;
    for (const Description& type : d.parts) {
      chosen.choices.push_back({type.key, type.doc});
      if (type.is_default) chosen.default_value = toml_quote(type.key);
    }
    add_made(steps, std::move(chosen), in);
    std::size_t last = steps.size() - 1;
    while (steps[last].is_any()) --last;
    for (const Description& type : d.parts) {
      table(type, steps, {{}, nullptr, &d, steps[last].name + "/" + type.key});
    }
  }

  Places& places_;
};

// --- what a word means -------------------------------------------------------------------------

/// Comparison of a user's word with the path of one place.
class Match {
 public:
  /// `key` may be nullptr: then only its name is known.
  Match(const Steps& steps, const Description* key, const std::vector<std::string>& word)
      : steps_(steps), key_(key), word_(word) {}

  /// Whether the word from component `w` on equals the path from step `s` on.
  bool from(std::size_t s, std::size_t w) const {
    if (s == steps_.size()) return w == word_.size() || is_component(w);
    const PlaceStep& step = steps_[s];
    if (step.is_any() && from(s + 1, w)) return true;  // left out
    if (w == word_.size()) return false;
    const std::string& given = word_[w];
    if (step.name == "*" ? given == "*" || is_index(given) : step.is_any() || is_named(s, given)) {
      return from(s + 1, w + 1);
    }
    return !step.shared.empty() && given == step.shared && from(s + 1, w + 1);
  }

  /// Whether the word equals the end of the path, from one of its keys on.
  bool is_end() const {
    for (std::size_t s = 1; s < steps_.size(); ++s) {
      if (!steps_[s].is_any() && from(s, 0)) return true;
    }
    return false;
  }

 private:
  /// Whether the last component of the word names a number of a list.
  bool is_component(std::size_t w) const {
    if (w + 1 != word_.size() || key_ == nullptr) return false;
    const auto& names = key_->components;
    const bool is_any = word_[w] == "*" && !names.empty();
    return is_any || std::find(names.begin(), names.end(), word_[w]) != names.end();
  }

  /// Whether the word equals the last key of the path, also in another of its units.
  bool is_named(std::size_t s, const std::string& given) const {
    if (given == steps_[s].name) return true;
    if (s + 1 != steps_.size() || key_ == nullptr) return false;
    const std::vector<std::string> keys = spellings(key_->key, key_->units);
    return std::find(keys.begin(), keys.end(), given) != keys.end();
  }

  const Steps& steps_;
  const Description* key_;
  const std::vector<std::string>& word_;
};

const Description* key_of(const KeyPlace& place) { return place.key; }
const Description* key_of(const RetiredPlace&) { return nullptr; }

template <class Found>
std::vector<const Found*> find(const std::vector<Found>& all, std::string_view word) {
  const auto components = split_path(word);
  std::vector<const Found*> whole, ends;
  if (!components || components->size() > 100) return whole;
  for (const Found& place : all) {
    const Match match(place.steps, key_of(place), *components);
    if (match.from(0, 0)) {
      whole.push_back(&place);
    } else if (match.is_end()) {
      ends.push_back(&place);
    }
  }
  return whole.empty() ? ends : whole;
}

// --- what is said in the same words -------------------------------------------------------------

/// Complete description of a key, to compare places.
std::vector<std::string> text_of(const Description& d) {
  std::vector<std::string> words = remarks(d);
  words.insert(words.end(),
               {d.key, d.unit, type_words(d), default_words(d), range_words(d), vary_words(d)});
  return words;
}

void add_type(KeyEverywhere::Where& where, const KeyPlace& place) {
  const auto known = std::find(where.types.begin(), where.types.end(), place.type);
  if (!place.type.empty() && known == where.types.end()) where.types.push_back(place.type);
}

KeyEverywhere::Where& place_at(std::vector<KeyEverywhere::Where>& places, const KeyPlace& place) {
  const std::string path = place.path();
  const auto where = std::find_if(places.begin(), places.end(),
                                  [&](const auto& known) { return known.path == path; });
  if (where != places.end()) return *where;
  places.push_back({path, {}, place.variant});
  return places.back();
}

/// Names the types with the key; empty if all have it.
void leave_out_all(KeyEverywhere& key) {
  for (KeyEverywhere::Where& where : key.places) {
    if (where.variant != nullptr && where.types.size() == where.variant->parts.size()) {
      where.types.clear();
    }
  }
}

}  // namespace

std::string KeyPlace::path() const { return path_of(steps); }

std::string KeyPlace::plain_path() const {
  std::string path;
  for (const PlaceStep& step : steps) {
    if (!step.is_any()) path = append_path(path, step.name);
  }
  return path;
}

std::string RetiredPlace::path() const { return path_of(steps); }

Places places_of(const Description& tree) {
  Places places;
  Collector(places).table(tree, {}, {{}, nullptr});
  return places;
}

const Places& scenario_places() {
  static const Places places = places_of(scenario_description());
  return places;
}

std::vector<const KeyPlace*> find_places(const Places& places, std::string_view word) {
  return find(places.keys, word);
}

std::vector<const RetiredPlace*> find_retired(const Places& places, std::string_view word) {
  return find(places.retired, word);
}

std::vector<KeyEverywhere> alike(const std::vector<const KeyPlace*>& places) {
  std::vector<KeyEverywhere> keys;
  for (const KeyPlace* place : places) {
    const auto same = [&](const KeyEverywhere& other) {
      return text_of(*other.key) == text_of(*place->key);
    };
    auto key = std::find_if(keys.begin(), keys.end(), same);
    if (key == keys.end()) key = keys.insert(keys.end(), {place->key, {}});
    add_type(place_at(key->places, *place), *place);
  }
  std::for_each(keys.begin(), keys.end(), leave_out_all);
  return keys;
}

}  // namespace montecopter
