#include "results/regress/last_failed.hpp"

#include <filesystem>
#include <fstream>

#include "core/base/input_file.hpp"

namespace montecopter::regress {
namespace {

constexpr const char* state_folder = "/.montecopter";

std::string list_of(const std::string& folder) { return folder + state_folder + "/last-failed"; }

bool write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  return static_cast<bool>(out.flush());
}

}  // namespace

std::optional<std::vector<std::string>> read_last_failed(const std::string& folder) {
  constexpr std::size_t most_bytes = 1 << 24;
  std::string why;
  const auto text = read_input_file(list_of(folder), most_bytes, why);
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    if (end > at) names.push_back(text->substr(at, end - at));
    at = end + 1;
  }
  return names;
}

bool write_last_failed(const std::string& folder, const std::vector<std::string>& names) {
  std::error_code error;
  std::filesystem::create_directory(folder + state_folder, error);
  if (error) return false;
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  return write(folder + state_folder + "/.gitignore", "*\n") && write(list_of(folder), text);
}

}  // namespace montecopter::regress
