/// The format of instruments.hpp as a program: `schema` or `schema device` prints its JSON Schema,
/// `check FILE` says what is wrong with a file, as montecopter does.

#include <cstdio>
#include <filesystem>

#include "scenario/describe/json_schema.hpp"
#include "scenario/instruments.hpp"

using namespace montecopter;

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 2 && arguments[0] == "check") {
    std::string why;
    const std::string folder = std::filesystem::path(arguments[1]).parent_path().string();
    const auto text = read_text_file(arguments[1], why);
    const std::string complaint =
        text ? instruments::read(*text, {}, folder).complaint : "cannot read it: " + why;
    std::fputs(complaint.c_str(), stderr);
    return complaint.empty() ? 0 : 2;
  }
  const Description format = describe_table(instruments::Root{});
  const bool of_device = arguments.size() == 2;
  std::fputs(
      (of_device ? included_json_schema(format, "device") : json_schema(format, "instruments"))
          .c_str(),
      stdout);
  return 0;
}
