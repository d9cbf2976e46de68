#include "record/describe.hpp"

#include <fmt/format.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "record/hdf5.hpp"
#include "record/hdf5_driver.hpp"
#include "record/isolate.hpp"
#include "record/packing.hpp"
#include "record/posix.hpp"
#include "record/validate_schema.hpp"

namespace montecopter::record {
namespace {

// Everything in this namespace runs in the child.

constexpr ExitCode refused = ExitCode::refused;
constexpr hsize_t most_links = 100000;
constexpr hsize_t most_attributes = 1000;
constexpr std::size_t longest_attribute = 1u << 20;  // [byte]
constexpr int highest_rank = 8;

template <class GetName>
std::string name_from(const GetName& get) {
  const ssize_t size = checked(get(nullptr, 0), "read a name", refused);
  if (size > 4096) refuse("a name is longer than 4096 bytes");
  std::string name(static_cast<std::size_t>(size) + 1, '\0');
  checked(get(name.data(), name.size()), "read a name", refused);
  name.resize(static_cast<std::size_t>(size));
  return name;
}

/// Adds a text, int64, int64-list or int8-list attribute. Skips all other kinds unread: HDF5
/// crashes on damaged variable-length attributes.
void read_attribute(hid_t attribute, const std::string& name, std::vector<Attribute>& list) {
  const std::string what = "read the attribute '" + name + "'";
  const TypeHandle type(H5Aget_type(attribute), what, refused);
  const SpaceHandle space(H5Aget_space(attribute), what, refused);
  const auto count =
      static_cast<std::size_t>(checked(H5Sget_simple_extent_npoints(space), what, refused));
  const std::size_t size = H5Tget_size(type);
  if (count == 0 || size == 0 || count > longest_attribute / size) return;
  if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && count == 1) {
    std::string text(size, '\0');
    checked(H5Aread(attribute, type, text.data()), what, refused);
    text.resize(std::min(text.find('\0'), text.size()));
    list.push_back({name, text});
  } else if (H5Tequal(type, H5T_STD_I64LE) > 0) {
    std::vector<std::int64_t> values(count);
    checked(H5Aread(attribute, H5T_NATIVE_INT64, values.data()), what, refused);
    const bool scalar = H5Sget_simple_extent_type(space) == H5S_SCALAR;
    list.push_back({name, values});
    if (scalar) list.back().value = values[0];
  } else if (H5Tequal(type, H5T_STD_I8LE) > 0) {
    std::vector<std::int8_t> codes(count);
    checked(H5Aread(attribute, H5T_NATIVE_INT8, codes.data()), what, refused);
    list.push_back({name, codes});
  }
}

std::vector<Attribute> read_attributes(hid_t object) {
  H5O_info_t info;
  checked(H5Oget_info2(object, &info, H5O_INFO_NUM_ATTRS), "count attributes", refused);
  if (info.num_attrs > most_attributes) refuse("it has too many attributes");
  std::vector<Attribute> list;
  for (hsize_t i = 0; i < info.num_attrs; ++i) {
    const AttributeHandle attribute(
        H5Aopen_by_idx(object, ".", H5_INDEX_NAME, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT),
        "open an attribute", refused);
    const std::string name =
        name_from([&](char* text, std::size_t size) { return H5Aget_name(attribute, size, text); });
    const bool ours =
        name != "CLASS" && name != "NAME" && name != "DIMENSION_LIST" && name != "REFERENCE_LIST";
    if (ours) read_attribute(attribute, name, list);
  }
  return list;
}

Element read_element(hid_t dataset, const std::string& name) {
  const TypeHandle type(H5Dget_type(dataset), "read the type of '" + name + "'", refused);
  const std::pair<hid_t, Element> known[] = {
      {H5T_STD_I8LE, Element::i8},    {H5T_STD_U8LE, Element::u8},
      {H5T_STD_I64LE, Element::i64},  {H5T_STD_U64LE, Element::u64},
      {H5T_IEEE_F64LE, Element::f64}, {H5T_IEEE_F32LE, Element::f32}};
  for (const auto& [file_type, element] : known) {
    if (H5Tequal(type, file_type) > 0) return element;
  }
  refuse("'" + name + "' has an element type that no result file has");
}

std::vector<std::int64_t> read_shape(hid_t dataset, const std::string& name) {
  const SpaceHandle space(H5Dget_space(dataset), "read the shape of '" + name + "'", refused);
  const int rank = checked(H5Sget_simple_extent_ndims(space), "read a rank", refused);
  if (rank > highest_rank) refuse("'" + name + "' has too many dimensions");
  hsize_t extents[highest_rank];
  checked(H5Sget_simple_extent_dims(space, extents, nullptr), "read a shape", refused);
  return std::vector<std::int64_t>(extents, extents + rank);
}

/// Addresses of the scales of a dataset's axes, the first of each; HADDR_UNDEF if it has none. They
/// are compared with the addresses of the file's datasets, because HDF5 would search the whole file
/// to name the target of a reference.
std::vector<haddr_t> read_scales(hid_t dataset, std::size_t axes) {
  const char* const name = "DIMENSION_LIST";
  std::vector<haddr_t> scales(axes, HADDR_UNDEF);
  if (axes == 0 || checked(H5Aexists(dataset, name), "read scales", refused) == 0) return scales;
  const AttributeHandle attribute(H5Aopen(dataset, name, H5P_DEFAULT), "read scales", refused);
  const TypeHandle type(H5Tvlen_create(H5T_STD_REF_OBJ), "read scales", refused);
  const SpaceHandle space(H5Aget_space(attribute), "read scales", refused);
  const hssize_t lists = checked(H5Sget_simple_extent_npoints(space), "read scales", refused);
  if (lists != static_cast<hssize_t>(axes)) refuse("a dataset has scales for other dimensions");
  std::vector<hvl_t> list(axes);
  checked(H5Aread(attribute, type, list.data()), "read scales", refused);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    if (list[axis].len > 0) scales[axis] = *static_cast<const hobj_ref_t*>(list[axis].p);
  }
  checked(H5Dvlen_reclaim(type, space, H5P_DEFAULT, list.data()), "read scales", refused);
  return scales;
}

