#pragma once
/// What the tests of the format in instruments.hpp share.

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "scenario/instruments.hpp"

namespace montecopter::instruments {

/// A directory of files for one test, removed afterwards.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("montecopter-instruments-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// Of a text that has to be right.
inline Root root_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  Reading reading = read(text, overrides);
  CHECK(reading.complaint == "");
  return std::move(reading.root);
}

inline std::string complaint(const std::string& text,
                             const std::vector<std::string>& overrides = {}) {
  return read(text, overrides).complaint;
}

/// The value of the one number that a path addresses.
inline double number_at(Root& root, const std::string& path) {
  const std::vector<NumberRef> found = find_numbers(all_numbers(root), path);
  INFO(path);
  REQUIRE(found.size() == 1);
  return *found[0].value;
}

}  // namespace montecopter::instruments
