#pragma once
/// Sockets between programs of this computer, at ports of 127.0.0.1.

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>

namespace montecopter {

sockaddr_in local_address(std::uint16_t port);

inline const sockaddr* plain(const sockaddr_in& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

/// Throws Error(io), with errno: there is no socket to be had; `where` is what it is for.
[[noreturn]] void throw_no_socket(const char* where);

/// A socket of a type (SOCK_STREAM, SOCK_DGRAM) that children do not inherit. Throws as
/// throw_no_socket() if there is none.
int open_socket(int type, const char* where);

bool bind_to(int socket, std::uint16_t port);

/// Whether a port is free: nobody listens there. Closed connections of the past do not matter.
/// Throws as open_socket() does.
bool is_free(int type, std::uint16_t port, const char* where);

}  // namespace montecopter