/// Offset of the bytes; 0 for a bare scale, which has none.
std::uint64_t read_offset(hid_t dataset, const std::string& name, bool is_scale) {
  const PropertyHandle creation(H5Dget_create_plist(dataset), "read a layout", refused);
  const bool contiguous =
      H5Pget_layout(creation) == H5D_CONTIGUOUS && H5Pget_external_count(creation) == 0;
  const haddr_t offset = contiguous ? H5Dget_offset(dataset) : HADDR_UNDEF;
  if (offset != HADDR_UNDEF) return offset;
  if (contiguous && is_scale) return 0;
  refuse("'" + name + "' is not stored contiguously: another program changed the file");
}

/// Findings of a walk through the file.
struct Walk {
  Schema schema;                             ///< without the dimensions of datasets
  std::vector<std::vector<haddr_t>> scales;  ///< of each dataset
  std::map<haddr_t, std::string> paths;      ///< of the datasets
};

void read_dataset(hid_t parent, const std::string& link, const std::string& path, Walk& walk) {
  const DatasetHandle handle(H5Dopen2(parent, link.c_str(), H5P_DEFAULT), "open '" + path + "'",
                             refused);
  Dataset dataset;
  dataset.name = path;
  dataset.element = read_element(handle, path);
  dataset.shape = read_shape(handle, path);
  const bool is_scale = checked(H5DSis_scale(handle), "read '" + path + "'", refused) > 0;
  dataset.offset = read_offset(handle, path, is_scale);
  if (is_scale) {
    dataset.scale = dataset.offset == 0 ? Scale::bare : Scale::coordinate;
    dataset.dims = {path};
  }
  walk.scales.push_back(is_scale ? std::vector<haddr_t>{}
                                 : read_scales(handle, dataset.shape.size()));
  dataset.attributes = read_attributes(handle);
  walk.schema.datasets.push_back(std::move(dataset));
}

