#include "simulate/nvidia/cards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "simulate/nvidia/ptx.hpp"

namespace montecopter::nvidia {
namespace {

/// Rank of this process among the processes that mpirun or srun started on this machine. It makes
/// each process begin with another card.
std::size_t place_among_processes() {
  for (const char* variable : {"OMPI_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID"}) {
    const char* place = std::getenv(variable);
    if (const auto number = place == nullptr ? std::nullopt : parse_int(place)) {
      return static_cast<std::size_t>(std::max<std::int64_t>(*number, 0));
    }
  }
  return 0;
}

}  // namespace

Card::Card(const Driver& driver, int ordinal) : driver_(driver) {
  std::array<char, 256> name{};
  constexpr unsigned waits_without_spinning = 4;  // of CUctx_flags: other threads prepare flights
  driver.require(driver.cuDeviceGet(&device_, ordinal), "be opened");
  driver.require(driver.cuDeviceGetName(name.data(), static_cast<int>(name.size()), device_),
                 "be opened");
  driver.require(driver.cuDeviceGetAttribute(&generation_, compute_capability_major, device_),
                 "be opened");
  driver.require(driver.cuDeviceGetAttribute(&double_ratio_, single_to_double_ratio, device_),
                 "be opened");
  if (generation_ < oldest_generation) return;
  (void)driver.cuDevicePrimaryCtxSetFlags_v2(device_, waits_without_spinning);
  driver.require(driver.cuDevicePrimaryCtxRetain(&context_, device_), "be opened");
  name_ = name.data();
}

void Card::use() const { driver_.require(driver_.cuCtxSetCurrent(context_), "be used"); }

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
    std::string why = log.data();
    std::replace(why.begin(), why.end(), '\n', ' ');
    driver_.require(result, fmt::format("compile the flights ({}: {})", name_, why));
  }
  driver_.require(driver_.cuModuleGetFunction(&entry, module, "fly"), "find the compiled flights");
  return entry;
}

Cards& Cards::get() {
  static Cards cards;
  return cards;
}

Cards::Cards() : trouble_(Driver::get().trouble()), next_(place_among_processes()) {
  if (!trouble_.empty()) return;
  trouble_ = fmt::format("no card has compute capability {}.0 or later", oldest_generation);
  for (int i = 0; i < Driver::get().cards(); ++i) {
    try {
      auto card = std::make_unique<Card>(Driver::get(), i);
      if (card->generation() >= oldest_generation) cards_.push_back(std::move(card));
    } catch (const Error&) {
      trouble_ = "no card can be opened";  // others may be available
    }
  }
  if (!cards_.empty()) trouble_.clear();
}

bool Cards::are_fast() const {
  return std::all_of(cards_.begin(), cards_.end(),
                     [](const auto& card) { return card->double_ratio() <= 4; });
}

Card& Cards::of_thread() { return *cards_[next_++ % cards_.size()]; }

}  // namespace montecopter::nvidia
