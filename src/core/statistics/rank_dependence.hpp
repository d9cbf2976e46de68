#pragma once
/// Dependence of an output on one input, from samples as they are, whatever the shape of the
/// relation. It compares the outputs of samples that are neighbours in the input. What neighbours
/// share comes from the input; in what they differ comes from all the rest.
///
/// Both take the outputs in ascending order of the input, ties of the input in random order
/// (OrderedValues). Both are about 0 for an input without effect, and may be slightly below.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/statistics/ordered_values.hpp"

namespace montecopter::statistics {

/// Chatterjee's coefficient (A new coefficient of correlation, Journal of the American Statistical
/// Association 116 (2021) 2009). With ties of the output it is
///
///   1 - n sum |r(i + 1) - r(i)| / (2 sum l(i) (n - l(i))),
///
/// with r(i) the number of outputs that are at most output i, and l(i) the number that are at least
/// output i. It tends to 1 if the output is a function of the input and to 0 if both are
/// independent. Its largest value is (n - 2) / (n + 1). NaN if all outputs are equal.
double chatterjee_xi(std::span<const double> outputs);

/// Numbers of outputs that are at most, and at least, one of them.
struct Placed {
  std::uint32_t at_most = 0, at_least = 0;
};

/// Writes the places of the values of a subset among its values, by sample. `sequence` has the
/// positions of the subset in ascending order; the places of all others are left as they are.
void find_places(const OrderedValues& of, std::span<const std::uint32_t> sequence,
                 std::vector<Placed>& places);

/// The same coefficient of outputs whose places are known: `outputs` in the order of the input.
double chatterjee_xi(std::span<const Placed> outputs);

/// The first-order index of Sobol', var(E(Y|X)) / var(Y): the fraction of the output's variance
/// that the input accounts for alone. It is estimated by the ranks of the input as
///
///   (mean of Y(i) Y(N(i)) - (mean of Y)^2) / (mean of Y^2 - (mean of Y)^2),
///
/// with N(i) the sample that follows in the order of the input, and the first one after the last.
/// Source: Gamboa, Gremaud, Klein & Lagnoux, Global sensitivity analysis: a novel generation of
/// mighty estimators based on rank statistics, Bernoulli 28 (2022) 2348. It equals 1 - sum (Y(N(i))
/// - Y(i))^2 / (2 sum (Y(i) - mean)^2). Here the sum above goes over the n - 1 pairs that are
/// neighbours, and not over the pair of the last and the first, which differ most. That pair would
/// take (range of Y)^2 / (2 n var(Y)) off an index: 0.07 for y = x, normal, at n = 200, and nothing
/// as n grows. Without an effect of the input the expectation is 0 for every n. NaN if all outputs
/// are equal.
double first_order_index(std::span<const double> outputs);

/// The p-value of the one-sided test of the first-order index of the ranks of the output, 1 to n
/// without ties. It is the probability of that index or a larger one without an effect of the
/// input. The ranks are in a random order then, whatever the distribution of the output, as in
/// Chatterjee's test of his coefficient. Outliers and skewness do not make findings.
///
/// The index is 1 - R/2 with the ratio R of von Neumann by ranks (Bartels, The rank version of von
/// Neumann's ratio test for randomness, Journal of the American Statistical Association 77 (1982)
/// 40). So its expectation is 0 and its variance (n - 2) (5 n^2 - 2 n - 9) / (5 n (n + 1) (n -
/// 1)^2), about 1/n. (The variance of Chatterjee's coefficient, which takes absolute steps and not
/// their squares, is 2/5 of it.) The normal distribution that it tends to has the heavier tails. At
/// n = 20 a p-value of 0.0025 comes in 0.0014 of all orders, at n = 50 in 0.0021. n >= 3; 1 if the
/// index is NaN.
double p_of_first_order(double index_of_ranks, std::size_t n);

}  // namespace montecopter::statistics
