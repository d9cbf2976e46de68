#pragma once
/// Where keys stand in a scenario: every key of the format with every place that it has, and those
/// that a word of the user means.

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/describe/describe.hpp"

namespace montecopter {

/// A component of the path of a place.
struct PlaceStep {
  std::string name;         ///< a key; "*": any index; NAME: any name; PATH: any dotted path
  std::string shared = {};  ///< the key of the table that the entries of this list share; or empty

  /// Whether it stands for something that depends on the scenario.
  bool is_any() const { return name == "*" || name == any_name || name == any_path; }
};

/// A key at one place of the format.
struct KeyPlace {
  std::vector<PlaceStep> steps;
  const Description* key;
  const Description* variant = nullptr;  ///< the innermost choice of types that it is part of
  std::string type = {};                 ///< "motor/direct": its type there; empty: in no variant

  /// vehicle.rotors.*.motor.max, disperse."PATH".sd
  std::string path() const;
  /// Without what depends on the scenario: vehicle.rotors.motor.max, disperse.sd
  std::string plain_path() const;
};

/// A key that the format no longer has.
struct RetiredPlace {
  std::vector<PlaceStep> steps;
  std::string successor;  ///< the path that took its place

  std::string path() const;
};

struct Places {
  std::vector<KeyPlace> keys;  ///< in the order of the format
  std::vector<RetiredPlace> retired;
  /// Descriptions of the keys that no field describes: the one that names a type, and `include`.
  std::deque<Description> made;
};

/// Places of a format, into which they point.
Places places_of(const Description& tree);
const Places& scenario_places();

/// The places that a word means: a path, its end, or a key alone. Indices and names of the user may
/// stand in it, be '*' or be left out; a key may end with another of its units; the number of a
/// list may have its name (x, xx); the table that the entries of a list share counts as all of
/// them. The ends of paths count only where no whole path fits.
std::vector<const KeyPlace*> find_places(const Places& places, std::string_view word);
std::vector<const RetiredPlace*> find_retired(const Places& places, std::string_view word);

/// A key that means the same at several places.
struct KeyEverywhere {
  struct Where {
    std::string path;
    std::vector<std::string> types;        ///< that have it there; empty: all
    const Description* variant = nullptr;  ///< which they are types of
  };
  const Description* key;
  std::vector<Where> places;
};

/// Places whose keys are described in the same words come together.
std::vector<KeyEverywhere> alike(const std::vector<const KeyPlace*>& places);

}  // namespace montecopter
