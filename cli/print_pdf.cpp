#include "print_pdf.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "temporary_folder.hpp"

extern char** environ;

namespace montecopter::cli {
namespace {

namespace fs = std::filesystem;

/// A path as part of a URL.
std::string url_path(const std::string& path) {
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string url;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        std::isalnum(byte) != 0 || std::string_view("/._-~").find(c) != std::string_view::npos;
    if (plain) {
      url += c;
    } else {
      url += '%';
      url += digits[byte >> 4];
      url += digits[byte & 15];
    }
  }
  return url;
}

/// Runs a program and returns its wait status; nullopt if it did not end in time, and was killed.
std::optional<int> run_silently(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int fd : {0, 1, 2}) {
    posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
  }
  pid_t child = 0;
  const int failed =
      ::posix_spawn(&child, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) return failed;
  constexpr int most_waits = 2400;
  for (int k = 0; k < most_waits; ++k) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return std::nullopt;
}

}  // namespace

std::string find_chromium() {
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    for (std::size_t begin = 0; begin <= folders.size();) {
      const std::size_t end = std::min(folders.find(':', begin), folders.size());
      const fs::path candidate = fs::path(folders.substr(begin, end - begin)) / name;
      if (::access(candidate.c_str(), X_OK) == 0) return candidate.string();
      begin = end + 1;
    }
  }
  throw Error(ExitCode::usage,
              Problem{"--pdf", "Chromium, which prints the page, is not installed", "",
                      "Install the Debian package chromium, or print the page from a browser"});
}

std::string print_pdf(const std::string& chromium, const std::string& html,
                      const std::string& pdf) {
  const TemporaryFolder folder("the browser");
  const fs::path work = folder.path();
  const fs::path page = work / "page.html", made = work / "page.pdf";
  if (!(std::ofstream(page, std::ios::binary) << html).flush()) {
    throw Error(ExitCode::io, Problem{page.string(), "cannot be written", "the disk may be full",
                                      "Set TMPDIR to a folder with more room"});
  }
  std::vector<std::string> words = {chromium,
                                    "--headless",
                                    "--disable-gpu",
                                    "--no-first-run",
                                    "--no-pdf-header-footer",
                                    "--user-data-dir=" + (work / "profile").string(),
                                    "--print-to-pdf=" + made.string()};
  // The browser refuses to be sandboxed as root; the page runs no script but its own.
  if (::geteuid() == 0) words.push_back("--no-sandbox");
  words.push_back("file://" + url_path(page.string()));
  const std::optional<int> status = run_silently(words);
  std::error_code failed;
  if (!status || *status != 0 || fs::file_size(made, failed) == 0 || failed) {
    throw Error(ExitCode::io, Problem{pdf, "Chromium could not print the page",
                                      (status ? "it failed" : "it took longer than two minutes"),
                                      "The page itself is written"});
  }
  constexpr std::size_t most = std::size_t{1} << 30;
  std::string why;
  if (auto bytes = read_input_file(made.string(), most, why)) return *bytes;
  throw Error(ExitCode::io, Problem{pdf, "cannot read what Chromium printed", why});
}

}  // namespace montecopter::cli
