#include "cli/audit.h"

#include <algorithm>
#include <ctime>
#include <list>
#include <set>

#include "cli/join_tables.h"
#include "cli/write_file.h"
#include "crypto/system_rng.h"
#include "rules/json_full.h"
#include "runtime/audit/settlement.h"
#include "runtime/audit/trace.h"
#include "ui/home/read_file.h"
#include "ui/home/transcript_files.h"
#include "ui/match/audit_history.h"
#include "ui/match/audit_page.h"
#include "ui/match/audit_words.h"
#include "ui/match/evening_words.h"
#include "ui/words/printable.h"

namespace fairdeal::cli {
namespace {

using audit::Comparison;
using audit::Report;
using audit::Verdict;

/// Returns the worse of two verdicts: INVALID, CANNOT CHECK, INCOMPLETE, VALID.
Verdict worse(Verdict a, Verdict b) {
  const auto rank = [](Verdict v) {
    return v == Verdict::invalid        ? 3
           : v == Verdict::cannot_check ? 2
           : v == Verdict::incomplete   ? 1
                                        : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

std::size_t tables(const std::vector<match::AuditedFile>& files) {
  std::set<crypto::Digest> distinct;
  for (const auto& file : files) distinct.insert(file.report.table);
  return distinct.size();
}

/// Reads two files again, and returns what convicts somebody from `step` on, where they forked. A
/// file that cannot be read twice, such as a pipe, convicts nobody.
std::vector<proto::Equivocation> contradictions(const match::AuditedFile& a,
                                                const match::AuditedFile& b, Step step) {
  auto one = home::FileReader::open_at(a.file, a.begins);
  auto other = home::FileReader::open_at(b.file, b.begins);
  if (!one || !other) return {};
  return audit::contradictions([&](std::size_t wanted) { return one->more(wanted); },
                               [&](std::size_t wanted) { return other->more(wanted); }, step);
}

/// Compares a file with the earlier file of the same table with which it has most records in common
/// and, among several, with one from which it forked. So if any two files forked, a fork is found.
std::optional<match::ComparedFiles> compared(const match::AuditedFile& file,
                                             std::span<const match::AuditedFile> earlier) {
  const match::AuditedFile* closest = nullptr;
  Comparison found{};
  for (const match::AuditedFile& other : earlier) {
    if (other.report.table != file.report.table || !other.report.opened()) continue;
    const Comparison with = compare(other.report, file.report);
    const auto rank = [](const Comparison& c) {
      return std::pair(c.common, c.relation == Comparison::Relation::forked);
    };
    if (closest != nullptr && rank(with) <= rank(found)) continue;
    closest = &other;
    found = with;
  }
  if (closest == nullptr) return {};
  match::ComparedFiles both{*closest, file, found, {}};
  if (both.forked()) both.contradictions = contradictions(*closest, file, Step(found.common));
  return both;
}

/// Checks that a match begins as the match that it continues ended, if that is among the files. In
/// a file of several tables it has to stand right before it.
std::optional<match::ContinuedFile> continued(const match::AuditedFile& file,
                                              std::span<const match::AuditedFile> all) {
  const auto& terms = file.report.terms;
  if (file.number > 1 && terms) {
    const match::AuditedFile& before = *(&file - 1);
    return match::ContinuedFile{before, file,
                                audit::check_stands_after(before.report, file.report)};
  }
  if (!terms || terms->continues == crypto::Digest{}) return {};
  for (const match::AuditedFile& other : all)
    if ((other.report.next || other.report.evening_break) && other.report.head == terms->continues)
      return match::ContinuedFile{other, file, audit::check_follows(other.report, file.report)};
  return {};
}

/// `apart` says in words why the files are INVALID together; "": they are not.
std::string summary(const std::vector<match::AuditedFile>& files, const std::string& apart) {
  const std::size_t distinct = tables(files);
  const bool all_valid = std::ranges::all_of(
      files, [](const auto& file) { return file.report.verdict == Verdict::valid; });
  const auto paths =
      std::ranges::count_if(files, [](const auto& file) { return file.number <= 1; });
  return (paths == 1 ? "one file" : std::to_string(paths) + " files") +
         (distinct == 1 ? " of one table: " : " of " + std::to_string(distinct) + " tables: ") +
         (!apart.empty() ? "INVALID together: " + apart
          : all_valid    ? "all VALID, and in agreement"
                         : "not all VALID, no two forked");
}

int run_trace(const AuditOptions& options, const words::Output& output) {
  words::Output lines = output;
  lines.json = false;  // a trace is lines of JSON in any case
  if (options.files.size() != 1)
    return output.failed(
        {words::Exit::usage, "usage", "A trace is of one transcript.", "Trace them one by one."});
  const std::string& path = options.files.front();
  crypto::SystemRng rng;
  const auto report = home::audit_file(
      path, rng, [&](const audit::Audited& audited) { lines.result(audit::trace_line(audited)); });
  if (!report)
    return output.failed(words::failure_of(report.error(), "Could not read the transcript"));
  lines.result(
      match::as_json(path, *report).dump(-1, ' ', false, words::Json::error_handler_t::replace));
  return static_cast<int>(home::exit_for(report->verdict));
}

/// Writes a report to a file. Returns what went wrong, if something did.
std::optional<words::Failure> write_report(const std::string& path, const std::string& text) {
  return write_file(path, ReadableBy::anybody, [rest = to_bytes(text)]() mutable -> Result<Bytes> {
    return std::exchange(rest, {});
  });
}

/// Takes the files that hold a member's statement about another history out of `files`. Returns the
/// failure if one cannot be read: what it says is then worth nothing, and blames nobody.
tl::expected<std::vector<match::StatementFile>, words::Failure> take_statements(
    std::vector<std::string>& files) {
  std::vector<match::StatementFile> statements;
  for (const std::string& path : files)
    if (match::is_history_file(path)) {
      auto statement = match::read_statement_file(path);
      if (!statement)
        return tl::unexpected(words::Failure{
            words::Exit::usage, name(statement.error().fault),
            words::printable(path) +
                " holds no statement that anybody signed: " + describe(statement.error()) + ".",
            ""});
      statements.push_back(*std::move(statement));
    }
  std::erase_if(files, match::is_history_file);
  return statements;
}

/// Returns why the audit says nothing about a statement, if it does not.
std::optional<words::Failure> without_transcript(std::span<const match::StatementFile> statements,
                                                 const std::vector<match::AuditedFile>& files) {
  for (const match::StatementFile& statement : statements)
    if (std::ranges::none_of(files, [&](const match::AuditedFile& file) {
          return file.report.table == statement.file.table;
        }))
      return words::Failure{
          words::Exit::usage, "usage",
          words::printable(statement.path) +
              " holds what a member signed, and no transcript of its table is named.",
          "Name the transcript, too: fairdeal audit TRANSCRIPT " +
              words::printable(statement.path)};
  return {};
}

/// The findings about several transcripts together, line by line and as JSON.
struct Together {
  std::vector<std::string> lines;
  words::Json documents = words::Json::array();
  bool bad = false;
};

/// Compares each two transcripts of one table.
Together compare(const std::vector<match::AuditedFile>& files) {
  Together said;
  for (std::size_t i = 1; i < files.size(); ++i) {
    const auto both = compared(files[i], std::span(files).first(i));
    if (!both) continue;
    said.bad = said.bad || both->forked();
    said.documents.push_back(match::as_json(*both));
    said.lines.push_back(match::to_text(*both));
  }
  return said;
}

/// Looks whether each match continues the one before it.
Together follow_chain(const std::vector<match::AuditedFile>& files) {
  Together said;
  for (const match::AuditedFile& file : files) {
    const auto link = continued(file, files);
    if (!link) continue;
    said.bad = said.bad || !link->sound;
    said.documents.push_back(match::as_json(*link));
    said.lines.push_back(match::to_text(*link));
  }
  return said;
}

/// Looks for tables of an evening that go on from the same one.
Together find_forks(const std::vector<match::AuditedFile>& files) {
  std::vector<const Report*> reports;
  for (const match::AuditedFile& file : files) reports.push_back(&file.report);
  Together said;
  for (audit::TableFork& found : audit::table_forks(reports)) {
    const match::ForkedTables fork{files[found.one], files[found.other],
                                   std::move(found.signed_both)};
    said.bad = true;
    said.documents.push_back(match::as_json(fork));
    said.lines.push_back(match::to_text(fork));
  }
  return said;
}

/// The findings about all files together.
struct Findings {
  Together comparisons, forks, chain;

  bool bad() const { return comparisons.bad || forks.bad || chain.bad; }
  /// Returns in words why the files are INVALID together; "" if they are not.
  std::string apart() const {
    return comparisons.bad ? "forked"
           : forks.bad     ? "forked: two tables of an evening go on from the same one"
           : chain.bad     ? "a match does not go on as the one before it ended"
                           : "";
  }
  /// Returns why nothing is owed by these tables, besides what the evenings themselves say.
  std::string owes_nothing() const {
    return comparisons.bad ? "two files of one table have forked"
           : chain.bad     ? "a table does not go on as the one before it ended"
                           : "";
  }
};

/// Adds up the evenings of which there are tables. Nothing is owed by tables that do not follow.
std::vector<audit::Settlement> settle(const std::vector<match::AuditedFile>& files,
                                      const std::string& why_not) {
  std::vector<audit::TablesOfFile> tables_of;
  for (const match::AuditedFile& file : files) {
    if (file.number <= 1) tables_of.emplace_back();
    tables_of.back().push_back(&file.report);
  }
  auto settled = audit::settle_evenings(tables_of);
  for (audit::Settlement& evening : settled)
    if (!why_not.empty() && evening.why.empty())
      evening = {.evening = evening.evening, .bank = evening.bank, .why = why_not};
  return settled;
}

/// Adds each file's part to the page, which keeps `files` and `rows` by reference. `rows` has what
/// was noted of each file, in the same order.
void add_parts(match::AuditPage& page, const std::vector<match::AuditedFile>& files,
               std::list<match::AuditRows>& rows, Rng& rng) {
  page.made = static_cast<std::uint64_t>(std::time(nullptr));
  auto of = rows.begin();
  for (const match::AuditedFile& file : files) {
    auto& part = page.files.emplace_back(match::AuditedPage{file, *of++, {}});
    if (file.report.verdict == Verdict::invalid && file.report.opened())
      part.failure = part.rows.failure(file.file, file.begins, rng);
  }
}

/// Audits the tables of a file and adds them to `files`, and what a page shows of each to `rows` if
/// there is to be one. Returns the failure if the file cannot be read.
std::optional<words::Failure> audit_file(const std::string& path, std::list<match::AuditRows>* rows,
                                         std::vector<match::AuditedFile>& files, Rng& rng) {
  audit::WatchTable watch;
  if (rows != nullptr)
    watch = [&](std::size_t) -> audit::Watch {
      auto* const noted = &rows->emplace_back(path);
      return [noted](const audit::Audited& audited) { noted->on(audited); };
    };
  auto found = home::audit_tables_file(path, rng, watch);
  if (!found) return words::failure_of(found.error(), "Could not read the transcript");
  for (std::size_t i = 0; i < found->size(); ++i) {
    auto& [report, begins, ends] = (*found)[i];
    const bool alone = found->size() == 1;
    files.push_back({.path = alone ? path : path + ", table " + std::to_string(i + 1),
                     .report = std::move(report),
                     .file = path,
                     .number = alone ? 0 : i + 1,
                     .begins = begins,
                     .ends = ends});
  }
  return {};
}

/// Returns whether a file of several tables may have more after this one, which were not read.
bool has_unread_rest(const match::AuditedFile& file) {
  return file.number > 0 &&
         (file.report.verdict == Verdict::invalid || file.report.verdict == Verdict::cannot_check);
}

words::Json as_json(const match::AuditedFile& file, const std::vector<match::Unshown>& unshown) {
  words::Json json = match::as_json(file.file, file.report, unshown);
  if (file.number > 0) json["number_in_file"] = file.number;
  if (has_unread_rest(file)) json["rest_unread"] = true;
  return json;
}

std::string to_text(const match::AuditedFile& file, const std::vector<match::Unshown>& unshown) {
  return match::to_text(file.path, file.report, unshown) +
         (has_unread_rest(file) ? "\n  What follows this table in the file was not read" : "");
}

/// `documents` has the finding about each file.
words::Json as_json(const std::vector<match::AuditedFile>& files, words::Json documents,
                    const Findings& found, const std::vector<audit::Settlement>& evenings) {
  words::Json document = documents.size() == 1 ? documents.front() : words::Json::object();
  document["v"] = 1;
  document["tables"] = tables(files);
  document["contradict"] = found.comparisons.bad || found.forks.bad;
  document["comparisons"] = found.comparisons.documents;
  document["forks"] = found.forks.documents;
  document["chain"] = found.chain.documents;
  document["files"] = std::move(documents);
  document["evenings"] = words::Json::array();
  for (const audit::Settlement& evening : evenings)
    document["evenings"].push_back(match::as_json(evening));
  return document;
}

/// Writes the tables to one file, if that is asked for, and says so. Returns what went wrong, if
/// something did.
tl::expected<std::optional<JoinedTables>, words::Failure> join(
    const AuditOptions& options, const std::vector<match::AuditedFile>& files, Verdict overall,
    Rng& rng, const words::Output& output) {
  if (options.join.empty()) return std::nullopt;
  if (overall != Verdict::valid) {
    output.note("Nothing was written to " + words::printable(options.join) +
                ": tables are joined if all are VALID.");
    return std::nullopt;
  }
  auto joined = join_tables(options.join, files, rng);
  if (!joined) return tl::unexpected(joined.error());
  output.note(to_text(*joined));
  return *std::move(joined);
}

}  // namespace

int run_audit(const AuditOptions& options, const words::Output& output) {
  if (options.trace) return run_trace(options, output);
  std::vector<std::string> transcripts = options.files;
  const auto statements = take_statements(transcripts);
  if (!statements) return output.failed(statements.error());
  const bool with_page = !options.html.empty();
  crypto::SystemRng rng;
  Verdict overall = Verdict::valid;
  words::Json documents = words::Json::array();
  std::vector<match::AuditedFile> files;
  std::list<match::AuditRows> rows;  // for the page alone
  for (const std::string& path : transcripts) {
    if (transcripts.size() > 1) output.note("Checking " + path);
    std::size_t said = files.size();
    if (const auto failure = audit_file(path, with_page ? &rows : nullptr, files, rng))
      return output.failed(*failure);
    for (; said < files.size(); ++said) {
      const match::AuditedFile& file = files[said];
      overall = worse(overall, file.report.verdict);
      const auto unshown = match::unshown_in(file.report, *statements);
      documents.push_back(as_json(file, unshown));
      output.result(to_text(file, unshown));
    }
  }

  if (const auto failure = without_transcript(*statements, files)) return output.failed(*failure);
  const Findings found{compare(files), find_forks(files), follow_chain(files)};
  const auto evenings = settle(files, found.owes_nothing());
  match::AuditPage page;
  for (const Together* said : {&found.comparisons, &found.forks, &found.chain})
    page.notes.insert(page.notes.end(), said->lines.begin(), said->lines.end());
  for (const audit::Settlement& evening : evenings) page.notes.push_back(match::to_text(evening));
  for (const std::string& line : page.notes) output.result(line);
  if (found.bad()) overall = Verdict::invalid;
  page.summary = summary(files, found.apart());
  if (files.size() > 1) output.result(page.summary);
  if (overall == Verdict::valid) output.result(match::what_it_shows());
  if (with_page) {
    page.overall = overall;
    add_parts(page, files, rows, rng);
    if (const auto failure = write_report(options.html, match::html(page)))
      return output.failed(*failure);
    output.note("The report is in " + words::printable(options.html));
  }

  if (!options.csv.empty()) {
    if (const auto failure = write_report(options.csv, match::to_csv(evenings)))
      return output.failed(*failure);
    output.note("The accounts are in " + words::printable(options.csv));
  }
  const auto joined = join(options, files, overall, rng, output);
  if (!joined) return output.failed(joined.error());

  words::Json document = as_json(files, std::move(documents), found, evenings);
  document["verdict"] = name(overall);
  if (*joined) document["joined"] = as_json(**joined);
  if (with_page) document["html"] = options.html;
  output.result(document);
  return static_cast<int>(home::exit_for(overall));
}

}  // namespace fairdeal::cli
