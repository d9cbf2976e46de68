#pragma once
/// A scenario that is loaded, checked and planned, for programs of others (docs/library.md).
/// Everything about its physics stays behind a pointer, so that these headers are few.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "plan/layout.hpp"

namespace montecopter {

struct Plan;

/// Copies share one plan, which nothing changes but allow_programs().
class PlannedCampaign {
 public:
  /// Loads a scenario file. An override is "path=value", as `--set` takes it. Error(usage) with all
  /// problems at once.
  static PlannedCampaign load(const std::string& path,
                              const std::vector<std::string>& overrides = {});
  /// The same from text. Messages call it `name`; files are looked for from `folder`.
  static PlannedCampaign of_text(const std::string& text, const std::string& name,
                                 const std::string& folder,
                                 const std::vector<std::string>& overrides = {});

  const std::string& name() const;
  std::int64_t samples() const { return layout().samples; }
  /// Names, units and shapes of the columns, and the resolved scenario.
  const Layout& layout() const;
  /// Index of a column of the layout, and of Block::data. Error(usage) if there is none.
  std::size_t column(const std::string& name) const;
  /// Warnings about the scenario, one line each.
  const std::vector<std::string>& warnings() const;

  /// Starts the controller library or program that the scenario names; without this call, flights
  /// of such a scenario throw Error(refused).
  void allow_programs();

  /// For the other functions of this folder.
  const Plan& plan() const;

 private:
  struct Parts;
  explicit PlannedCampaign(std::shared_ptr<Parts> parts) : parts_(std::move(parts)) {}
  std::shared_ptr<Parts> parts_;
};

}  // namespace montecopter
