#include "ui/match/audit_history.h"

#include <filesystem>

#include "consensus/record.h"
#include "ui/home/read_file.h"

namespace fairdeal::match {

namespace {

constexpr std::string_view kAnyVersion = "fairdeal history ";
static_assert(node::kHistoryMagic.starts_with(kAnyVersion));

/// Returns the head before a step; none if the transcript does not reach it.
std::optional<crypto::Digest> head_before(const audit::Report& report, Step step) {
  if (step == Step(0)) return consensus::first_head(report.table);
  if (step.value > report.heads.size()) return {};
  return report.heads[step.value - 1];
}

}  // namespace

bool is_history_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  auto file = home::FileReader::open(path);
  if (!file) return false;
  const auto first = file->more(kAnyVersion.size());
  return first && as_text(*first) == kAnyVersion;
}

Result<StatementFile> read_statement_file(const std::string& path) {
  FD_TRY(auto file, home::FileReader::open(path));
  FD_TRY(const auto read,
         node::read_history_file([&](std::size_t wanted) { return file.more(wanted); }));
  return StatementFile{path, read};
}

std::vector<Unshown> unshown_in(const audit::Report& report,
                                std::span<const StatementFile> statements) {
  std::vector<Unshown> found;
  for (const StatementFile& statement : statements) {
    const auto& said = statement.file.said;
    if (statement.file.table != report.table || !report.opened()) continue;
    const auto head = head_before(report, said.step);
    if (head && *head != said.parent) found.push_back({said.by, said.step, statement.path});
  }
  return found;
}

}  // namespace fairdeal::match
