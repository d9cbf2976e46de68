#pragma once
/// Flights of a planned campaign, into memory or into a result file.

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "plan/layout.hpp"
#include "results/library/planned_campaign.hpp"

namespace montecopter {

/// How a campaign is flown. Nothing here changes a bit of the flights.
struct FlySettings {
  int threads = 1;
  std::string lanes = "auto";  ///< instruction set, as `--lanes` takes it
  /// When set to true, samples in flight are finished and no further ones are begun.
  const std::atomic<bool>* stop = nullptr;
};

/// How a result file is written.
struct FileSettings {
  bool reproducible = false;  ///< leave host, times and build out
  bool fresh = false;         ///< fly all samples again, and replace an existing result at the end
};

/// Takes the finished samples of a block. Several threads call it at the same time. The block is
/// gone afterwards.
using TakeBlock = std::function<void(const Block&)>;

/// Flies all samples into memory. If `take` throws, the flights stop, and the exception is thrown
/// again.
void fly(const PlannedCampaign& campaign, const FlySettings& settings, const TakeBlock& take);
/// The same of some samples, by ascending numbers.
void fly(const PlannedCampaign& campaign, std::span<const std::int64_t> samples,
         const FlySettings& settings, const TakeBlock& take);

/// Flies into a result file, or flies what is missing in an existing one. The file is finished
/// unless `settings.stop` was set; then the same call continues later. Error(refused) if the file
/// is something else, Error(io) if the disk is full.
void fly_into_file(const PlannedCampaign& campaign, const std::string& path,
                   const FlySettings& settings, const FileSettings& file = {});

}  // namespace montecopter
