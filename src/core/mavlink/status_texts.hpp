#pragma once
/// The warnings that a firmware sends to its ground station (STATUSTEXT), which say why it does not
/// arm or change its mode.

#include <string>
#include <string_view>
#include <vector>

#include "core/mavlink/messages.hpp"

namespace montecopter::mavlink {

class StatusTexts {
 public:
  /// Takes a text if it is a warning or worse. A repeated one replaces the earlier.
  void add(const StatusText& text);

  /// The texts, the last first, at most so many bytes; "": there are none.
  std::string words(std::size_t most_bytes) const;
  /// The first text that begins so and contains the word; "": there is none.
  std::string find(std::string_view beginning, std::string_view word) const;

 private:
  std::vector<std::string> texts_;
  std::uint16_t last_id_ = 0;
};

}  // namespace montecopter::mavlink
