#include "record/packing.hpp"

#include <cstring>

#include "base/error.hpp"

namespace montecopter::record {
namespace {

class Packer {
 public:
  void number(std::uint64_t value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
  }
  void text(const std::string& value) {
    number(value.size());
    out += value;
  }
  void attributes(const std::vector<Attribute>& list) {
    number(list.size());
    for (const Attribute& attribute : list) {
      text(attribute.name);
      number(attribute.value.index());
      if (const auto* words = std::get_if<std::string>(&attribute.value)) text(*words);
      if (const auto* value = std::get_if<std::int64_t>(&attribute.value)) {
        number(static_cast<std::uint64_t>(*value));
      }
      if (const auto* codes = std::get_if<std::vector<std::int8_t>>(&attribute.value)) {
        text(std::string(codes->begin(), codes->end()));
      }
      if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
        number(numbers->size());
        for (const std::int64_t one : *numbers) number(static_cast<std::uint64_t>(one));
      }
    }
  }
  void dataset(const Dataset& item) {
    text(item.name);
    number(static_cast<std::uint64_t>(item.element));
    number(item.shape.size());
    for (const std::int64_t extent : item.shape) number(static_cast<std::uint64_t>(extent));
    number(item.dims.size());
    for (const std::string& dim : item.dims) text(dim);
    attributes(item.attributes);
    number(static_cast<std::uint64_t>(item.scale));
    number(item.offset);
  }

  std::string out;
};

class Unpacker {
 public:
  explicit Unpacker(const std::string& bytes) : in_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    require(in_.size() - at_ >= sizeof value);
    std::memcpy(&value, in_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  /// A count of things that take at least one byte each.
  std::size_t count() {
    const std::uint64_t value = number();
    require(value <= in_.size() - at_);
    return static_cast<std::size_t>(value);
  }
  std::uint64_t below(std::uint64_t limit) {
    const std::uint64_t value = number();
    require(value < limit);
    return value;
  }
  std::string text() {
    const std::size_t size = count();
    at_ += size;
    return in_.substr(at_ - size, size);
  }
  std::vector<Attribute> attributes() {
    std::vector<Attribute> list(count());
    for (Attribute& attribute : list) {
      attribute.name = text();
      const std::uint64_t kind = below(4);
      if (kind == 0) attribute.value = text();
      if (kind == 1) attribute.value = static_cast<std::int64_t>(number());
      if (kind == 2) {
        const std::string codes = text();
        attribute.value = std::vector<std::int8_t>(codes.begin(), codes.end());
      }
      if (kind == 3) {
        std::vector<std::int64_t> numbers(count());
        for (std::int64_t& one : numbers) one = static_cast<std::int64_t>(number());
        attribute.value = std::move(numbers);
      }
    }
    return list;
  }
  Dataset dataset() {
    Dataset item;
    item.name = text();
    item.element = static_cast<Element>(below(static_cast<std::uint64_t>(Element::u8) + 1));
    item.shape.resize(count());
    for (std::int64_t& extent : item.shape) extent = static_cast<std::int64_t>(number());
    item.dims.resize(count());
    for (std::string& dim : item.dims) dim = text();
    item.attributes = attributes();
    item.scale = static_cast<Scale>(below(3));
    item.offset = number();
    return item;
  }

 private:
  static void require(bool good) {
    if (!good) throw Error(ExitCode::refused, "error: cannot use this file (damaged metadata).");
  }

  const std::string& in_;
  std::size_t at_ = 0;
};

}  // namespace

std::string pack(const Schema& schema) {
  Packer packer;
  packer.attributes(schema.attributes);
  packer.number(schema.datasets.size());
  for (const Dataset& dataset : schema.datasets) packer.dataset(dataset);
  return packer.out;
}

Schema unpack(const std::string& bytes) {
  Unpacker unpacker(bytes);
  Schema schema;
  schema.attributes = unpacker.attributes();
  const std::size_t count = unpacker.count();
  for (std::size_t i = 0; i < count; ++i) schema.datasets.push_back(unpacker.dataset());
  return schema;
}

}  // namespace montecopter::record
