#pragma once
/// The cards of this machine, and the compiled forms of flights on them. Opened once for a process;
/// the driver compiles a form for a card when it is first flown there, and keeps the result on disk
/// (its own cache), which the first time takes seconds to a minute.

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "simulate/nvidia/driver.hpp"
#include "simulate/nvidia/forms.hpp"

namespace montecopter::nvidia {

/// The oldest card for which the forms are compiled (cmake/nvidia.cmake): compute capability
/// before the point.
inline constexpr int oldest_generation = 7;

class Card {
 public:
  Card(const Driver& driver, int ordinal);

  const std::string& name() const { return name_; }
  int generation() const { return generation_; }
  /// How much longer doubles take than floats.
  int double_ratio() const { return double_ratio_; }
  /// Makes it the card of this thread. Throws Error(io).
  void use() const;
  /// The entry of a form; the card has to be in use. Throws Error(io).
  Function entry(std::size_t form);

 private:
  const Driver& driver_;
  Device device_ = 0;
  Context context_ = nullptr;
  std::string name_;
  int generation_ = 0, double_ratio_ = 0;
  std::mutex mutex_;
  std::array<Function, form_count> entries_{};
};

class Cards {
 public:
  static Cards& get();

  /// Empty: there is a card to fly with. Otherwise the reason.
  const std::string& trouble() const { return trouble_; }
  /// See cards_are_fast() (kernel.hpp).
  bool are_fast() const;
  /// Threads take the cards in turn.
  Card& of_thread();

 private:
  Cards();

  std::string trouble_;
  std::vector<std::unique_ptr<Card>> cards_;
  std::atomic<std::size_t> next_;
};

}  // namespace montecopter::nvidia
