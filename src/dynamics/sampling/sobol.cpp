#include "dynamics/sampling/sobol.hpp"

#include <boost/random/sobol.hpp>

#include "core/base/contract.hpp"

namespace montecopter {

namespace {

using Table = boost::random::default_sobol_table;
static_assert(Table::max_dimension == max_sobol_dimensions);

/// Shifts that bring number k to the head of the digits.
constexpr std::size_t shift_of(std::size_t k) { return sobol_digits - 1 - k; }

}  // namespace

SobolDirections sobol_directions(std::uint64_t dimension) {
  expects(dimension < max_sobol_dimensions, "a dimension of the table");
  SobolDirections numbers{};
  if (dimension == 0) {  // van der Corput's sequence: every number is 1
    for (std::size_t k = 0; k < sobol_digits; ++k) numbers[k] = std::uint64_t{1} << shift_of(k);
    return numbers;
  }
  // p(z) = z^s + a_1 z^(s-1) + ... + a_(s-1) z + 1; bit i is the coefficient of z^i.
  const std::uint64_t polynomial = Table::polynomial(dimension - 1);
  std::size_t degree = 0;
  while ((polynomial >> (degree + 1)) != 0) ++degree;
  for (std::size_t k = 0; k < degree; ++k) {
    numbers[k] = std::uint64_t{Table::minit(dimension - 1, k)} << shift_of(k);
  }
  // Their recurrence m_k = 2 a_1 m_(k-1) ^ ... ^ 2^s m_(k-s) ^ m_(k-s), of the numbers m_k 2^-k.
  for (std::size_t k = degree; k < sobol_digits; ++k) {
    std::uint64_t number = numbers[k - degree] ^ (numbers[k - degree] >> degree);
    for (std::size_t i = 1; i < degree; ++i) {
      if (((polynomial >> (degree - i)) & 1) != 0) number ^= numbers[k - i];
    }
    numbers[k] = number;
  }
  return numbers;
}

std::uint64_t scrambled(std::uint64_t coordinate, std::uint64_t seed, std::uint64_t stream,
                        std::uint64_t set) {
  constexpr std::size_t levels = 8;
  std::uint64_t flips = 0;
  for (std::size_t first = 0; first < sobol_digits; first += levels) {
    const std::uint64_t prefix = coordinate >> (sobol_digits - first);
    const auto words = draw_words<std::uint64_t>(seed, prefix, stream, set, first / levels);
    std::uint64_t node = 1;  // the digits since the prefix behind a leading 1
    for (std::size_t j = first; j < first + levels && j < sobol_digits; ++j) {
      const std::uint64_t flip = (words[node >> 6] >> (node & 63)) & 1;
      flips |= flip << shift_of(j);
      node = (node << 1) | ((coordinate >> shift_of(j)) & 1);
    }
  }
  return coordinate ^ flips;
}

}  // namespace montecopter
