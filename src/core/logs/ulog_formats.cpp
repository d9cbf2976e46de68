#include "core/logs/ulog_formats.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/base/text.hpp"
#include "core/logs/ulog_messages.hpp"

namespace montecopter::logs {
namespace {

struct BasicType {
  std::string_view name;
  std::size_t size;
  UlogNumber number;
};

constexpr auto basic_types = std::to_array<BasicType>({
    {"int8_t", 1, UlogNumber::i8},
    {"uint8_t", 1, UlogNumber::u8},
    {"int16_t", 2, UlogNumber::i16},
    {"uint16_t", 2, UlogNumber::u16},
    {"int32_t", 4, UlogNumber::i32},
    {"uint32_t", 4, UlogNumber::u32},
    {"int64_t", 8, UlogNumber::i64},
    {"uint64_t", 8, UlogNumber::u64},
    {"float", 4, UlogNumber::f32},
    {"double", 8, UlogNumber::f64},
    {"bool", 1, UlogNumber::u8},
    {"char", 1, UlogNumber::u8},
});

/// Real formats nest two deep; a message has no more than 65535 bytes.
constexpr int deepest = 8;
constexpr std::size_t largest = 65535;
constexpr std::size_t most_formats = 10'000;

const BasicType* basic(std::string_view name) {
  for (const BasicType& type : basic_types) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

/// "name[3]" -> 3 and "name"; `without` if there are no brackets; nullopt if they hold no number
/// from `least` on.
std::optional<std::size_t> take_count(std::string_view& text, std::size_t without,
                                      std::size_t least) {
  const std::size_t open = text.find('[');
  if (open == text.npos) return without;
  if (!text.ends_with(']')) return std::nullopt;
  const auto count = parse_int(text.substr(open + 1, text.size() - open - 2));
  text = text.substr(0, open);
  if (!count || *count < static_cast<std::int64_t>(least)) return std::nullopt;
  if (*count > static_cast<std::int64_t>(largest)) return std::nullopt;
  return static_cast<std::size_t>(*count);
}

template <class T>
double as_double(std::uint64_t bits) {
  return static_cast<double>(static_cast<T>(bits));
}

}  // namespace

std::size_t UlogPlace::end() const {
  for (const BasicType& basic_type : basic_types) {
    if (basic_type.number == type) return offset + basic_type.size;
  }
  return offset;
}

double UlogPlace::read(std::string_view data) const {
  std::uint64_t bits = 0;
  for (std::size_t i = offset; i < end(); ++i) {
    bits |= std::uint64_t{static_cast<unsigned char>(data[i])} << (8 * (i - offset));
  }
  switch (type) {
    case UlogNumber::i8:
      return as_double<std::int8_t>(bits);
    case UlogNumber::u8:
      return as_double<std::uint8_t>(bits);
    case UlogNumber::i16:
      return as_double<std::int16_t>(bits);
    case UlogNumber::u16:
      return as_double<std::uint16_t>(bits);
    case UlogNumber::i32:
      return as_double<std::int32_t>(bits);
    case UlogNumber::u32:
      return as_double<std::uint32_t>(bits);
    case UlogNumber::i64:
      return as_double<std::int64_t>(bits);
    case UlogNumber::u64:
      return as_double<std::uint64_t>(bits);
    case UlogNumber::f32:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case UlogNumber::f64:
      break;
  }
  return std::bit_cast<double>(bits);
}

bool UlogFormats::add(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos || !is_ulog_name(text.substr(0, colon))) return false;
  const std::string name(text.substr(0, colon));
  if (basic(name) != nullptr || formats_.contains(name) || formats_.size() >= most_formats) {
    return false;
  }
  std::vector<Field> fields;
  for (std::string_view rest = text.substr(colon + 1); !rest.empty();) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view field = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t blank = field.find(' ');
    if (blank == field.npos) return false;
    std::string_view type = field.substr(0, blank);
    const auto count = take_count(type, 1, 1);
    if (!count || !is_ulog_name(type) || !is_ulog_name(field.substr(blank + 1))) return false;
    fields.push_back({std::string(type), std::string(field.substr(blank + 1)), *count});
  }
  if (fields.empty()) return false;
  formats_.emplace(name, std::move(fields));
  return true;
}

std::optional<std::size_t> UlogFormats::size_of(const std::string& type, int depth) const {
  if (const BasicType* known = basic(type)) return known->size;
  const auto format = formats_.find(type);
  if (format == formats_.end() || depth > deepest) return std::nullopt;
  std::size_t size = 0;
  for (const Field& field : format->second) {
    const auto one = size_of(field.type, depth + 1);
    if (!one) return std::nullopt;
    size += *one * field.count;
    if (size > largest) return std::nullopt;
  }
  return size;
}

std::optional<UlogSizes> UlogFormats::sizes(const std::string& message) const {
  const auto format = formats_.find(message);
  const auto all = size_of(message, 0);
  if (format == formats_.end() || !all) return std::nullopt;
  UlogSizes sizes{*all, *all};
  const std::vector<Field>& fields = format->second;
  for (auto last = fields.rbegin(); last != fields.rend() && last->name.starts_with("_padding");
       ++last) {
    sizes.least -= *size_of(last->type, 0) * last->count;
  }
  return sizes;
}

std::optional<UlogPlace> UlogFormats::find(const std::string& message, std::string_view field,
                                           std::size_t offset, int depth) const {
  const auto format = formats_.find(message);
  if (format == formats_.end() || depth > deepest) return std::nullopt;
  const std::size_t dot = field.find('.');
  std::string_view name = field.substr(0, dot);
  const auto index = take_count(name, 0, 0);
  if (!index) return std::nullopt;
  for (const Field& there : format->second) {
    const auto size = size_of(there.type, depth + 1);
    if (!size) return std::nullopt;
    if (offset > largest) return std::nullopt;
    if (there.name != name) {
      offset += *size * there.count;
      continue;
    }
    if (*index >= there.count) return std::nullopt;
    offset += *index * *size;
    if (dot != field.npos) return find(there.type, field.substr(dot + 1), offset, depth + 1);
    const BasicType* type = basic(there.type);
    return type ? std::optional(UlogPlace{offset, type->number}) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<UlogPlace> UlogFormats::find(const std::string& message,
                                           std::string_view field) const {
  return find(message, field, 0, 0);
}

std::vector<UlogPlace> UlogFormats::find_all(const std::string& message,
                                             std::string_view field) const {
  constexpr std::string_view all = "[*]";
  constexpr int most_elements = 64;
  const std::size_t star = field.find(all);
  std::vector<UlogPlace> places;
  for (int i = 0; star != field.npos && i < most_elements; ++i) {
    const std::string one = std::string(field.substr(0, star)) + "[" + std::to_string(i) + "]" +
                            std::string(field.substr(star + all.size()));
    const auto place = find(message, one);
    if (!place) break;
    places.push_back(*place);
  }
  return places;
}

}  // namespace montecopter::logs
