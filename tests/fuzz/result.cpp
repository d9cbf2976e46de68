#include <unistd.h>

#include <cstring>

#include "fuzz/memory_file.hpp"
#include "fuzz/targets.hpp"
#include "fuzz/use_result.hpp"

namespace montecopter::fuzz {

void result(std::string_view input) {
  static MemoryFile memory;
  std::uint64_t size = 0;
  if (input.size() < sizeof size) return;
  std::memcpy(&size, input.data(), sizeof size);
  input.remove_prefix(sizeof size);
  if (size > input.size()) return;
  const std::string answer(input.substr(0, size));
  memory.hold(input.substr(size));
  accepted([&] {
    use(record::ResultFile::answered(record::Fd(::dup(memory.fd())), "fuzz.h5", answer));
  });
}

}  // namespace montecopter::fuzz
