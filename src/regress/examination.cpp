#include "regress/examination.hpp"

#include <array>
#include <cstring>

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

class Packer {
 public:
  void item(std::int64_t value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
  }
  void item(double value) {
    std::int64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    item(bits);
  }
  void item(Verdict value) { item(static_cast<std::int64_t>(value)); }
  void item(const std::string& text) {
    item(static_cast<std::int64_t>(text.size()));
    out += text;
  }
  void item(const std::vector<std::string>& texts) {
    item(static_cast<std::int64_t>(texts.size()));
    for (const std::string& text : texts) item(text);
  }

  std::string out;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  void item(std::int64_t& value) { std::memcpy(&value, take(sizeof value).data(), sizeof value); }
  void item(double& value) {
    std::int64_t bits = 0;
    item(bits);
    std::memcpy(&value, &bits, sizeof value);
  }
  void item(Verdict& value) { value = static_cast<Verdict>(count(verdict_count - 1)); }
  void item(std::string& text) { text = take(count(rest_.size())); }
  void item(std::vector<std::string>& texts) {
    texts.resize(count(rest_.size()));
    for (std::string& text : texts) item(text);
  }

 private:
  std::size_t count(std::size_t most) {
    std::int64_t value = 0;
    item(value);
    if (value < 0 || static_cast<std::size_t>(value) > most) fail();
    return static_cast<std::size_t>(value);
  }
  std::string_view take(std::size_t size) {
    if (size > rest_.size()) fail();
    const std::string_view piece = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return piece;
  }
  [[noreturn]] static void fail() {
    throw Error(ExitCode::internal, "error: a process that flew a scenario answered nonsense.");
  }

  std::string_view rest_;
};

/// The one list of what an examination consists of.
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

Examination unpack(std::string_view bytes) {
  Unpacker unpacker(bytes);
  Examination examination;
  each_item(unpacker, examination);
  return examination;
}

}  // namespace montecopter::regress
