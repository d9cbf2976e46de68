#pragma once
/// Signals as the messages of a DataFlash log show them.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/logs/dataflash_formats.hpp"
#include "core/logs/dataflash_sources.hpp"
#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

class DataflashChannel {
 public:
  /// nullopt if the format does not have the fields of the source.
  static std::optional<DataflashChannel> of(const DataflashSource& source,
                                            const DataflashFormat& format,
                                            const DataflashFormats& formats);

  const DataflashSource& source() const { return *source_; }
  bool is_by_rotor() const { return source_->shape == DataflashShape::by_rotor; }
  /// `instance`: which rotor the message is of.
  void take(double time_s, std::string_view message, int instance);
  /// All rows, in SI units.
  RecordedSignal finish();

 private:
  struct Part {
    DataflashField field;
    double factor = 1;
  };

  void take_rotor(double time_s, double speed, std::size_t rotor);
  void add_row(double time_s, const std::vector<double>& row);

  const DataflashSource* source_ = nullptr;
  std::vector<Part> parts_;
  RecordedSignal signal_;
  /// Speeds of rotors since the row before, and when the first of them came.
  std::vector<double> round_;
  double round_s_ = 0;
};

}  // namespace montecopter::logs
