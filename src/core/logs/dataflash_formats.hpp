#pragma once
/// The formats that an ArduPilot DataFlash log defines (libraries/AP_Logger/README.md of
/// ArduPilot): at which place of a message a field is, and in which unit it stands there.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter::logs {

/// Two bytes begin each message, then comes one of its type.
inline constexpr std::string_view dataflash_sync{"\xA3\x95", 2};
inline constexpr std::size_t dataflash_header_bytes = 3;
/// The type of the messages that define others, and how many bytes such a message has.
inline constexpr unsigned dataflash_format_type = 0x80;
inline constexpr std::size_t dataflash_format_bytes = 89;

/// The number as a whole number; -1 if it is far from any count.
int small_number(double number);

struct DataflashField {
  std::string name;
  char type = 'f';         ///< as formats call it
  std::size_t offset = 0;  ///< from the start of the message
  char unit = 0;           ///< as FMTU calls it; 0: it does not tell
  char multiplier = 0;     ///< the same

  bool is_number() const;
  /// The stored number, without its factor; NaN for texts.
  double raw(std::string_view message) const;
  /// The text that stands there, without what fills it up; empty of numbers.
  std::string text(std::string_view message) const;
};

struct DataflashFormat {
  std::string name;
  std::size_t bytes = 0;  ///< of a whole message
  std::vector<DataflashField> fields;

  const DataflashField* find(std::string_view field) const;
};

class DataflashFormats {
 public:
  DataflashFormats();
  /// Takes a message of type FMT, FMTU or MULT, and nothing of others. False if it is not as the
  /// definition says; of a format the length alone is taken then, if it can be.
  bool add(std::string_view message);
  /// The format of a type of message; null if none is defined.
  const DataflashFormat* find(unsigned char type) const;
  /// The factor of `raw` for the unit of the field.
  double factor(const DataflashField& field) const;

 private:
  bool add_format(std::string_view message);
  bool add_units(const DataflashFormat& format, std::string_view message);

  std::array<std::optional<DataflashFormat>, 256> formats_;
  std::map<char, double> multipliers_;
};

}  // namespace montecopter::logs
