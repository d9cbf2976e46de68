#include "simulate/nvidia/cards.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "simulate/nvidia/ptx.hpp"

namespace montecopter::nvidia {

Card::Card(const Driver& driver, int ordinal) : driver_(driver) {
  Device device = 0;
  char name[256] = {};
  driver.require(driver.cuDeviceGet(&device, ordinal), "open a card");
  driver.require(driver.cuDeviceGetName(name, sizeof(name), device), "open a card");
  driver.require(driver.cuDeviceGetAttribute(&generation_, compute_capability_major, device),
                 "open a card");
  driver.require(driver.cuDeviceGetAttribute(&double_ratio_, single_to_double_ratio, device),
                 "open a card");
  driver.require(driver.cuDevicePrimaryCtxRetain(&context_, device), "open a card");
  name_ = name;
}

void Card::use() const { driver_.require(driver_.cuCtxSetCurrent(context_), "use a card"); }

Function Card::entry(std::size_t form) {
  const std::lock_guard lock(mutex_);
  Function& entry = entries_[form];
  if (entry != nullptr) return entry;
  constexpr int error_log = 5, error_log_bytes = 6;  // of CUjit_option
  std::array<char, 4096> log{};
  std::array<int, 2> options = {error_log, error_log_bytes};
  std::array<void*, 2> values = {log.data(), reinterpret_cast<void*>(log.size())};
  Module module = nullptr;
  const std::string text = ptx_of(form);
  const Result result = driver_.cuModuleLoadDataEx(
      &module, text.c_str(), static_cast<unsigned>(options.size()), options.data(), values.data());
  if (result != 0) {
    const std::string what = fmt::format("compile flights for the card {} ({})", name_, log.data());
    driver_.require(result, what.c_str());
  }
  driver_.require(driver_.cuModuleGetFunction(&entry, module, "fly"), "find flights on the card");
  return entry;
}

Cards& Cards::get() {
  static Cards cards;
  return cards;
}

Cards::Cards() : trouble_(Driver::get().trouble()) {
  if (!trouble_.empty()) return;
  try {
    for (int i = 0; i < Driver::get().cards(); ++i) {
      auto card = std::make_unique<Card>(Driver::get(), i);
      if (card->generation() >= oldest_generation) cards_.push_back(std::move(card));
    }
  } catch (const Error& error) {
    trouble_ = error.what();
    return;
  }
  if (cards_.empty())
    trouble_ = fmt::format("no card is of compute capability {}.0 or later", oldest_generation);
}

bool Cards::are_fast() const {
  return std::all_of(cards_.begin(), cards_.end(),
                     [](const auto& card) { return card->double_ratio() <= 4; });
}

Card& Cards::of_thread() { return *cards_[next_++ % cards_.size()]; }

}  // namespace montecopter::nvidia
