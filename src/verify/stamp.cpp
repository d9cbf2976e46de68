#include "verify/stamp.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <vector>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/base/sha256.hpp"

namespace montecopter::verify {
namespace {

namespace fs = std::filesystem;

constexpr const char* advice =
    "Set XDG_STATE_HOME or HOME to a folder that you may write, and run the command again";

/// The folder of stamps, by the XDG base directory specification; empty without a home.
fs::path stamp_folder() {
  const auto folder = [](const char* variable) -> fs::path {
    const char* text = std::getenv(variable);
    const fs::path path = text == nullptr ? "" : text;
    return path.is_absolute() ? path : fs::path();
  };
  fs::path state = folder("XDG_STATE_HOME");
  if (const fs::path home = folder("HOME"); state.empty() && !home.empty()) {
    state = home / ".local/state";
  }
  return state.empty() ? state : state / "montecopter/verified";
}

/// What tells this machine from others that share the folder.
std::string machine() {
  std::string name;
  std::ifstream("/etc/machine-id") >> name;
  if (name.empty()) {
    char host[256] = {};
    gethostname(host, sizeof host - 1);
    name = host;
  }
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '-');
  return name;
}

/// SHA-256 of the file of this program, which may have been removed or replaced meanwhile.
std::string program_hash() {
  std::ifstream program("/proc/self/exe", std::ios::binary);
  Sha256 hash;
  std::vector<char> piece(1 << 20);
  while (program) {
    program.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    hash.add(std::as_bytes(std::span(piece.data(), static_cast<std::size_t>(program.gcount()))));
  }
  if (!program.eof()) {
    throw Error(ExitCode::io, Problem{"/proc/self/exe", "the program cannot be read", "",
                                      "Mount /proc and run the command again"});
  }
  return hex(hash.digest());
}

fs::path stamp_file(const fs::path& folder) {
  return folder / fmt::format("{}.{}", program_hash(), machine());
}

bool has_stamp_of_this_machine(const fs::path& folder) {
  std::error_code error;
  const std::string ending = "." + machine();
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ending) return true;
  }
  return false;
}

/// Whether a line may stand in a result: short, and printable.
bool is_sound(const std::string& line) {
  return line.size() <= 64 &&
         std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

[[noreturn]] void cannot_write(const fs::path& file, const std::string& why) {
  throw Error(ExitCode::io, Problem{file.string(), "cannot write the stamp", why, advice});
}

}  // namespace

std::string write_stamp(int checks) {
  const fs::path folder = stamp_folder();
  if (folder.empty()) {
    throw Error(ExitCode::io,
                Problem{"--stamp", "there is no folder for the stamp",
                        "neither XDG_STATE_HOME nor HOME is an absolute path", advice});
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) cannot_write(folder, error.message());
  const fs::path file = stamp_file(folder);
  const fs::path partial = file.string() + fmt::format(".partial-{}", getpid());
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::ofstream out(partial);
  out << fmt::format("{:%Y-%m-%dT%H:%M:%SZ}, {}\n", fmt::gmtime(now), counted(checks, "check"));
  out.close();
  if (!out) {
    fs::remove(partial, error);
    cannot_write(file, "the folder is not writable, or the disk is full");
  }
  fs::rename(partial, file, error);
  if (error) cannot_write(file, error.message());
  return file.string();
}

void remove_stamp() {
  const fs::path folder = stamp_folder();
  if (folder.empty() || !has_stamp_of_this_machine(folder)) return;
  std::error_code error;
  const fs::path file = stamp_file(folder);
  fs::remove(file, error);
  if (error) cannot_write(file, error.message());
}

std::string read_stamp() {
  const fs::path folder = stamp_folder();
  if (folder.empty() || !has_stamp_of_this_machine(folder)) return "";
  std::string line;
  std::ifstream in(stamp_file(folder));
  std::getline(in, line);
  return is_sound(line) ? line : "";
}

}  // namespace montecopter::verify
