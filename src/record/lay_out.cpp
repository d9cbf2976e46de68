#include "record/lay_out.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>
#include <type_traits>

#include "record/hdf5.hpp"
#include "record/hdf5_driver.hpp"
#include "record/isolate.hpp"

namespace montecopter::record {
namespace {

/// A failure is not the fault of a disk: the file is in memory.
constexpr ExitCode internal = ExitCode::internal;

hid_t file_type(Element element) {
  switch (element) {
    case Element::i8:
      return H5T_STD_I8LE;
    case Element::u8:
      return H5T_STD_U8LE;
    case Element::i64:
      return H5T_STD_I64LE;
    case Element::u64:
      return H5T_STD_U64LE;
    case Element::f64:
      return H5T_IEEE_F64LE;
    case Element::f32:
      return H5T_IEEE_F32LE;
  }
  throw Error(ExitCode::internal, "unknown element type.");
}

PropertyHandle properties(hid_t kind) {
  return PropertyHandle(H5Pcreate(kind), "set up the file", internal);
}

void require(herr_t result) { checked(result, "set up the file", internal); }

/// Tracks the creation order, which netCDF needs, but no times: they would change the bytes from
/// run to run.
void track_order_not_times(hid_t creation) {
  require(H5Pset_obj_track_times(creation, false));
  require(H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
}

PropertyHandle group_properties(hid_t kind) {
  PropertyHandle group = properties(kind);
  track_order_not_times(group);
  require(H5Pset_link_creation_order(group, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  return group;
}

/// Creation properties of a dataset. `bare`: a dimension scale without data.
PropertyHandle dataset_properties(bool bare) {
  PropertyHandle creation = properties(H5P_DATASET_CREATE);
  track_order_not_times(creation);
  require(H5Pset_layout(creation, H5D_CONTIGUOUS));
  require(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  require(H5Pset_alloc_time(creation, bare ? H5D_ALLOC_TIME_LATE : H5D_ALLOC_TIME_EARLY));
  return creation;
}

FileHandle create_file(FileImage& image) {
  const PropertyHandle access = access_to_image(image, internal);
  require(H5Pset_alignment(access, 512, 4096));
  require(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  const PropertyHandle creation = group_properties(H5P_FILE_CREATE);
  return FileHandle(H5Fcreate("the new file", H5F_ACC_TRUNC, creation, access),
                    "lay out the result file", internal);
}

void write_attribute(hid_t object, const std::string& name, hid_t type, hid_t space,
                     const void* value) {
  const std::string what = "write the attribute '" + name + "'";
  AttributeHandle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                            what, internal);
  checked(H5Awrite(attribute, type, value), what, internal);
  checked(attribute.close(), what, internal);
}

SpaceHandle scalar_space() {
  return SpaceHandle(H5Screate(H5S_SCALAR), "set up the file", internal);
}

SpaceHandle list_space(std::size_t count) {
  const hsize_t extent = count;
  return SpaceHandle(H5Screate_simple(1, &extent, nullptr), "set up the file", internal);
}

/// Writes fixed-length text: HDF5 1.10 crashes on damaged variable-length text.
void write_text(hid_t object, const std::string& name, const std::string& text) {
  const TypeHandle type(H5Tcopy(H5T_C_S1), "set up the file", internal);
  require(H5Tset_size(type, text.size()));
  require(H5Tset_strpad(type, H5T_STR_NULLPAD));
  bool ascii = true;
  for (const char c : text) ascii = ascii && (c & 0x80) == 0;
  require(H5Tset_cset(type, ascii ? H5T_CSET_ASCII : H5T_CSET_UTF8));
  write_attribute(object, name, type, scalar_space(), text.data());
}

void write_attributes(hid_t object, const std::vector<Attribute>& attributes) {
  for (const Attribute& attribute : attributes) {
    const std::string& name = attribute.name;
    if (const auto* text = std::get_if<std::string>(&attribute.value)) {
      write_text(object, name, *text);
    } else if (const auto* number = std::get_if<std::int64_t>(&attribute.value)) {
      write_attribute(object, name, H5T_STD_I64LE, scalar_space(), number);
    } else if (const auto* codes = std::get_if<std::vector<std::int8_t>>(&attribute.value)) {
      write_attribute(object, name, H5T_STD_I8LE, list_space(codes->size()), codes->data());
    } else if (const auto* list = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
      write_attribute(object, name, H5T_STD_I64LE, list_space(list->size()), list->data());
    }
  }
}

/// One entry of the standard's REFERENCE_LIST: the dataset and the axis that a scale serves. All of
/// its bytes go to the file, so it has no padding.
struct Use {
  hobj_ref_t dataset = 0;
  std::int32_t axis = 0;
  std::int32_t zero = 0;
};
static_assert(sizeof(Use) == 16 && std::has_unique_object_representations_v<Use>);

/// The attributes that link datasets and scales (HDF5 Dimension Scale Specification).
/// H5DSattach_scale is not used. It rewrites the list for each attachment, which is quadratic and
/// scatters the freed pieces. It also stores uninitialised padding bytes, which would change the
/// bytes of the file from run to run.
class DimensionScales {
 public:
  DimensionScales()
      : vlen_(H5Tvlen_create(H5T_STD_REF_OBJ), "set up the file", internal),
        use_(H5Tcreate(H5T_COMPOUND, sizeof(Use)), "set up the file", internal) {
    require(H5Tinsert(use_, "dataset", HOFFSET(Use, dataset), H5T_STD_REF_OBJ));
    require(H5Tinsert(use_, "dimension", HOFFSET(Use, axis), H5T_NATIVE_INT32));
  }

  /// Writes them for all datasets.
  void write(const std::vector<Dataset>& datasets, const std::vector<DatasetHandle>& handles) {
    for (std::size_t i = 0; i < handles.size(); ++i) {
      H5O_info_t info;
      require(H5Oget_info2(handles[i], &info, H5O_INFO_BASIC));
      references_[datasets[i].name] = info.addr;
    }
    for (std::size_t i = 0; i < handles.size(); ++i) {
      const Dataset& dataset = datasets[i];
      if (dataset.scale == Scale::none && !dataset.shape.empty()) attach(handles[i], dataset);
    }
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (datasets[i].scale != Scale::none) declare(handles[i], datasets[i]);
    }
  }

 private:
  /// Writes the names of the dataset's scales.
  void attach(hid_t object, const Dataset& dataset) {
    std::vector<hobj_ref_t> scales(dataset.dims.size());
    std::vector<hvl_t> list(scales.size());
    for (std::size_t axis = 0; axis < scales.size(); ++axis) {
      scales[axis] = references_.at(dataset.dims[axis]);
      list[axis] = {1, &scales[axis]};
      uses_[dataset.dims[axis]].push_back(
          {.dataset = references_.at(dataset.name), .axis = static_cast<std::int32_t>(axis)});
    }
    write_attribute(object, "DIMENSION_LIST", vlen_, list_space(list.size()), list.data());
  }

  /// Writes the name of the scale and, after all attach() calls, its users.
  void declare(hid_t object, const Dataset& scale) {
    const std::size_t slash = scale.name.rfind('/');
    const std::string name = slash == std::string::npos ? scale.name : scale.name.substr(slash + 1);
    write_terminated(object, "CLASS", "DIMENSION_SCALE");
    write_terminated(
        object, "NAME",
        scale.scale == Scale::coordinate
            ? name
            : fmt::format("This is a netCDF dimension but not a netCDF variable. {:10}",
                          scale.shape.front()));
    const std::vector<Use>& uses = uses_[scale.name];
    if (!uses.empty()) {
      write_attribute(object, "REFERENCE_LIST", use_, list_space(uses.size()), uses.data());
    }
  }

  static void write_terminated(hid_t object, const std::string& name, const std::string& text) {
    const TypeHandle type(H5Tcopy(H5T_C_S1), "set up the file", internal);
    require(H5Tset_size(type, text.size() + 1));
    write_attribute(object, name, type, scalar_space(), text.c_str());
  }

  TypeHandle vlen_;
  TypeHandle use_;
  std::map<std::string, std::vector<Use>> uses_;
  std::map<std::string, hobj_ref_t> references_;  ///< by the names of datasets
};

DatasetHandle create_dataset(hid_t file, const Dataset& dataset, hid_t creation) {
  const std::vector<hsize_t> extents(dataset.shape.begin(), dataset.shape.end());
  const SpaceHandle space(
      extents.empty() ? H5Screate(H5S_SCALAR)
                      : H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr),
      "lay out '" + dataset.name + "'", internal);
  return DatasetHandle(H5Dcreate2(file, dataset.name.c_str(), file_type(dataset.element), space,
                                  H5P_DEFAULT, creation, H5P_DEFAULT),
                       "lay out '" + dataset.name + "'", internal);
}

void create_groups(hid_t file) {
  const PropertyHandle creation = group_properties(H5P_GROUP_CREATE);
  for (const char* name : {"provenance", "provenance/volatile"}) {
    const GroupHandle group(H5Gcreate2(file, name, H5P_DEFAULT, creation, H5P_DEFAULT),
                            "lay out the group", internal);
  }
}

/// Offset of the bytes of a dataset; 0 for a bare scale, which has none. [byte]
std::uint64_t offset_of(hid_t handle, const Dataset& dataset) {
  if (dataset.scale == Scale::bare) return 0;
  const haddr_t offset = H5Dget_offset(handle);
  if (offset == HADDR_UNDEF) throw_hdf5("lay out '" + dataset.name + "'", internal);
  return offset;
}

/// Creates all datasets with their attributes, and sets their offsets.
std::vector<DatasetHandle> create_datasets(hid_t file, Schema& schema) {
  const PropertyHandle bare = dataset_properties(true), with_data = dataset_properties(false);
  std::vector<DatasetHandle> handles;
  bool groups = false;
  for (Dataset& dataset : schema.datasets) {
    if (!dataset.is_root() && !groups) create_groups(file);
    groups = groups || !dataset.is_root();
    handles.push_back(
        create_dataset(file, dataset, dataset.scale == Scale::bare ? bare : with_data));
    dataset.offset = offset_of(handles.back(), dataset);
    write_attributes(handles.back(), dataset.attributes);
  }
  return handles;
}

/// Throws std::bad_alloc unless there is far more memory than HDF5 needs for so many datasets: it
/// does not survive every failed allocation.
void require_memory(std::size_t datasets) {
  const std::size_t bytes = (std::size_t{16} << 20) + datasets * (std::size_t{64} << 10);
  void* there = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (there == MAP_FAILED) throw std::bad_alloc();
  ::munmap(there, bytes);
}

/// Sorts attributes by name, the order in which describe() finds them.
void sort_by_name(std::vector<Attribute>& attributes) {
  std::sort(attributes.begin(), attributes.end(),
            [](const Attribute& a, const Attribute& b) { return a.name < b.name; });
}

/// Keeps HDF5 from printing its errors. A program that links this one may have its own setting.
class SilentErrors {
 public:
  SilentErrors() : is_known_(H5Eget_auto2(H5E_DEFAULT, &print_, &data_) >= 0) {
    if (is_known_) H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~SilentErrors() {
    if (is_known_) H5Eset_auto2(H5E_DEFAULT, print_, data_);
  }
  SilentErrors(const SilentErrors&) = delete;
  SilentErrors& operator=(const SilentErrors&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
  bool is_known_;  ///< false if it is one of HDF5 1.6, which stays
};

}  // namespace

LaidOut lay_out(const Schema& wanted) {
  require_memory(wanted.datasets.size());
  const std::lock_guard<std::mutex> alone(in_hdf5());
  LaidOut made = {.schema = wanted, .image = {}};
  const SilentErrors silent;
  FileHandle file = create_file(made.image);
  write_attributes(file, wanted.attributes);
  std::vector<DatasetHandle> handles = create_datasets(file, made.schema);
  DimensionScales().write(wanted.datasets, handles);
  for (DatasetHandle& handle : handles) {
    checked(handle.close(), "finish the layout", internal);
  }
  checked(H5Fflush(file, H5F_SCOPE_GLOBAL), "write the layout", internal);
  checked(file.close(), "write the layout", internal);
  sort_by_name(made.schema.attributes);
  for (Dataset& dataset : made.schema.datasets) sort_by_name(dataset.attributes);
  return made;
}

std::uint64_t expected_bytes(const Layout& layout) {
  return lay_out(schema_of(layout)).image.size();
}

std::string hdf5_version() {
  return fmt::format("{}.{}.{}", H5_VERS_MAJOR, H5_VERS_MINOR, H5_VERS_RELEASE);
}

}  // namespace montecopter::record
