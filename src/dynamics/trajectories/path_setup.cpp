#include "dynamics/trajectories/path_setup.hpp"

#include <type_traits>
#include <variant>

namespace montecopter {

namespace {

/// Adds the headings of a trajectory to a form whose track is there.
template <class T>
class HeadingForm {
 public:
  HeadingForm(const T& trajectory, PathForm& form, PieceArrays& turns)
      : trajectory_(trajectory), form_(form), turns_(turns) {}

  template <class H>
  void operator()(const H& heading) const {
    form_.heading = index_of<H, Heading>();
    heading.shape(form_, turns_);
  }
  void operator()(const RowsHeading&) const {
    if constexpr (may_have_headings<T>) trajectory_.fit_turns(turns_);
    if (!turns_.starts.empty()) form_.heading = index_of<RowsHeading::FliesAs, Heading>();
  }

 private:
  const T& trajectory_;
  PathForm& form_;
  PieceArrays& turns_;
};

}  // namespace

PathForm form_of(const Trajectory& trajectory, PathTables& storage) {
  PathForm form;
  storage = {};
  std::visit(
      [&]<class T>(const T& t) {
        form.kind = T::path;
        if constexpr (T::path == PathKind::pieces) t.fit_track(storage.track);
        form.track = storage.track.table();
        std::visit(HeadingForm<T>(t, form, storage.turns), t.heading);
        form.turns = storage.turns.table();
      },
      trajectory);
  return form;
}

PathConstants<double> fold_path(const Trajectory& trajectory) {
  PathConstants<double> c{};
  std::visit(
      [&](const auto& t) {
        t.fold_place(c);
        std::visit([&](const auto& heading) { heading.fold(c); }, t.heading);
      },
      trajectory);
  return c;
}

std::vector<Reference<double>> points_along(const Trajectory& trajectory, double duration_s,
                                            int intervals) {
  PathTables tables;
  const Path<double> path(form_of(trajectory, tables), fold_path(trajectory));
  std::vector<Reference<double>> points;
  for (int k = 0; k <= intervals; ++k) points.push_back(path.at(duration_s * k / intervals));
  return points;
}

}  // namespace montecopter
