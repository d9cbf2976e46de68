#pragma once
/// Texts put together when the program is compiled: keys of structs that are templates.

#include <array>
#include <cstddef>
#include <string_view>

namespace montecopter {

/// A short text that may be a template argument. A longer text does not compile.
struct TextPart {
  std::array<char, 48> characters{};
  std::size_t size = 0;

  constexpr TextPart(const char* text) : TextPart(std::string_view(text)) {}
  constexpr TextPart(std::string_view text) : size(text.size()) {
    for (std::size_t i = 0; i < size; ++i) characters.at(i) = text[i];
  }
  constexpr std::string_view view() const { return {characters.data(), size}; }
  bool operator==(const TextPart&) const = default;
};

/// Storage of the text of joined<>.
template <TextPart... parts>
struct JoinedText {
  static constexpr auto characters = [] {
    std::array<char, (parts.size + ...)> all{};
    std::size_t end = 0;
    for (const TextPart& part : {parts...}) {
      for (const char c : part.view()) all[end++] = c;
    }
    return all;
  }();
};

/// The parts one after another: joined<"white_noise_", "rad_s"> is "white_noise_rad_s". It lives as
/// long as the program.
template <TextPart... parts>
inline constexpr std::string_view joined{JoinedText<parts...>::characters.data(),
                                         JoinedText<parts...>::characters.size()};

}  // namespace montecopter
