/// Which packets are answered: the rule of ArduPilot's examples/JSON/readme.md, "frame_count".

#include "core/ardupilot/frame_numbers.hpp"

#include <catch2/catch.hpp>
#include <initializer_list>

using namespace montecopter::ardupilot;

namespace {

FrameKind kind_after(std::initializer_list<std::uint32_t> before, std::uint32_t frame) {
  FrameNumbers numbers;
  for (const std::uint32_t one : before) numbers.take(one);
  return numbers.take(frame);
}

}  // namespace

TEST_CASE("Frames follow each other, and the first may have any number") {
  CHECK(kind_after({}, 0) == FrameKind::next);
  CHECK(kind_after({}, 4711) == FrameKind::next);
  CHECK(kind_after({0}, 1) == FrameKind::next);
  CHECK(kind_after({4711, 4712}, 4713) == FrameKind::next);
  CHECK(kind_after({0xffffffff}, 0) == FrameKind::next);  // the counter wraps around
}

TEST_CASE("A frame that comes again, or late, is not answered again") {
  CHECK(kind_after({0}, 0) == FrameKind::repeated);
  CHECK(kind_after({5, 6, 7}, 7) == FrameKind::repeated);
  CHECK(kind_after({5, 6, 7}, 6) == FrameKind::repeated);
  CHECK(kind_after({0xffffffff, 0}, 0xffffffff) == FrameKind::repeated);
  FrameNumbers numbers;
  numbers.take(7);
  for (int i = 0; i < 3; ++i) CHECK(numbers.take(7) == FrameKind::repeated);
  CHECK(numbers.take(8) == FrameKind::next);
}

TEST_CASE("Gaps and restarts are told apart, and change nothing") {
  CHECK(kind_after({5}, 7) == FrameKind::skipped);
  CHECK(kind_after({0xffffffff}, 1) == FrameKind::skipped);
  CHECK(kind_after({5}, 0) == FrameKind::restarted);
  CHECK(kind_after({5, 7}, 6) == FrameKind::next);
  CHECK(kind_after({5, 0}, 6) == FrameKind::next);
  for (const FrameKind kind :
       {FrameKind::next, FrameKind::repeated, FrameKind::skipped, FrameKind::restarted}) {
    CHECK_FALSE(words_of(kind).empty());
  }
}
