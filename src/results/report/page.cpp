#include "results/report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/base/hash.hpp"
#include "core/base/watch.hpp"
#include "results/report/commands.hpp"
#include "results/report/document.hpp"
#include "results/report/html.hpp"
#include "results/report/outcome.hpp"
#include "results/report/page_parts.hpp"

namespace montecopter::report {
namespace {

std::string base64(std::span<const std::byte> bytes) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) {
      word = word << 8 | (k < n ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= n ? digits[word >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

std::string source_hash(std::string_view text) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(text)));
  return "'sha256-" + base64(hash.digest()) + "'";
}

bool is_interactive(const Material& m) { return !is_document(m) && !d3_library().empty(); }

std::string policy(const Material& m) {
  std::string scripts = "'none'", styles = source_hash(page_style());
  if (is_interactive(m)) scripts = source_hash(d3_library()) + " " + source_hash(page_script());
  if (is_document(m)) styles += " " + source_hash(document_style(m));
  return fmt::format(
      "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
      styles, scripts);
}

std::string head(const Material& m) {
  const std::string title = text(m.summary.scenario);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{} – montecopter report</title>\n<style>{}</style>\n{}</head>\n<body{}>\n",
      policy(m), title, page_style(),
      is_document(m) ? "<style>" + document_style(m) + "</style>\n" : "",
      is_document(m) ? " class=\"document\"" : "");
}

std::string header(const Material& m) {
  const std::string hash = m.file.content_sha256();
  return fmt::format(
      "<header id=\"top\">\n<h1>{}</h1>\n<p class=\"counts\">{}</p>\n"
      "<p class=\"from\"><code>{}</code>, content sha256 <code>{}</code>{}</p>\n</header>\n",
      text(m.summary.scenario),
      to_command(m.command("stats"), text(counts_of(m.summary), most_of_text)), text(m.name),
      hash.empty() ? "none: the file is not finished" : hash, m.verified ? "" : " (not verified)");
}

std::string footer(const Material& m, std::string_view build) {
  std::string html =
      fmt::format("<footer>\n<p>Made by montecopter {} with <code>montecopter report</code>.</p>\n",
                  text(build));
  if (is_interactive(m)) {
    html += fmt::format(
        "<details><summary>Software in this page: D3 "
        "(BSD-3-Clause)</summary><pre>{}</pre></details>\n",
        text(d3_licence(), most_of_text));
  }
  return html + "</footer>\n";
}

/// Nobody opens anything on paper. Texts are escaped, so that only elements are found.
void unfold(std::string& html) {
  constexpr std::string_view folded = "<details>", open = "<details open>";
  for (std::size_t at = 0; (at = html.find(folded, at)) != std::string::npos; at += open.size()) {
    html.replace(at, folded.size(), open);
  }
}

}  // namespace

Page make_page(const Material& m, std::string_view build) {
  Page page;
  page.is_interactive = is_interactive(m);
  Commands commands;
  std::string body, links;
  const auto add = [&](const Section& section) {
    page.sections.push_back(section.id);
    links += fmt::format("<a href=\"#{}\">{}</a>\n", section.id, section.title);
    body += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-heading\">\n<h2 "
        "id=\"{0}-heading\">{1}</h2>\n{2}</section>\n",
        section.id, section.title, commands.number(section.html, section.id, section.title));
  };
  const std::string top =
      commands.number(is_document(m) ? title_block(m, build) : header(m), "top", "Top");
  const Watch watch{nullptr, m.options.progress};
  watch.expect(sections().size());
  for (const MakeSection make : sections()) {
    if (const std::optional<Section> section = make(m)) add(*section);
    watch.done(1);
  }
  add(commands.section());
  if (is_document(m)) add(scenario_appendix(m));
  if (is_document(m)) unfold(body);
  page.html = head(m) + top + "<nav aria-label=\"Sections\">\n" + links + "</nav>\n<main>\n" +
              body + "</main>\n" + footer(m, build);
  if (page.is_interactive) {
    page.html +=
        fmt::format("<script>{}</script>\n<script>{}</script>\n", d3_library(), page_script());
  }
  page.html += "</body>\n</html>\n";
  return page;
}

}  // namespace montecopter::report
