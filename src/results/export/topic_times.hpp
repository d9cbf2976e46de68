#pragma once
/// The times of signals, each axis read once.

#include <map>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/signals.hpp"

namespace montecopter {

class TopicTimes {
 public:
  explicit TopicTimes(const record::ResultFile& file) : file_(file) {}

  /// [s]
  const std::vector<double>& of(const SignalChoice& choice) {
    const std::string& axis = choice.signal.time_axis();
    const auto at = times_.find(axis);
    return at != times_.end() ? at->second
                              : times_.emplace(axis, file_.read_f64(axis)).first->second;
  }

 private:
  const record::ResultFile& file_;
  std::map<std::string, std::vector<double>> times_;
};

}  // namespace montecopter
