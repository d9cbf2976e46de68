#include "core/base/local_sockets.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.hpp"

namespace montecopter {

sockaddr_in local_address(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

void throw_no_socket(const char* where) {
  throw Error(ExitCode::io,
              Problem{where, "no socket can be opened", std::strerror(errno),
                      "Free the resource that ran out, and run the same command again"});
}

int open_socket(int type, const char* where) {
  const int socket = ::socket(AF_INET, type | SOCK_CLOEXEC, 0);
  if (socket < 0) throw_no_socket(where);
  return socket;
}

bool bind_to(int socket, std::uint16_t port) {
  const sockaddr_in address = local_address(port);
  return ::bind(socket, plain(address), sizeof(address)) == 0;
}

bool is_free(int type, std::uint16_t port, const char* where) {
  const int socket = open_socket(type, where);
  const int yes = 1;
  if (type == SOCK_STREAM) ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  const bool free = bind_to(socket, port);
  ::close(socket);
  return free;
}

}  // namespace montecopter
