#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "results/fsck/fsck.hpp"

namespace montecopter::fsck {
namespace {

std::string state_text(const Examination& one) {
  std::string text = one.shard.empty() ? "" : "shard " + one.shard + ", ";
  text += fmt::format("{} {}", one.samples, one.samples == 1 ? "sample" : "samples");
  if (one.finished) return text;
  return text + (one.missing == 0 ? std::string(", not finished")
                                  : fmt::format(", not finished: {} are missing", one.missing));
}

const char* cure_word(Cure cure) {
  return cure == Cure::run ? "run" : cure == Cure::perhaps ? "perhaps" : "none";
}

}  // namespace

std::string cure_text(const Finding& finding) {
  switch (finding.cure) {
    case Cure::run:
      return "`run` repairs it";
    case Cure::perhaps:
      return "`run` repairs it, unless the scenario is damaged: then `run` refuses the file";
    case Cure::none:
      return "`run` cannot repair it: restore the file from a copy, or fly into a new file";
  }
  return {};
}

std::string examination_text(const Examination& one, std::size_t width) {
  std::string text = fmt::format("{}: {}: {}\n", one.file, one.is_intact() ? "intact" : "damaged",
                                 state_text(one));
  for (const Finding& finding : one.findings) {
    text += wrapped(fmt::format("{}: {}; {}.", finding.part, finding.what, cure_text(finding)), 2,
                    width);
  }
  for (const std::string& note : one.notes)
    text += wrapped(fmt::format("note: {}.", note), 2, width);
  return text;
}

std::string examination_json(const Examination& one) {
  Json out = Json::object();
  out.set("file", Json::text(one.file));
  out.set("verdict", Json::text(one.is_intact() ? "intact" : "damaged"));
  out.set("finished", Json::boolean(one.finished));
  if (!one.shard.empty()) out.set("shard", Json::text(one.shard));
  out.set("samples", Json::number(one.samples));
  out.set("missing", Json::number(one.missing));
  out.set("bytes", Json::number(one.bytes));
  out.set("content_sha256", Json::text(one.content_sha256));
  Json findings = Json::array();
  for (const Finding& finding : one.findings) {
    Json entry = Json::object();
    entry.set("part", Json::text(finding.part)).set("what", Json::text(finding.what));
    entry.set("samples", Json::raw(ranges_json(finding.samples)));
    entry.set("cure", Json::text(cure_word(finding.cure)));
    findings.add(std::move(entry));
  }
  out.set("findings", std::move(findings));
  out.set("notes", Json::texts(one.notes));
  return out.print();
}

}  // namespace montecopter::fsck
