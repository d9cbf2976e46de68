#pragma once
/// The cards of this machine, and the compiled forms of flights on them. Opened once per process.
/// The driver compiles a form for a card at its first flight there and keeps the result in its own
/// disk cache; the first time takes seconds to a minute.

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

/// The oldest card for which the forms are compiled (cmake/nvidia.cmake): the major number of its
/// compute capability.
inline constexpr int oldest_generation = 7;

class Card {
 public:
  Card(const Driver& driver, int ordinal);

  const std::string& name() const { return name_; }
  int generation() const { return generation_; }
  /// Time of doubles relative to floats.
  int double_ratio() const { return double_ratio_; }
  /// Selects the card for this thread. Throws Error(io).
  void use() const;
  /// The entry of a form; the card has to be selected. Throws Error(io).
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

  /// The reason why no card can fly; empty if one can.
  const std::string& trouble() const { return trouble_; }
  /// See cards_are_fast() (kernel.hpp).
  bool are_fast() const;
  /// Gives the cards to threads in turn.
  Card& of_thread();

 private:
  Cards();

  std::string trouble_;
  std::vector<std::unique_ptr<Card>> cards_;
  std::atomic<std::size_t> next_;
};

}  // namespace montecopter::nvidia
