#pragma once
/// The blocks that a thread of simulate() flies at once: one, or as many as fill a kernel that
/// wants many samples, such as the kernel of a graphics card.
///
/// simulate() makes PreparedSets once, with the constants shared by the samples of each combination
/// of sets. Each thread makes Flyers, or a Wave for such a kernel. A Wave begins a BlockFlyer for
/// each block and gathers their lanes by flight plan. It calls the kernel once for each plan and
/// finishes the flyers in the order of the blocks. The flyers own the memory, and the next wave
/// reuses it.

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simulate/block_flyer.hpp"
#include "simulate/simulate.hpp"

namespace montecopter {

/// Constants shared by the samples of each combination of sets.
class PreparedSets {
 public:
  explicit PreparedSets(const Plan& plan) {
    if (plan.variants.empty()) prepared_.emplace(&plan, std::make_unique<PreparedFlights>(plan));
    for (const Plan& one : plan.variants) {
      prepared_.emplace(&one, std::make_unique<PreparedFlights>(one));
    }
  }
  const PreparedFlights& of(const Plan& plan) const { return *prepared_.at(&plan); }

 private:
  std::map<const Plan*, std::unique_ptr<PreparedFlights>> prepared_;
};

/// The flyer of a thread, for one combination of sets at a time: each needs its own memory.
class Flyers {
 public:
  Flyers(const Plan& plan, const PreparedSets& prepared, const Kernel& kernel,
         AnswerTimeLimit& patience)
      : plan_(plan), prepared_(prepared), kernel_(kernel), patience_(patience) {}

  BlockFlyer& for_rows(std::span<const std::int64_t> rows) {
    const Plan& plan = plan_.at(plan_.point_of(rows.front()));
    if (&plan != of_) flyer_.emplace(plan, prepared_.of(plan), kernel_, &patience_);
    of_ = &plan;
    return *flyer_;
  }

 private:
  const Plan& plan_;
  const PreparedSets& prepared_;
  const Kernel& kernel_;
  AnswerTimeLimit& patience_;
  const Plan* of_ = nullptr;
  std::optional<BlockFlyer> flyer_;
};

/// The blocks that a thread flies at once with a kernel that wants many samples. They are set up
/// one after the other, flown together where their flight plans agree, and collected one after the
/// other.
class Wave {
 public:
  /// `blocks` is the largest number of blocks.
  Wave(const Plan& plan, const PreparedSets& prepared, const Kernel& kernel,
       AnswerTimeLimit& patience, std::size_t blocks)
      : kernel_(kernel) {
    for (std::size_t i = 0; i < blocks; ++i) flyers_.emplace_back(plan, prepared, kernel, patience);
  }

  std::size_t most() const { return flyers_.size(); }
  std::size_t blocks() const { return blocks_.size(); }

  /// Sets a block of rows up; returns the bytes of its traces.
  std::size_t begin(const std::vector<std::int64_t>& rows) {
    BlockFlyer& flyer = flyers_[blocks_.size()].for_rows(rows);
    blocks_.push_back(rows);
    flyer.begin(rows);
    for (FlightGroup& group : flyer.groups()) groups_.push_back({&group, flyer.memory()});
    return flyer.trace_bytes();
  }

  /// Flies the blocks that have begun and calls use(flyer, block) for each, in order. `rows` become
  /// the rows of the stored block.
  template <class Use>
  void fly(std::vector<std::int64_t>& rows, Use use) {
    for (std::size_t first = 0; first < groups_.size();) first = fly_alike(first);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      rows = blocks_[i];
      BlockFlyer& flyer = flyers_[i].for_rows(rows);
      use(flyer, flyer.finish());
    }
    blocks_.clear();
    groups_.clear();
  }

 private:
  struct GroupOfBlock {
    FlightGroup* group;
    double* memory;
  };

  /// Flies the groups from `first` on that have the same flight plan. Returns the next group.
  std::size_t fly_alike(std::size_t first) {
    const FlightPlan& plan = groups_[first].group->plan;
    std::size_t end = first;
    lanes_.clear();
    for (; end < groups_.size(); ++end) {
      const FlightGroup& group = *groups_[end].group;
      if (group.plan.parts != plan.parts || !fly_together(group.plan, plan)) break;
      lanes_.insert(lanes_.end(), group.lanes.begin(), group.lanes.end());
    }
    kernel_.fly(plan, lanes_.data(), static_cast<int>(lanes_.size()), groups_[first].memory);
    auto flown = lanes_.begin();
    for (std::size_t i = first; i < end; ++i) {
      std::vector<LaneIo>& lanes = groups_[i].group->lanes;
      std::copy_n(flown, lanes.size(), lanes.begin());
      flown += std::ssize(lanes);
    }
    return end;
  }

  const Kernel& kernel_;
  std::deque<Flyers> flyers_;
  std::vector<std::vector<std::int64_t>> blocks_;
  std::vector<GroupOfBlock> groups_;
  std::vector<LaneIo> lanes_;
};

/// Number of blocks that a thread flies at once: as many as the kernel wants, but few enough to
/// leave some for the other threads.
inline std::size_t blocks_at_once(const Kernel& kernel, const BlockSource& source,
                                  std::size_t threads) {
  const auto whole = [](std::size_t all, std::size_t parts) { return (all + parts - 1) / parts; };
  const std::size_t wanted =
      whole(static_cast<std::size_t>(kernel.samples_at_once / block_rows), threads);
  const std::size_t share = whole(source.most_threads(), threads);
  return std::max<std::size_t>(std::min(wanted, share), 1);
}

/// Upper limit for the traces that all threads gather in waves. [byte]
inline constexpr std::size_t trace_bytes_of_waves = std::size_t{1} << 31;

}  // namespace montecopter
