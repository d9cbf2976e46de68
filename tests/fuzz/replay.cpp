/// Gives the stored inputs to the fuzz targets: fuzz_replay FOLDER, which has a folder for each
/// target. Ends with the first that is a finding, which it names.

#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/attempt.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {
namespace {

struct Target {
  const char* name;
  void (*give)(std::string_view);
};
constexpr Target targets[] = {{"scenario", scenario},
                              {"override", override},
                              {"formula", formula},
                              {"csv", csv},
                              {"profile", profile},
                              {"result", result},
                              {"import_file", import_file},
                              {"flight_log", flight_log},
                              {"program_answer", program_answer},
                              {"servo_packets", servo_packets},
                              {"mavlink_bytes", mavlink_bytes}};

constexpr double longest_s = 10;  ///< of processor time

std::string input_name;  ///< for the handler of signals

extern "C" void name_input(int signal) {
  const char text[] = "finding: ended by a signal: ";
  (void)!::write(STDERR_FILENO, text, sizeof text - 1);
  (void)!::write(STDERR_FILENO, input_name.data(), input_name.size());
  (void)!::write(STDERR_FILENO, "\n", 1);
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

int replay(const Target& target, const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder / target.name)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    input_name = path.string();
    std::ifstream file(path, std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(file), {}};
    const std::clock_t start = std::clock();
    target.give(input);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (seconds > longest_s) finding("took " + std::to_string(seconds) + " s");
  }
  return static_cast<int>(files.size());
}

}  // namespace
}  // namespace montecopter::fuzz

int main(int count, char** words) {
  using namespace montecopter::fuzz;
  if (count != 2) {
    std::fprintf(stderr, "fuzz_replay FOLDER: gives the inputs stored there to the targets\n");
    return 2;
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
    std::signal(signal, name_input);
  }
  for (const Target& target : targets) {
    const int inputs = replay(target, words[1]);
    if (inputs == 0) finding(std::string("no stored inputs for ") + target.name);
    std::printf("%s: %d inputs\n", target.name, inputs);
  }
}
