#pragma once
/// Metrics by formula of one pack of samples, while it flies. Flight adds a row of the signals
/// where traces have one, and at the instants that `at(...)` asks for. Rows are worked on in
/// groups. The sums of every reduction go into the lanes at the end, and FormulaMetrics makes the
/// metrics of them. The operations and their order are those of evaluate()
/// (core/formula/evaluate.hpp), so both give the same bits. What does not depend on the vehicle is
/// in formula_work.hpp, and compiled once per type of lanes.

#include "core/numerics/scalar.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class FlownFormulas {
 public:
  using Which = decltype(S(0.0) < S(0.0));

  /// `memory` is the argument of Kernel::fly.
  FlownFormulas(const FlightPlan& flights, double* memory) : plan_(flights.formulas) {
    if (any()) begin(static_cast<S*>(static_cast<void*>(memory)) + flights.before_formulas());
  }

  bool any() const { return plan_.any(); }

  /// Adds a row of the signals. Lanes that do not fly have none.
  template <class Reader>
  [[gnu::noinline]] void add_row(Reader& reader, const Which& flying) {
    const double time_s = static_cast<double>(first_row_ + rows_) * plan_.period_s;
    read(reader, rows_, S(time_s), flying);
    if (++rows_ == formula_rows) finish_rows();
  }

  /// Keeps the values of `at(...)` at a moment, for the lanes in which it is now.
  template <class Reader>
  [[gnu::noinline]] void add_moment(Reader& reader, int moment, const S& time_s,
                                    const Which& which) {
    read(reader, formula_rows, time_s, which);
    finish_moment(moment);
  }

  /// Writes the sums into the lanes.
  void finish(LaneIo* lanes, int count);

 private:
  /// The time is the first input, and whether a lane flies the second.
  template <class Reader>
  void read(Reader& reader, int row, const S& time_s, const Which& which) {
    packs_[row] = time_s;
    packs_[formula_stride + row] = select(which, S(1.0), S(0.0));
    for (int i = 0; i < plan_.input_count; ++i) {
      S values[max_rotors];
      const int numbers = reader.read(plan_.inputs[i].signal, values);
      S* const to = packs_ + plan_.inputs[i].first + row;
      for (int k = 0; k < numbers; ++k) to[k * formula_stride] = values[k];
    }
  }

  void begin(S* packs);
  void finish_rows();
  void finish_moment(int moment);

  const FormulaPlan& plan_;
  S* packs_ = nullptr;
  std::int64_t first_row_ = 0;  ///< of the traces, of the rows that wait
  int rows_ = 0;                ///< that wait
};

}  // namespace montecopter