void read_group(hid_t group, const std::string& prefix, int depth, Walk& walk) {
  H5G_info_t info;
  checked(H5Gget_info(group, &info), "read a group", refused);
  if (info.nlinks > most_links || depth > 3)
    refuse("it has more groups and datasets than a result file");
  for (hsize_t i = 0; i < info.nlinks; ++i) {
    const std::string link = name_from([&](char* text, std::size_t size) {
      return H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, i, text, size,
                                H5P_DEFAULT);
    });
    H5L_info_t link_info;
    checked(H5Lget_info(group, link.c_str(), &link_info, H5P_DEFAULT), "read a link", refused);
    if (link_info.type != H5L_TYPE_HARD) refuse("'" + link + "' is a soft or external link");
    H5O_info_t object;
    checked(H5Oget_info_by_name2(group, link.c_str(), &object, H5O_INFO_BASIC, H5P_DEFAULT),
            "read the type of '" + link + "'", refused);
    if (object.type == H5O_TYPE_GROUP) {
      const GroupHandle child(H5Gopen2(group, link.c_str(), H5P_DEFAULT), "open a group", refused);
      read_group(child, prefix + link + "/", depth + 1, walk);
    } else if (object.type == H5O_TYPE_DATASET) {
      walk.paths.try_emplace(object.addr, prefix + link);
      read_dataset(group, link, prefix + link, walk);
    } else {
      refuse("'" + link + "' is neither a group nor a dataset");
    }
  }
}

/// Paths of the scales of one dataset; empty if an axis has none.
std::vector<std::string> names_of(const std::vector<haddr_t>& scales,
                                  const std::map<haddr_t, std::string>& paths) {
  std::vector<std::string> names;
  for (const haddr_t scale : scales) {
    const auto at = paths.find(scale);
    if (scale != HADDR_UNDEF && at == paths.end())
      refuse("a dimension scale is not a dataset of the file");
    names.push_back(scale == HADDR_UNDEF ? "" : at->second);
  }
  return names;
}

/// Finds the HDF5 signature at offset 0 or, after a user block, at 512, 1024, 2048, ...
void require_hdf5(int fd, const std::string& path) {
  constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
  char found[signature.size()];
  const std::uint64_t size = file_size(fd, path);
  for (std::uint64_t at = 0; at + sizeof found <= size; at = at == 0 ? 512 : 2 * at) {
    pread_all(fd, std::as_writable_bytes(std::span(found)), at, path);
    if (std::string_view(found, sizeof found) == signature) return;
  }
  refuse("it is not an HDF5 file");
}

Schema read_file(int fd, const std::string& path) {
  require_hdf5(fd, path);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const FileHandle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access_by_descriptor(fd, refused)),
                        "use this file", refused);
  const PropertyHandle creation(H5Fget_create_plist(file), "use this file", refused);
  hsize_t user_block = 0;
  checked(H5Pget_userblock(creation, &user_block), "use this file", refused);
  if (user_block != 0) refuse("it has a user block, which no result file has");
  Walk walk;
  const GroupHandle root(H5Gopen2(file, "/", H5P_DEFAULT), "use this file", refused);
  walk.schema.attributes = read_attributes(root);
  require_our_format(walk.schema);
  read_group(root, "", 0, walk);
  for (std::size_t i = 0; i < walk.scales.size(); ++i) {
    if (walk.scales[i].empty()) continue;
    walk.schema.datasets[i].dims = names_of(walk.scales[i], walk.paths);
  }
  return std::move(walk.schema);
}

/// Describes the file. Errors of the operating system take precedence over HDF5's report, because
/// HDF5 ignores some failed reads as if there were nothing.
std::string answer_about(int fd, const std::string& path) {
  std::optional<Error> failure;
  std::string packed;
  try {
    packed = pack(read_file(fd, path));
  } catch (const Error& error) {
    failure = error;
  }
  if (transfer_error() != 0) throw_errno(path, "read", transfer_error());
  if (failure) throw *failure;
  return packed;
}

}  // namespace

Schema describe(int fd, const std::string& path) {
  const std::string bytes = [&] {
    try {
      return run_isolated(path, [&] { return answer_about(fd, path); });
    } catch (const Error& error) {
      const std::string text = error.what();
      if (error.code() == ExitCode::io || text.rfind(path, 0) == 0) throw;
      throw Error(refused, path + ": " + text + " Name a result file of this program.");
    }
  }();
  return believe(bytes, fd, path);
}

Schema believe(const std::string& answer, int fd, const std::string& path) {
  const std::uint64_t size = file_size(fd, path);
  try {
    Schema schema = unpack(answer);
    require_trustworthy(schema, size);
    return schema;
  } catch (const Error& error) {
    throw Error(refused, path + ": " + error.what() + " Restore it from a copy.");
  }
}

}  // namespace montecopter::record
