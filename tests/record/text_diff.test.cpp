/// Texts by lines, as a result file keeps its warnings.

#include "record/text_diff.hpp"

#include <catch2/catch.hpp>

using montecopter::record::fitting_text;
using montecopter::record::lines_of;

TEST_CASE("lines that fit are kept, in a text that reads back as them") {
  const std::vector<std::string> lines = {"one", "two", "three"};
  CHECK(fitting_text(lines, 14) == "one\ntwo\nthree\n");
  CHECK(lines_of(fitting_text(lines, 14) + std::string(9, '\0')) == lines);
  CHECK(fitting_text({}, 14).empty());
  CHECK(lines_of(std::string(14, '\0')).empty());
}

TEST_CASE("lines that do not fit are counted, and the text never exceeds its room") {
  const std::vector<std::string> lines(100, std::string(79, 'x'));
  for (const std::size_t room : {32u, 100u, 111u, 112u, 800u, 7999u, 8000u}) {
    const std::string text = fitting_text(lines, room);
    CHECK(text.size() <= room);
    const std::size_t kept = (text.size() - (text.size() % 80)) / 80;
    const std::string count = "and " + std::to_string(100 - kept) + " more\n";
    CHECK((room == 8000) == (kept == 100));
    CHECK((kept == 100 || text.ends_with(count)));
  }
}

TEST_CASE("control characters of a damaged text become question marks") {
  CHECK(lines_of("a\x1b[2J\nb\x7f") == std::vector<std::string>{"a?[2J", "b?"});
}
