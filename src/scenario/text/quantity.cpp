#include "scenario/text/quantity.hpp"

namespace montecopter {

std::vector<std::string> other_spellings(std::string_view key) {
  std::vector<std::string> others;
  for (const UnitFamily* family : unit_families) {
    for (const Unit& unit : family->all()) {
      const std::string stem(stem_of(key, unit.suffix));
      if (stem.empty() || key.find('.') != std::string_view::npos) continue;  // a path is no key
      for (const Unit& other : family->all()) {
        if (other.suffix != unit.suffix) others.push_back(stem + std::string(other.suffix));
      }
    }
  }
  return others;
}

const toml::node* find_quantity(const toml::table& table, std::string_view key) {
  if (const toml::node* node = table.get(key)) return node;
  for (const std::string& other : other_spellings(key)) {
    if (const toml::node* node = table.get(other)) return node;
  }
  return nullptr;
}

std::vector<std::string> spellings(std::string_view key, std::span<const Unit> units) {
  std::vector<std::string> keys = {std::string(key)};
  for (std::size_t i = 1; i < units.size(); ++i) {
    keys.push_back(std::string(stem_of(key, units[0].suffix)).append(units[i].suffix));
  }
  return keys;
}

std::vector<GivenQuantity> given_in(const toml::table& table, std::string_view key,
                                    std::span<const Unit> units) {
  std::vector<GivenQuantity> found;
  const std::vector<std::string> keys = spellings(key, units);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const toml::node* node = table.get(keys[i]);
    if (node != nullptr) found.push_back({node, keys[i], i == 0 ? nullptr : &units[i]});
  }
  return found;
}

}  // namespace montecopter
