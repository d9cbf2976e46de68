#include "core/base/program_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>

namespace montecopter {

std::string program_folder() {
  char path[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  const std::string whole(path, size > 0 ? static_cast<std::size_t>(size) : 0);
  return whole.substr(0, std::min(whole.rfind('/'), whole.size()));
}

}  // namespace montecopter
