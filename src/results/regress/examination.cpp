#include "results/regress/examination.hpp"

#include <array>
#include <bit>
#include <stdexcept>

#include "core/base/packed_bytes.hpp"

namespace montecopter::regress {
namespace {

struct Meaning {
  std::string_view name;
  ExitCode code;
};
constexpr std::array<Meaning, verdict_count> meanings = {{{"same", ExitCode::ok},
                                                          {"within", ExitCode::ok},
                                                          {"equivalent", ExitCode::ok},
                                                          {"differs", ExitCode::no},
                                                          {"changed", ExitCode::refused},
                                                          {"missing", ExitCode::refused},
                                                          {"refused", ExitCode::refused},
                                                          {"broken", ExitCode::io}}};

class Packer : public BytePacker {
 public:
  void item(std::int64_t value) { signed_number(value); }
  void item(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void item(Verdict value) { number(static_cast<std::uint64_t>(value)); }
  void item(const std::string& value) { text(value); }
  void item(const std::vector<std::string>& texts) {
    number(texts.size());
    for (const std::string& one : texts) text(one);
  }
};

class Unpacker : public ByteUnpacker {
 public:
  using ByteUnpacker::ByteUnpacker;
  void item(std::int64_t& value) { value = signed_number(); }
  void item(double& value) { value = std::bit_cast<double>(number()); }
  void item(Verdict& value) { value = static_cast<Verdict>(below(verdict_count)); }
  void item(std::string& value) { value = text(); }
  void item(std::vector<std::string>& texts) {
    texts.resize(count());
    for (std::string& one : texts) one = text();
  }
};

/// The list of all members of an examination, used by pack() and unpack().
template <class Items, class Examined>
void each_item(Items& items, Examined& examined) {
  items.item(examined.name);
  items.item(examined.verdict);
  items.item(examined.worst);
  items.item(examined.details);
  items.item(examined.changed_keys);
  items.item(examined.holdings);
  items.item(examined.not_compared);
  items.item(examined.diff_json);
  items.item(examined.samples);
  items.item(examined.failed);
  items.item(examined.objection);
  items.item(examined.wall_s);
  items.item(examined.before);
  items.item(examined.after);
  items.item(examined.golden);
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  return meanings[static_cast<std::size_t>(verdict)].name;
}

ExitCode exit_code(Verdict verdict) { return meanings[static_cast<std::size_t>(verdict)].code; }

std::string pack(const Examination& examination) {
  Packer packer;
  each_item(packer, examination);
  return packer.out;
}

Examination unpack(std::string_view bytes) try {
  Unpacker unpacker(bytes);
  Examination examination;
  each_item(unpacker, examination);
  return examination;
} catch (const std::out_of_range&) {
  throw Error(ExitCode::internal, "error: the process of a scenario sent an invalid answer.");
}

}  // namespace montecopter::regress
