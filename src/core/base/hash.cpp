#include "core/base/hash.hpp"

#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/base/hash_add.hpp"

namespace montecopter {
namespace {

XXH3_state_t* xxh3(void* state) { return static_cast<XXH3_state_t*>(state); }

void add_anywhere(void* state, const void* bytes, unsigned long size) {
  XXH3_128bits_update(xxh3(state), bytes, size);
}

/// The fastest that this CPU runs; all give the same.
auto choose_add() {
#if defined(MONTECOPTER_HAS_AVX512)
  if (__builtin_cpu_supports("avx512f")) return xxh3_add_avx512;
#endif
  return add_anywhere;
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
  static const auto fastest = choose_add();
  fastest(state_.get(), bytes.data(), bytes.size());
}

Hash128 Xxh3::digest128() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(xxh3(state_.get()));
  return {hash.low64, hash.high64};
}

Hash128 xxh3_128(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

}  // namespace montecopter
