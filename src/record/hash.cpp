#include "record/hash.hpp"

#include <openssl/evp.h>

#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/error.hpp"

namespace montecopter::record {
namespace {

XXH3_state_t* xxh3(void* state) { return static_cast<XXH3_state_t*>(state); }
EVP_MD_CTX* evp(void* context) { return static_cast<EVP_MD_CTX*>(context); }

void require(int good) {
  if (good != 1) throw Error(ExitCode::internal, "SHA-256 failed inside OpenSSL's libcrypto.");
}

}  // namespace

void Xxh3::Free::operator()(void* state) const { XXH3_freeState(xxh3(state)); }

Xxh3::Xxh3() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  reset();
}

Xxh3& Xxh3::operator=(const Xxh3& other) {
  XXH3_copyState(xxh3(state_.get()), xxh3(other.state_.get()));
  return *this;
}

void Xxh3::reset() { XXH3_128bits_reset(xxh3(state_.get())); }

void Xxh3::add(std::span<const std::byte> bytes) {
  XXH3_128bits_update(xxh3(state_.get()), bytes.data(), bytes.size());
}

Hash128 Xxh3::digest128() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(xxh3(state_.get()));
  return {hash.low64, hash.high64};
}

Hash128 xxh3_128(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

void Sha256::Free::operator()(void* context) const { EVP_MD_CTX_free(evp(context)); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  if (!context_) throw std::bad_alloc();
  require(EVP_DigestInit_ex(evp(context_.get()), EVP_sha256(), nullptr));
}

void Sha256::add(std::span<const std::byte> bytes) {
  require(EVP_DigestUpdate(evp(context_.get()), bytes.data(), bytes.size()));
}

Digest256 Sha256::digest() {
  Digest256 digest;
  auto* out = reinterpret_cast<unsigned char*>(digest.data());
  require(EVP_DigestFinal_ex(evp(context_.get()), out, nullptr));
  return digest;
}

std::string hex(std::span<const std::byte> bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += digits[static_cast<unsigned>(byte) >> 4];
    text += digits[static_cast<unsigned>(byte) & 15];
  }
  return text;
}

}  // namespace montecopter::record
