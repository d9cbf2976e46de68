/// Changes inputs of the target `result` by what they mean: numbers, names, kinds and the order of
/// what HDF5's process answers, or the bytes of the file behind it.

#include <cstring>
#include <random>
#include <string>

#include "core/base/error.hpp"
#include "record/packing.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace montecopter::fuzz {
namespace {

using record::Attribute;
using record::Dataset;
using record::Schema;

constexpr std::int64_t edges[] = {0,  1,   -1,        2,         3,         7,
                                  32, 255, 1LL << 31, 1LL << 53, 1LL << 62, INT64_MAX};
constexpr const char* names[] = {"status", "check", "sample", "trace_sample", "time", "point"};

class Mutation {
 public:
  Mutation(Schema& schema, std::uint64_t file_bytes, unsigned seed)
      : schema_(schema), file_bytes_(static_cast<std::int64_t>(file_bytes)), random_(seed) {}

  void apply() {
    if (schema_.datasets.empty()) return;
    Dataset& item = one();
    switch (below(9)) {
      case 0:
        return shape(item);
      case 1:
        item.element = static_cast<Element>(below(6));
        return;
      case 2:
        item.scale = static_cast<record::Scale>(below(3));
        return;
      case 3:
        item.offset = static_cast<std::uint64_t>(
            below(2) == 0 ? one().offset : static_cast<std::uint64_t>(number(file_bytes_)));
        return;
      case 4:
        item.name = below(2) == 0 ? names[below(std::size(names))] : text(item.name);
        return;
      case 5:
        if (!item.dims.empty()) item.dims[below(item.dims.size())] = one().name;
        return;
      case 6:
        return attribute(below(4) == 0 ? schema_.attributes : item.attributes);
      case 7:
        std::swap(item, one());
        return;
      default:
        schema_.datasets.erase(schema_.datasets.begin() + (&item - schema_.datasets.data()));
    }
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  Dataset& one() { return schema_.datasets[below(schema_.datasets.size())]; }

  std::int64_t number(std::int64_t near) {
    if (below(2) == 0) return edges[below(std::size(edges))];
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(near) + below(5) - 2);
  }
  std::string text(std::string value) {
    const std::size_t size = value.size();
    value.resize(size + 16);
    value.resize(
        LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(value.data()), size, value.size()));
    return value;
  }
  void shape(Dataset& item) {
    if (below(4) == 0) {
      item.shape.push_back(number(1)), item.dims.push_back(one().name);
    } else if (!item.shape.empty()) {
      std::int64_t& extent = item.shape[below(item.shape.size())];
      extent = number(extent);
    }
  }
  void attribute(std::vector<Attribute>& list) {
    if (list.empty() || below(8) == 0) return list.push_back({"long_name", std::string("a, b, c")});
    Attribute& item = list[below(list.size())];
    if (auto* words = std::get_if<std::string>(&item.value))
      return item.value = text(*words), void();
    if (auto* value = std::get_if<std::int64_t>(&item.value)) *value = number(*value);
    if (auto* values = std::get_if<std::vector<std::int64_t>>(&item.value)) {
      if (below(3) == 0 || values->empty()) return values->push_back(number(1));
      (*values)[below(values->size())] = number(1);
    }
    if (below(4) == 0) item.value = std::vector<std::int64_t>{number(1), number(1)};
  }

  Schema& schema_;
  std::int64_t file_bytes_;
  std::minstd_rand random_;
};

/// The input taken apart; false: it is none.
bool take_apart(const std::string& input, Schema& schema, std::string& bytes) {
  std::uint64_t size = 0;
  if (input.size() < sizeof size) return false;
  std::memcpy(&size, input.data(), sizeof size);
  if (size > input.size() - sizeof size) return false;
  try {
    schema = record::unpack(input.substr(sizeof size, size));
  } catch (const Error&) {
    return false;
  }
  bytes = input.substr(sizeof size + size);
  return true;
}

}  // namespace
}  // namespace montecopter::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  using namespace montecopter;
  record::Schema schema;
  std::string bytes;
  const bool is_whole =
      fuzz::take_apart({reinterpret_cast<const char*>(data), size}, schema, bytes);
  if (!is_whole || seed % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  if (seed % 8 < 3) {
    const std::size_t length = bytes.size();
    bytes.resize(length + 8);
    bytes.resize(
        LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), length, bytes.size()));
  } else {
    fuzz::Mutation(schema, bytes.size(), seed).apply();
  }
  const std::string answer = record::pack(schema);
  const std::uint64_t answer_bytes = answer.size();
  const std::size_t whole = sizeof answer_bytes + answer.size() + bytes.size();
  if (whole > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, &answer_bytes, sizeof answer_bytes);
  std::memcpy(data + sizeof answer_bytes, answer.data(), answer.size());
  std::memcpy(data + sizeof answer_bytes + answer.size(), bytes.data(), bytes.size());
  return whole;
}
