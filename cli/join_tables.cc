#include "cli/join_tables.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "cli/write_file.h"
#include "rules/json_full.h"
#include "runtime/audit/settlement.h"
#include "ui/home/read_file.h"
#include "ui/home/transcript_files.h"
#include "ui/words/printable.h"

namespace fairdeal::cli {
namespace {

namespace fs = std::filesystem;

using Chain = std::vector<const match::AuditedFile*>;

/// Returns the tables as they follow from each other, one transcript of each. Errors:
/// bad_parameters, saying why they are no chain.
Result<Chain> in_order(const std::vector<match::AuditedFile>& files) {
  std::map<crypto::Digest, const match::AuditedFile*> by_head;
  std::map<crypto::Digest, const match::AuditedFile*> next;  // by the head that they continue
  for (const match::AuditedFile& file : files) by_head.emplace(file.report.head, &file);
  const match::AuditedFile* first = nullptr;
  for (const auto& [head, file] : by_head) {
    const crypto::Digest& continues = file->report.terms->continues;
    if (by_head.contains(continues) ? next.emplace(continues, file).second : first == nullptr) {
      if (!by_head.contains(continues)) first = file;
      continue;
    }
    return fail(Fault::bad_parameters,
                by_head.contains(continues)
                    ? "two of them go on from one match"
                    : "two of them go on from no other of them, so they are not one evening, or a "
                      "table is missing");
  }
  Chain chain;
  for (const auto* file = first; file != nullptr; file = next[file->report.head]) {
    if (!chain.empty()) FD_TRY(audit::check_stands_after(chain.back()->report, file->report));
    chain.push_back(file);
  }
  return chain;
}

/// Returns whether nothing is lost if these tables replace the file that is there: each of its
/// tables is one of them, with the same end.
bool has_only(const std::string& path, const Chain& chain,
              const std::vector<match::AuditedFile>& files, Rng& rng) {
  std::error_code none;
  for (const match::AuditedFile& file : files)  // these are in the chain, each with the same end
    if (fs::equivalent(path, file.file, none)) return true;
  const auto there = home::audit_tables_file(path, rng);
  return there && std::ranges::all_of(*there, [&](const audit::FoundTable& table) {
           return table.report.verdict == audit::Verdict::valid &&
                  std::ranges::any_of(chain, [&](const match::AuditedFile* file) {
                    return file->report.head == table.report.head;
                  });
         });
}

}  // namespace

tl::expected<JoinedTables, words::Failure> join_tables(const std::string& path,
                                                       const std::vector<match::AuditedFile>& files,
                                                       Rng& rng) {
  const auto chain = in_order(files);
  if (!chain)
    return tl::unexpected(
        words::Failure{words::Exit::usage, "usage",
                       "These tables are no chain: " + words::printable(chain.error().about) +
                           ". Nothing was written to " + words::printable(path) + ".",
                       "Name the transcripts of one evening, all of them."});
  std::error_code none;
  if (fs::is_regular_file(path, none) && !has_only(path, *chain, files, rng))
    return tl::unexpected(words::Failure{
        words::Exit::usage, "usage",
        words::printable(path) +
            " is there, and has something else than these tables. Nothing was written to it.",
        "After --join comes the path of the new file: fairdeal audit *.fdt --join evening.fdt"});
  std::size_t at = 0;
  std::optional<home::FileReader> reader;
  std::uint64_t left = 0;
  auto failure = write_file(path, ReadableBy::owner, [&]() -> Result<Bytes> {
    while (left == 0 && at < chain->size()) {
      const match::AuditedFile& file = *(*chain)[at++];
      FD_TRY(auto opened, home::FileReader::open_at(file.file, file.begins));
      reader.emplace(std::move(opened));
      left = file.ends - file.begins;
    }
    if (left == 0) return Bytes();
    FD_TRY(Bytes bytes, reader->more(std::min<std::uint64_t>(left, 1 << 16)));
    if (bytes.empty()) return fail(Fault::storage, "it is shorter than when it was audited");
    left -= bytes.size();
    return bytes;
  });
  if (failure) return tl::unexpected(*std::move(failure));
  const proto::Terms& first = *chain->front()->report.terms;
  return JoinedTables{.path = path,
                      .tables = chain->size(),
                      .begins = first.continues == crypto::Digest{},
                      .first_table = first.evening ? first.evening->table : 0};
}

words::Json as_json(const JoinedTables& joined) {
  return {{"file", joined.path}, {"tables", joined.tables}, {"begins", joined.begins}};
}

std::string to_text(const JoinedTables& joined) {
  const std::string path = words::printable(joined.path);
  if (joined.begins) return "All tables are in " + path;
  if (joined.first_table == 0)
    return "The matches are in " + path + ", WITHOUT the one from which the first of them goes on";
  const std::string first = std::to_string(joined.first_table);
  return "The evening from table " + first + " on is in " + path +
         ", WITHOUT what was played before table " + first + ": these files do not have it";
}

}  // namespace fairdeal::cli
