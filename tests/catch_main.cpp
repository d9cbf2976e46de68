#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdlib>

int main(int count, char** words) {
  // Where temporary files are made: tests/memory_folder.cmake.
  if (const char* folder = std::getenv("MONTECOPTER_TEST_FOLDER")) ::setenv("TMPDIR", folder, 1);
  return Catch::Session().run(count, words);
}
