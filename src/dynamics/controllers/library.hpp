#pragma once
/// A controller of the user's own: a shared library with the interface of
/// simulate/border/montecopter_controller.h.

#include "dynamics/controllers/program.hpp"

namespace montecopter {

struct LibraryController : ProgramController {
  static constexpr std::string_view type_name = "library";
  static constexpr std::string_view doc =
      "External controller of a multirotor: a shared library with a small C interface";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"library", R"("controller.so")"},
      {"sha256", R"("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")"},
      {"parameters", "{position_gain_1_s2 = 4.0}"},
  });
  static constexpr ProgramNames program_names = {
      "library", "library", "Give library = \"controller.so\"",
      "Compile it: cc -O2 -shared -fPIC -o controller.so FILE.c"};
  static constexpr bool is_process = false;
  static constexpr std::string_view why_not_repeatable = "";

  std::string library;

  static constexpr auto fields() {
    return join(LoopTiming::fields(),
                FieldList{
                    field("library", &LibraryController::library,
                          "Shared library, relative to the file that names it"),
                },
                program_fields());
  }

  std::vector<ProgramWord> named() const {
    if (library.empty()) return {};
    return {{library, true}};
  }
};

}  // namespace montecopter
