#include "core/mavlink/status_texts.hpp"

#include <algorithm>

namespace montecopter::mavlink {

void StatusTexts::add(const StatusText& text) {
  constexpr std::uint8_t warning = 4;
  constexpr std::size_t most_texts = 64;
  if (text.severity > warning || text.text.empty()) return;
  if (text.part > 0) {
    if (text.id == last_id_ && !texts_.empty()) texts_.back() += text.text;
    return;
  }
  // A repeated text moves to the end: it is the latest.
  std::erase(texts_, text.text);
  if (texts_.size() == most_texts) texts_.erase(texts_.begin());
  texts_.push_back(text.text);
  last_id_ = text.id;
}

std::string StatusTexts::words(std::size_t most_bytes) const {
  std::string words;
  for (auto text = texts_.rbegin(); text != texts_.rend(); ++text) {
    const std::string next = (words.empty() ? "" : "; ") + *text;
    if (words.size() + next.size() > most_bytes) break;
    words += next;
  }
  return words;
}

std::string StatusTexts::find(std::string_view beginning, std::string_view word) const {
  const auto found = std::find_if(texts_.begin(), texts_.end(), [&](const std::string& text) {
    return text.starts_with(beginning) && text.find(word) != std::string::npos;
  });
  return found == texts_.end() ? "" : *found;
}

}  // namespace montecopter::mavlink
