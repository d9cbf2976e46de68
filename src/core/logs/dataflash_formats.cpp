#include "core/logs/dataflash_formats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace montecopter::logs {
namespace {

/// Bytes of a field by its letter; 0 of letters that there are none of.
std::size_t size_of(char type) {
  switch (type) {
    case 'b':
    case 'B':
    case 'M':
      return 1;
    case 'h':
    case 'H':
    case 'c':
    case 'C':
    case 'g':
      return 2;
    case 'i':
    case 'I':
    case 'e':
    case 'E':
    case 'f':
    case 'L':
    case 'n':
      return 4;
    case 'd':
    case 'q':
    case 'Q':
      return 8;
    case 'N':
      return 16;
    case 'a':
    case 'Z':
      return 64;
    default:
      return 0;
  }
}

template <class Number>
double number_at(const char* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return static_cast<double>(number);
}

/// IEEE 754, 16 bits: a sign, five bits of exponent, ten of fraction.
double half_at(const char* at) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, at, sizeof bits);
  const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  const double sign = bits >> 15 != 0 ? -1 : 1;
  if (exponent == 0x1f) return std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

std::string text_in(std::string_view bytes) {
  return std::string(bytes.substr(0, bytes.find('\0')));
}

/// Four letters or digits at most.
bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '_';
  });
}

/// Factor of the letters in earlier versions: "c" meant numbers times 100.
double factor_of_type(char type) {
  if (type == 'L') return 1e-7;
  return std::string_view("cCeE").find(type) != std::string_view::npos ? 1e-2 : 1;
}

}  // namespace

int small_number(double number) {
  constexpr double most = 1e6;
  return std::abs(number) <= most ? static_cast<int>(number) : -1;
}

bool DataflashField::is_number() const { return size_of(type) <= 8 && type != 'n'; }

double DataflashField::raw(std::string_view message) const {
  static_assert(std::endian::native == std::endian::little);
  const char* at = message.data() + offset;
  switch (type) {
    case 'b':
      return number_at<std::int8_t>(at);
    case 'B':
    case 'M':
      return number_at<std::uint8_t>(at);
    case 'h':
    case 'c':
      return number_at<std::int16_t>(at);
    case 'H':
    case 'C':
      return number_at<std::uint16_t>(at);
    case 'i':
    case 'e':
    case 'L':
      return number_at<std::int32_t>(at);
    case 'I':
    case 'E':
      return number_at<std::uint32_t>(at);
    case 'q':
      return number_at<std::int64_t>(at);
    case 'Q':
      return number_at<std::uint64_t>(at);
    case 'f':
      return number_at<float>(at);
    case 'd':
      return number_at<double>(at);
    case 'g':
      return half_at(at);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

std::string DataflashField::text(std::string_view message) const {
  if (type != 'n' && type != 'N' && type != 'Z') return "";
  return text_in(message.substr(offset, size_of(type)));
}

const DataflashField* DataflashFormat::find(std::string_view field) const {
  const auto at = std::find_if(fields.begin(), fields.end(),
                               [&](const DataflashField& other) { return other.name == field; });
  return at == fields.end() ? nullptr : &*at;
}

/// The multipliers as the definition lists them; a log has the same in its messages MULT.
DataflashFormats::DataflashFormats()
    : multipliers_{{'2', 1e2},  {'1', 1e1},  {'0', 1},    {'A', 1e-1}, {'B', 1e-2},
                   {'C', 1e-3}, {'D', 1e-4}, {'E', 1e-5}, {'F', 1e-6}, {'G', 1e-7},
                   {'I', 1e-9}, {'!', 3.6},  {'/', 3600}} {
  DataflashFormat& format = formats_[dataflash_format_type].emplace();
  format.name = "FMT";
  format.bytes = dataflash_format_bytes;
}

const DataflashFormat* DataflashFormats::find(unsigned char type) const {
  return formats_[type] ? &*formats_[type] : nullptr;
}

bool DataflashFormats::add(std::string_view message) {
  const auto type = static_cast<unsigned char>(message[2]);
  if (type == dataflash_format_type) return add_format(message);
  const DataflashFormat& format = *formats_[type];
  if (format.name == "FMTU") return add_units(format, message);
  if (format.name == "MULT") {
    const DataflashField *id = format.find("Id"), *mult = format.find("Mult");
    if (id == nullptr || mult == nullptr || !id->is_number() || !mult->is_number()) return false;
    const double factor = mult->raw(message);
    const auto letter = static_cast<char>(small_number(id->raw(message)) & 0x7f);
    // '-' and '?' say that there is none, or that it is not known.
    if (factor > 0 && std::isfinite(factor) && letter != '-' && letter != '?') {
      multipliers_[letter] = factor;
    }
  }
  return true;
}

bool DataflashFormats::add_format(std::string_view message) {
  const auto type = static_cast<unsigned char>(message[3]);
  const std::size_t bytes = static_cast<unsigned char>(message[4]);
  if (type == dataflash_format_type) return true;  // of itself
  if (bytes < dataflash_header_bytes) return false;
  DataflashFormat format{text_in(message.substr(5, 4)), bytes, {}};
  const std::string types = text_in(message.substr(9, 16)), names = text_in(message.substr(25, 64));
  std::size_t offset = dataflash_header_bytes, from = 0;
  bool is_good = is_name(format.name);
  for (const char letter : types) {
    const std::size_t to = std::min(names.find(',', from), names.size());
    is_good = is_good && size_of(letter) > 0 && from < names.size();
    if (!is_good) break;
    format.fields.push_back({names.substr(from, to - from), letter, offset});
    offset += size_of(letter);
    from = to + 1;
  }
  is_good = is_good && offset == bytes && from >= names.size();
  if (!is_good) format.fields.clear();
  if (const auto& known = formats_[type]) return is_good && known->bytes == bytes;
  formats_[type] = std::move(format);
  return is_good;
}

bool DataflashFormats::add_units(const DataflashFormat& format, std::string_view message) {
  const DataflashField *type = format.find("FmtType"), *units = format.find("UnitIds"),
                       *multipliers = format.find("MultIds");
  if (type == nullptr || units == nullptr || multipliers == nullptr || type->type != 'B') {
    return false;
  }
  auto& of = formats_[static_cast<unsigned char>(type->raw(message))];
  if (!of) return false;
  const std::string letters = units->text(message), factors = multipliers->text(message);
  for (std::size_t i = 0; i < of->fields.size(); ++i) {
    of->fields[i].unit = i < letters.size() ? letters[i] : char{0};
    of->fields[i].multiplier = i < factors.size() ? factors[i] : char{0};
  }
  return true;
}

double DataflashFormats::factor(const DataflashField& field) const {
  const auto at = multipliers_.find(field.multiplier);
  return at == multipliers_.end() ? factor_of_type(field.type) : at->second;
}

}  // namespace montecopter::logs
