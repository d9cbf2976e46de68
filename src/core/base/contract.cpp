#include "core/base/contract.hpp"

#include <cstdio>
#include <cstdlib>

namespace montecopter {

void contract_failed(const char* kind, const char* what, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, kind, what);
  std::abort();
}

}  // namespace montecopter
