#include "summarise/saturation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace montecopter {
namespace {

/// Of the samples of a group that ended ok.
struct Shares {
  std::vector<double> all;

  std::size_t saturated() const {
    const auto is_saturated = [](double share) { return share > saturated_above; };
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_saturated));
  }
  bool most_are() const { return 2 * saturated() > all.size(); }
  double median() const {
    std::vector<double> sorted = all;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

std::vector<Shares> shares_by_group(const record::ResultFile& file, const Samples& samples) {
  const std::vector<double> column = read_sample_column(file, "m_saturated_share");
  std::vector<Shares> groups(samples.groups.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    // A comparison that NaN does not pass: no command was looked at.
    if (samples.status[i] != Status::ok || !(column[i] >= 0)) continue;
    groups[samples.group[i]].all.push_back(column[i]);
  }
  return groups;
}

}  // namespace

std::vector<Problem> saturation_warnings(const record::ResultFile& file, const Samples& samples) {
  if (file.find("m_saturated_share") == nullptr) return {};
  const std::vector<Shares> groups = shares_by_group(file, samples);
  const auto is_one = [](const Shares& shares) { return shares.most_are(); };
  const auto first = std::find_if(groups.begin(), groups.end(), is_one);
  if (first == groups.end()) return {};
  Problem p;
  p.where = file.path();
  p.is_warning = true;
  p.what = fmt::format(
      "the rotors were at their limits: {} of {} samples could not follow more than {:.0f} % of "
      "their commands",
      first->saturated(), first->all.size(), 100 * saturated_above);
  p.why = fmt::format("saturated_share is {:.2g} in the median", first->median());
  const auto point = samples.groups[static_cast<std::size_t>(first - groups.begin())].point;
  if (point) {
    p.what = fmt::format("sweep point {}: {}", *point, p.what);
    p.why += fmt::format("; so it is at {} of {} points",
                         std::count_if(groups.begin(), groups.end(), is_one), groups.size());
  }
  p.suggestion =
      "Such a loop flies a limit cycle, or what the vehicle cannot: lower the gains, shorten "
      "delays "
      "and the periods of controller and gyroscope, or ask for less";
  return {p};
}

}  // namespace montecopter
