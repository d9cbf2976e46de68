#include "scenario/files/program_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/input_file.hpp"
#include "core/base/sha256.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/text/document.hpp"

namespace montecopter {
namespace {

/// Limit of a controller's size, so that an endless device is not read forever.
constexpr std::size_t most_bytes = std::size_t{64} << 20;

/// Why a program cannot be hashed, and the key at fault ("": the key of the program).
struct Unreadable {
  std::string path, why;
  std::string_view key = {};
  bool is_folder = false;
};

/// The files below a folder, in the order of their names; nothing: there is no such folder.
std::optional<std::vector<std::string>> files_below(const std::string& folder, std::string& why) {
  namespace fs = std::filesystem;
  std::error_code failed;
  std::vector<std::string> files;
  auto entry = fs::recursive_directory_iterator(folder, failed);
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    if (entry->is_regular_file(failed)) files.push_back(entry->path().string());
  }
  if (failed) {
    why = failed.message();
    return std::nullopt;
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Adds a file; false: it cannot be read.
bool add_file(const std::string& path, Sha256& hash, Unreadable& unreadable) {
  unreadable.path = path;
  const auto bytes = read_input_file(path, most_bytes + 1, unreadable.why);
  if (bytes && bytes->size() > most_bytes) unreadable.why = "it is larger than 64 MiB";
  if (!bytes || bytes->size() > most_bytes) return false;
  hash.add(std::as_bytes(std::span(*bytes)));
  return true;
}

/// Whether a folder of a program has its required file.
bool is_whole(const ProgramWord& folder, Unreadable& unreadable) {
  if (folder.has_to_have.empty()) return true;
  const std::filesystem::path file = std::filesystem::path(folder.text) / folder.has_to_have;
  std::error_code none;
  if (std::filesystem::is_regular_file(file, none)) return true;
  unreadable.path = file.string();
  unreadable.why = "there is no such file, and the program starts from it";
  return false;
}

/// SHA-256 of the bytes of its files one after another; of a folder, of all files below it.
std::optional<std::string> sha256_of(const ProgramController& program, Unreadable& unreadable) {
  Sha256 hash;
  for (const ProgramWord& word : program.words) {
    if (!word.is_file) continue;
    unreadable.key = word.key;
    std::vector<std::string> files = {word.text};
    if (word.is_folder) {
      unreadable.path = word.text;
      const auto below = files_below(word.text, unreadable.why);
      unreadable.is_folder = !below;
      if (!below || !is_whole(word, unreadable)) return std::nullopt;
      files = *below;
    }
    for (const std::string& file : files) {
      if (!add_file(file, hash, unreadable)) return std::nullopt;
    }
  }
  return hex(hash.digest());
}

std::string cannot_read(const ProgramNames& names, const Unreadable& unreadable) {
  const std::string_view noun = unreadable.key.empty() ? names.noun
                                : unreadable.is_folder ? "folder"
                                                       : "file";
  return fmt::format("cannot read the {} '{}'", noun, unreadable.path);
}

/// Folder to which relative names are relative.
std::string folder_of(const std::string& key, const std::string& base_dir,
                      const std::string& scenario_file, const Report& report) {
  if (report.is_overridden(key)) return "";
  const std::string file = report.place(key).file;
  return file == scenario_file ? base_dir : std::filesystem::path(file).parent_path().string();
}

}  // namespace

void find_program(Controller& controller, const std::string& base_dir,
                  const std::string& scenario_file, Report& report) {
  ProgramController* own = program_of(controller);
  if (own == nullptr) return;
  const ProgramNames names = program_names(controller);
  const auto path_of = [&](std::string_view key) {
    return fmt::format("controller.{}", key.empty() ? names.key : key);
  };
  own->words = program_words(controller);
  const bool is_sound = std::all_of(own->words.begin(), own->words.end(), [&](const auto& word) {
    return report.clean(path_of(word.key));
  });
  if (!report.clean(path_of("")) || !is_sound) return;
  bool has_files = false;
  for (ProgramWord& word : own->words) {
    if (!word.is_file) continue;
    word.text =
        resolve_path(folder_of(path_of(word.key), base_dir, scenario_file, report), word.text);
    has_files = true;
  }
  if (own->sha256 || !has_files) return;
  Unreadable unreadable;
  own->sha256 = sha256_of(*own, unreadable);
  if (own->sha256) return;
  const std::string key = path_of(unreadable.key);
  const char* start = report.is_overridden(key) ? "The name is relative to the current directory"
                                                : "The name is relative to the file that gives it";
  report.error(key, cannot_read(names, unreadable), unreadable.why,
               unreadable.key.empty() ? std::string(names.missing) : start);
}

void require_program(const Controller& controller, const std::string& where) {
  const ProgramController* own = program_of(controller);
  if (own == nullptr) return;
  const ProgramNames names = program_names(controller);
  Diagnostics problems;
  Unreadable unreadable;
  const std::optional<std::string> there = sha256_of(*own, unreadable);
  if (!there) {
    problems.error(where, cannot_read(names, unreadable), unreadable.why,
                   unreadable.key.empty() ? std::string(names.missing)
                                          : fmt::format("controller.{} names it", unreadable.key));
  } else if (there != own->sha256) {
    problems.error(
        where, fmt::format("the {} '{}' has a different SHA-256", names.noun, own->found_at()),
        fmt::format("it is {}, the scenario gives {}", *there, *own->sha256),
        fmt::format(
            "Use the {} that the scenario means, or remove controller.sha256 to fly this one",
            names.noun));
  }
  problems.throw_if_errors();
}

}  // namespace montecopter
