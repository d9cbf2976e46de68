#include "results/regress/examination.hpp"

#include <array>
#include <bit>
#include <stdexcept>
#include <type_traits>

#include "core/base/packed_bytes.hpp"
#include "results/diff/scenario_keys.hpp"

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

template <class Items, class Row>
void each_item(Items& items, Row& row) {
  constexpr bool is_metric = std::is_same_v<std::remove_const_t<Row>, MetricChange>;
  items.item(row.name);
  if constexpr (is_metric) {
    items.item(row.unit);
    for (auto* value : {&row.was, &row.is, &row.low, &row.high, &row.effect}) items.item(*value);
    items.item(row.measure);
  } else {
    items.item(row.statement);
    items.item(row.was);
    items.item(row.is);
  }
}

class Packer : public BytePacker {
 public:
  void item(std::int64_t value) { signed_number(value); }
  void item(bool value) { number(value ? 1 : 0); }
  void item(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void item(Verdict value) { number(static_cast<std::uint64_t>(value)); }
  void item(const std::string& value) { text(value); }
  void item(const std::vector<std::string>& texts) {
    number(texts.size());
    for (const std::string& one : texts) text(one);
  }
  void item(const std::vector<RequirementChange>& rows) { each(rows); }
  void item(const std::vector<MetricChange>& rows) { each(rows); }

 private:
  void each(const auto& rows) {
    number(rows.size());
    for (const auto& row : rows) each_item(*this, row);
  }
};

class Unpacker : public ByteUnpacker {
 public:
  using ByteUnpacker::ByteUnpacker;
  void item(std::int64_t& value) { value = signed_number(); }
  void item(bool& value) { value = below(2) == 1; }
  void item(double& value) { value = std::bit_cast<double>(number()); }
  void item(Verdict& value) { value = static_cast<Verdict>(below(verdict_count)); }
  void item(std::string& value) { value = text(); }
  void item(std::vector<std::string>& texts) {
    texts.resize(count());
    for (std::string& one : texts) one = text();
  }
  void item(std::vector<RequirementChange>& rows) { each(rows); }
  void item(std::vector<MetricChange>& rows) { each(rows); }

 private:
  void each(auto& rows) {
    rows.resize(count());
    for (auto& row : rows) each_item(*this, row);
  }
};

/// The list of all members of an examination, used by pack() and unpack().
template <class Items, class Examined>
void each_member(Items& items, Examined& examined) {
  items.item(examined.name);
  items.item(examined.verdict);
  items.item(examined.worst);
  items.item(examined.details);
  items.item(examined.changed_keys);
  items.item(examined.permitted_keys);
  items.item(examined.key_places);
  items.item(examined.programs);
  items.item(examined.changes.requirements);
  items.item(examined.changes.metrics);
  items.item(examined.changes.unmoved);
  items.item(examined.changes.ok_was);
  items.item(examined.changes.ok_is);
  items.item(examined.changes.basis);
  items.item(examined.changes.too_few_pairs);
  items.item(examined.changes.left_out);
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

std::string Examination::program_text() const {
  if (programs.size() != 2) return {};
  return diff::ProgramDifference{programs[0], programs[1]}.text();
}

std::string pack(const Examination& examination) {
  Packer packer;
  each_member(packer, examination);
  return packer.out;
}

Examination unpack(std::string_view bytes) try {
  Unpacker unpacker(bytes);
  Examination examination;
  each_member(unpacker, examination);
  return examination;
} catch (const std::out_of_range&) {
  throw Error(ExitCode::internal, "error: the process of a scenario sent an invalid answer.");
}

}  // namespace montecopter::regress
