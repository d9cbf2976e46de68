/// SHA-256 is computed by the functions of OpenSSL's libcrypto that do nothing else. OpenSSL
/// recommends EVP instead, which reads a configuration file of the system and asks engines and
/// providers. That takes longer than a short flight takes, and the whole library would have to be
/// loaded at each start of the program.

#define OPENSSL_SUPPRESS_DEPRECATED
#include "core/base/sha256.hpp"

#include <openssl/sha.h>

#include "core/base/error.hpp"

namespace montecopter {
namespace {

void require(int good) {
  if (good != 1) throw Error(ExitCode::internal, "SHA-256 failed inside OpenSSL's libcrypto.");
}

}  // namespace

struct Sha256::State {
  SHA256_CTX context;
};

void Sha256::Free::operator()(State* state) const { delete state; }

Sha256::Sha256() : state_(new State) { require(SHA256_Init(&state_->context)); }

void Sha256::add(std::span<const std::byte> bytes) {
  require(SHA256_Update(&state_->context, bytes.data(), bytes.size()));
}

Digest256 Sha256::digest() {
  Digest256 digest;
  static_assert(sizeof digest == SHA256_DIGEST_LENGTH);
  require(SHA256_Final(reinterpret_cast<unsigned char*>(digest.data()), &state_->context));
  return digest;
}

std::string hex(std::span<const std::byte> bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

}  // namespace montecopter
