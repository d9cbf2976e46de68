#pragma once
/// The formats that a ULog defines, and the place of a field in the bytes of a message.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter::logs {

enum class UlogNumber { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

struct UlogPlace {
  std::size_t offset = 0;  ///< from the start of the message's data
  UlogNumber type = UlogNumber::f32;

  std::size_t end() const;
  /// The number there. The bytes have to reach up to end().
  double read(std::string_view data) const;
};

/// Bytes of the data of a message. Padding at its end need not be logged.
struct UlogSizes {
  std::size_t least = 0, most = 0;
};

class UlogFormats {
 public:
  /// Takes the text of a format message. False if it is not as the definition says.
  bool add(std::string_view text);
  bool has(const std::string& name) const { return formats_.contains(name); }

  /// nullopt of a message that is not defined, or is made of some that are not.
  std::optional<UlogSizes> sizes(const std::string& message) const;
  /// The place of "q[2]" or "esc[0].esc_rpm" in a message; nullopt if it has no such number.
  std::optional<UlogPlace> find(const std::string& message, std::string_view field) const;
  /// Places of "control[*]": all elements, in order.
  std::vector<UlogPlace> find_all(const std::string& message, std::string_view field) const;

 private:
  struct Field {
    std::string type, name;
    std::size_t count = 1;
  };

  /// Bytes of one element; nullopt of a type that is not defined, or is deeper than any real one.
  std::optional<std::size_t> size_of(const std::string& type, int depth) const;
  std::optional<UlogPlace> find(const std::string& message, std::string_view field,
                                std::size_t offset, int depth) const;

  std::map<std::string, std::vector<Field>> formats_;
};

}  // namespace montecopter::logs
