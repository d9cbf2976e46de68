#include "record/packing.hpp"

#include <stdexcept>

#include "core/base/error.hpp"
#include "core/base/packed_bytes.hpp"

namespace montecopter::record {
namespace {

class Packer : public BytePacker {
 public:
  void attributes(const std::vector<Attribute>& list) {
    number(list.size());
    for (const Attribute& attribute : list) {
      text(attribute.name);
      number(attribute.value.index());
      if (const auto* words = std::get_if<std::string>(&attribute.value)) text(*words);
      if (const auto* value = std::get_if<std::int64_t>(&attribute.value)) {
        signed_number(*value);
      }
      if (const auto* codes = std::get_if<std::vector<std::int8_t>>(&attribute.value)) {
        text(std::string(codes->begin(), codes->end()));
      }
      if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
        number(numbers->size());
        for (const std::int64_t one : *numbers) signed_number(one);
      }
    }
  }
  void dataset(const Dataset& item) {
    text(item.name);
    number(static_cast<std::uint64_t>(item.element));
    number(item.shape.size());
    for (const std::int64_t extent : item.shape) signed_number(extent);
    number(item.dims.size());
    for (const std::string& dim : item.dims) text(dim);
    attributes(item.attributes);
    number(static_cast<std::uint64_t>(item.scale));
    number(item.offset);
  }
};

class Unpacker : public ByteUnpacker {
 public:
  using ByteUnpacker::ByteUnpacker;

  std::vector<Attribute> attributes() {
    std::vector<Attribute> list(count());
    for (Attribute& attribute : list) {
      attribute.name = text();
      const std::uint64_t kind = below(4);
      if (kind == 0) attribute.value = std::string(text());
      if (kind == 1) attribute.value = signed_number();
      if (kind == 2) {
        const std::string_view codes = text();
        attribute.value = std::vector<std::int8_t>(codes.begin(), codes.end());
      }
      if (kind == 3) {
        std::vector<std::int64_t> numbers(count());
        for (std::int64_t& one : numbers) one = signed_number();
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
    for (std::int64_t& extent : item.shape) extent = signed_number();
    item.dims.resize(count());
    for (std::string& dim : item.dims) dim = text();
    item.attributes = attributes();
    item.scale = static_cast<Scale>(below(3));
    item.offset = number();
    return item;
  }
};

}  // namespace

std::string pack(const Schema& schema) {
  Packer packer;
  packer.attributes(schema.attributes);
  packer.number(schema.datasets.size());
  for (const Dataset& dataset : schema.datasets) packer.dataset(dataset);
  return packer.out;
}

Schema unpack(const std::string& bytes) try {
  Unpacker unpacker(bytes);
  Schema schema;
  schema.attributes = unpacker.attributes();
  const std::size_t count = unpacker.count();
  for (std::size_t i = 0; i < count; ++i) schema.datasets.push_back(unpacker.dataset());
  return schema;
} catch (const std::out_of_range&) {
  throw Error(ExitCode::refused, "error: cannot use this file (damaged metadata).");
}

}  // namespace montecopter::record
