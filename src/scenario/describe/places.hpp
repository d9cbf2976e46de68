#pragma once
/// Places of keys in a scenario: every key of the format with all its places, and the places that a
/// user's word means.

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/describe/describe.hpp"

namespace montecopter {

/// A component of the path of a place.
struct PlaceStep {
  std::string name;         ///< a key; "*": any index; NAME: any name; PATH: any dotted path
  std::string shared = {};  ///< key of the shared table of this list; or empty

  /// Whether it is a placeholder for a part that depends on the scenario.
  bool is_any() const { return name == "*" || name == any_name || name == any_path; }
};

/// A key at one place of the format.
struct KeyPlace {
  std::vector<PlaceStep> steps;
  const Description* key;
  const Description* variant = nullptr;  ///< innermost choice of types that contains the key
  std::string type = {};  ///< "motor/direct": type in that variant; empty: in no variant

  /// Path such as vehicle.rotors.*.motor.max, disperse."PATH".sd.
  std::string path() const;
  /// Path without the parts that depend on the scenario: vehicle.rotors.motor.max, disperse.sd.
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
  /// Descriptions of keys without a field: the key that names a type, and `include`.
  std::deque<Description> made;
};

/// All places of a format; they point into it.
Places places_of(const Description& tree);
const Places& scenario_places();

/// The places that a word means: a path, the end of a path, or a key alone. Indices and the user's
/// names may be given, be '*' or be left out. A key may end with another of its units, and a number
/// of a list may have its name (x, xx). The shared table of a list counts as all its entries. Ends
/// of paths count only if no whole path fits.
std::vector<const KeyPlace*> find_places(const Places& places, std::string_view word);
std::vector<const RetiredPlace*> find_retired(const Places& places, std::string_view word);

/// A key with the same meaning at several places.
struct KeyEverywhere {
  struct Where {
    std::string path;
    std::vector<std::string> types;        ///< types that have the key; empty: all
    const Description* variant = nullptr;  ///< variant of these types
  };
  const Description* key;
  std::vector<Where> places;
};

/// Groups places whose keys have the same description.
std::vector<KeyEverywhere> alike(const std::vector<const KeyPlace*>& places);

}  // namespace montecopter
