#include "core/base/hash.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>

using namespace montecopter::record;

namespace {
std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string sha256_of(std::string_view text) {
  Sha256 hash;
  hash.add(bytes_of(text));
  return hex(hash.digest());
}
}  // namespace

TEST_CASE("SHA-256 known answers (FIPS 180-4)") {
  CHECK(sha256_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("XXH3 known answers of empty input, and pieces equal the whole") {
  Xxh3 hash;
  CHECK(hash.digest128() == Hash128{0x6001c324468d497fu, 0x99aa06d3014798d8u});
  const std::string text(1000, 'x');
  hash.add(bytes_of(text));
  const Hash128 whole = hash.digest128();
  hash.reset();
  hash.add(bytes_of(text).first(7));
  hash.add(bytes_of(text).subspan(7));
  CHECK(hash.digest128() == whole);
}

TEST_CASE("XXH3 in pieces, by the registers of this CPU, equals XXH3 at once by those of any") {
  std::string text(100'000, ' ');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * i / 7);
  for (const std::size_t piece : {1000u, 4097u, 65536u}) {
    Xxh3 hash;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      hash.add(bytes_of(text).subspan(at, std::min(piece, text.size() - at)));
    }
    CHECK(hash.digest128() == xxh3_128(bytes_of(text)));
  }
}
