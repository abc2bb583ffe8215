#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/transcript_files.h"
#include "crypto/system_rng.h"

namespace fairdeal::apps {
namespace {

using runtime::AuditReport;
using runtime::Verdict;

std::string who(const AuditReport& report, Seat seat) {
  return "seat " + std::to_string(seat.value) +
         (seat.value < report.nicknames.size() ? " (" + report.nicknames[seat.value] + ")" : "");
}

Json as_json(const std::string& path, const AuditReport& report) {
  Json json = {{"file", path},
               {"verdict", name(report.verdict)},
               {"records", report.records},
               {"table", report.table.hex()},
               {"head", report.head.hex()},
               {"game", report.module},
               {"players", report.nicknames},
               {"result", nullptr}};
  if (report.result) json["result"] = *report.result;
  if (report.error) {
    json["reason"] = describe(*report.error);
    json["fault"] = name(report.error->fault);
    if (report.verdict == Verdict::invalid) json["invalid_at_record"] = report.records;
    json["seat"] = report.error->culprit ? Json(report.error->culprit->value) : Json(nullptr);
  }
  return json;
}

std::string as_text(const std::string& path, const AuditReport& report) {
  std::string text = path + ": " + name(report.verdict);
  if (report.verdict == Verdict::invalid) text += " at record " + std::to_string(report.records);
  if (report.error) {
    text += ": " + describe({report.error->fault, {}, report.error->about});
    if (report.error->culprit) text += ", by " + who(report, *report.error->culprit);
    return text;
  }
  text += ", " + report.module + ", " + std::to_string(report.records) + " records, " +
          std::to_string(report.nicknames.size()) + " players";
  text += "\n  head " + report.head.hex();
  for (std::uint32_t i = 0; report.result && i < report.result->size(); ++i)
    text += "\n  " + who(report, Seat(i)) + ": " + std::to_string((*report.result)[i]);
  return text;
}

/// Of several files, the worst: something provably wrong, then what could not be told.
Verdict worse(Verdict a, Verdict b) {
  const auto rank = [](Verdict v) {
    return v == Verdict::invalid        ? 3
           : v == Verdict::cannot_check ? 2
           : v == Verdict::incomplete   ? 1
                                        : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

std::size_t tables(const std::vector<AuditReport>& reports) {
  std::set<crypto::Digest> distinct;
  for (const auto& report : reports) distinct.insert(report.table);
  return distinct.size();
}

/// Two whole matches of one table, each VALID, with different ends: its members signed both.
bool contradict(const std::vector<AuditReport>& reports) {
  std::map<crypto::Digest, crypto::Digest> heads;
  for (const auto& report : reports)
    if (report.verdict == Verdict::valid &&
        heads.try_emplace(report.table, report.head).first->second != report.head)
      return true;
  return false;
}

std::string comparison(const std::vector<AuditReport>& reports, bool forked) {
  const std::string files = std::to_string(reports.size()) + " files";
  if (forked) return files + ": INVALID together: one table ended in two ways";
  const bool all_valid = std::ranges::all_of(
      reports, [](const auto& report) { return report.verdict == Verdict::valid; });
  const std::size_t distinct = tables(reports);
  const std::string of =
      distinct == 1 ? " of one table" : " of " + std::to_string(distinct) + " tables";
  return files + of + (all_valid ? ": all VALID, and in agreement" : ": not all VALID");
}

}  // namespace

int run_audit(const AuditOptions& options, const Output& output) {
  crypto::SystemRng rng;
  Verdict overall = Verdict::valid;
  Json documents = Json::array();
  std::vector<AuditReport> reports;
  for (const std::string& path : options.files) {
    if (options.files.size() > 1) output.note("Checking " + path);
    const auto report = audit_file(path, rng);
    if (!report) return output.failed(failure_of(report.error(), "Could not read the transcript"));
    overall = worse(overall, report->verdict);
    documents.push_back(as_json(path, *report));
    output.result(as_text(path, *report));
    reports.push_back(*report);
  }
  const bool forked = contradict(reports);
  if (forked) overall = Verdict::invalid;
  if (reports.size() > 1) output.result(comparison(reports, forked));
  Json summary = documents.size() == 1 ? documents.front() : Json::object();
  summary["v"] = 1;
  summary["verdict"] = name(overall);
  summary["tables"] = tables(reports);
  summary["contradict"] = forked;
  summary["files"] = documents;
  output.result(summary);
  return static_cast<int>(exit_for(overall));
}

}  // namespace fairdeal::apps
