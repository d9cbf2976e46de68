/// A broken contract ends the program and says where: tried in processes of their own, for this
/// unit checks contracts whatever the build does.

#ifndef MONTECOPTER_CONTRACTS
#define MONTECOPTER_CONTRACTS
#endif
#include "core/base/contract.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <string>

using namespace montecopter;
using Catch::Matchers::Contains;

namespace {

struct Ending {
  int status = 0;
  std::string said;  ///< on stderr
};

template <class Action>
Ending ending_of(Action action) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // not Catch2's
    dup2(ends[1], 2);
    action();
    _exit(0);
  }
  close(ends[1]);
  Ending ending;
  char text[256];
  for (ssize_t n; (n = read(ends[0], text, sizeof text)) > 0;)
    ending.said.append(text, static_cast<std::size_t>(n));
  close(ends[0]);
  waitpid(child, &ending.status, 0);
  return ending;
}

}  // namespace

TEST_CASE("a broken contract ends the program where the caller is") {
  const Ending ending = ending_of([] { expects(1 + 1 == 3, "a sum of 3"); });
  REQUIRE(WIFSIGNALED(ending.status));
  CHECK(WTERMSIG(ending.status) == SIGABRT);
  CHECK_THAT(ending.said, Contains("contract.test.cpp:") && Contains(": expects: a sum of 3"));
  CHECK_THAT(ending_of([] { ensures(false, "something"); }).said, Contains(": ensures: something"));
}

TEST_CASE("a contract that holds says nothing") {
  const Ending ending = ending_of([] { expects(true, "nothing"), ensures(true, "nothing"); });
  CHECK(ending.status == 0);
  CHECK(ending.said.empty());
}
