#include "ui/match/audit_words.h"

#include <algorithm>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/match/audit_shows.h"
#include "ui/sandbox/native_files.h"
#include "ui/words/printable.h"
#include "ui/words/terms_words.h"

namespace fairdeal::match {
namespace {

using audit::Report;
using audit::StandingChange;
using audit::Verdict;
using Change = StandingChange::What;

/// How many steps are listed one by one. Of more, only their number, the first and the last are
/// told.
constexpr std::size_t kStepsListed = 8;

std::string who(const Report& report, Seat seat) {
  return "seat " + std::to_string(seat.value + 1) +
         (seat.value < report.nicknames.size()
              ? " (" + words::quoted(report.nicknames[seat.value]) + ")"
              : "");
}

// ---- JSON

words::Json numbers(const std::vector<Step>& steps) {
  words::Json json = words::Json::array();
  for (const Step step : steps) json.push_back(step.value);
  return json;
}

/// Returns a member's standing after its last change: "here" unless it is gone.
std::string standing(const audit::Attendance& member) {
  return member.changes.empty() || member.changes.back().what == Change::back
             ? "here"
             : name(member.changes.back().what);
}

words::Json as_json(const Report& report, Seat seat) {
  const auto& member = report.attendance.members[seat.value];
  words::Json changes = words::Json::array();
  for (const StandingChange& change : member.changes) {
    changes.push_back({{"step", change.step.value}, {"what", name(change.what)}});
    if (!change.why.empty()) changes.back()["why"] = change.why;
  }
  const auto since = member.changes.empty() ? Step(0) : member.changes.back().step.next();
  return {{"seat", seat.value},
          {"nickname", report.nicknames[seat.value]},
          {"plays", seat.value < report.seats},
          {"standing", standing(member)},
          {"since", since.value},
          {"absent", numbers(member.absent)},
          {"none", numbers(member.none)},
          {"careful", numbers(member.careful)},
          {"changes", changes}};
}

words::Json members_json(const Report& report) {
  words::Json members = words::Json::array();
  for (std::uint32_t i = 0; i < report.attendance.members.size(); ++i)
    members.push_back(as_json(report, Seat(i)));
  return members;
}

words::Json missing_votes_json(const Report& report) {
  words::Json steps = words::Json::array();
  for (const auto& [step, missing] : report.attendance.missing_votes) {
    words::Json seats = words::Json::array();
    for (const Seat seat : missing.list()) seats.push_back(seat.value);
    steps.push_back({{"step", step.value}, {"seats", seats}});
  }
  return steps;
}

// ---- Text

/// Lists steps: "step 3", "steps 3, 7" or, if they are many, "31 steps, 3 to 90".
std::string listed(const std::vector<Step>& steps) {
  if (steps.size() > kStepsListed)
    return std::to_string(steps.size()) + " steps, " + std::to_string(steps.front().value) +
           " to " + std::to_string(steps.back().value);
  std::string text = steps.size() == 1 ? "step" : "steps";
  for (const Step step : steps)
    text += (step == steps.front() ? " " : ", ") + std::to_string(step.value);
  return text;
}

/// Describes changes of a standing: "gone since step 8; back since step 15". For a conviction it
/// says at which step and why.
std::string told(const std::vector<StandingChange>& changes) {
  std::string text;
  for (const StandingChange& change : changes) {
    text += (text.empty() ? "" : "; ") + name(change.what);
    text += change.what == Change::convicted
                ? " at step " + std::to_string(change.step.value) + ": " + change.why
                : " since step " + std::to_string(change.step.next().value);
  }
  return text;
}

/// Returns ", seat 3 (\"Cat\") convicted" for each convicted member.
std::string convicted_words(const Report& report) {
  std::string text;
  for (std::uint32_t i = 0; i < report.attendance.members.size(); ++i)
    if (standing(report.attendance.members[i]) == name(Change::convicted))
      text += ", " + who(report, Seat(i)) + " convicted";
  return text;
}

std::vector<Step> steps_without_vote(const Report& report, Seat seat) {
  std::vector<Step> steps;
  for (const auto& [step, missing] : report.attendance.missing_votes)
    if (missing.has(seat)) steps.push_back(step);
  return steps;
}

/// Returns what the records say about each member: absences, empty answers, changes of its standing
/// and missing votes, each on a line of its own.
std::string members_text(const Report& report) {
  std::string text;
  for (std::uint32_t i = 0; i < report.attendance.members.size(); ++i) {
    const auto& member = report.attendance.members[i];
    const std::string line = "\n  " + who(report, Seat(i)) + ": ";
    const auto without = steps_without_vote(report, Seat(i));
    if (!member.absent.empty()) text += line + "voted absent at " + listed(member.absent);
    if (!member.none.empty())
      text += line + "said that nothing comes from it at " + listed(member.none);
    if (!member.careful.empty())
      text += line + "its program moved for its person at " + listed(member.careful);
    if (!member.changes.empty()) text += line + told(member.changes);
    if (!without.empty()) text += line + "no vote of it at " + listed(without);
  }
  return text;
}

/// Returns each seat that signed two statements which contradict each other, and how, without
/// repetitions.
std::vector<std::pair<Seat, std::string>> offences(const ComparedFiles& compared) {
  std::vector<std::pair<Seat, std::string>> found;
  for (const auto& evidence : compared.contradictions) {
    std::pair offence{evidence.first.by, audit::offence(evidence)};
    if (std::ranges::find(found, offence) == found.end()) found.push_back(std::move(offence));
  }
  return found;
}

}  // namespace

std::string reason(const Report& report) {
  const Fault fault = report.error->fault;
  if (report.records == 0 && report.nicknames.empty())  // nothing of the file could be read
    if (fault == Fault::unknown_version || fault == Fault::empty) return report.error->about;
  if (report.verdict == Verdict::cannot_check && fault == Fault::too_large)
    return report.error->about;  // the file has several tables
  const std::string what = describe(Error{fault, {}, report.error->about});
  if (report.damaged())
    return "the file is damaged or was altered at record " + std::to_string(report.records) + " (" +
           what + ")";
  return report.error->culprit ? what + ", by " + who(report, *report.error->culprit) : what;
}

words::Json as_json(const std::string& path, const Report& report,
                    const std::vector<Unshown>& unshown) {
  words::Json json = {
      {"file", path},
      {"verdict", name(report.verdict)},
      {"records", report.records},
      {"table", report.table.hex()},
      {"head", report.head.hex()},
      {"game", report.module},
      {"terms", report.terms ? words::terms_json(*report.terms) : words::Json(nullptr)},
      {"players", report.nicknames},
      {"result", nullptr},
      {"damaged", report.damaged()},
      {"members", members_json(report)},
      {"missing_votes", missing_votes_json(report)}};
  if (const auto script = script_of(report))
    json["script"] = {
        {"digest", script->digest.hex()},
        {"author", script->author ? words::Json(script->author->key.hex()) : words::Json()}};
  if (report.result) json["result"] = *report.result;
  if (report.verdict == Verdict::valid) {
    json["shows"] = kShown;
    json["does_not_show"] = kNotShown;
  }
  if (!unshown.empty()) json["unshown_histories"] = words::Json::array();
  for (const Unshown& one : unshown)
    json["unshown_histories"].push_back(
        {{"seat", one.by.value}, {"step", one.step.value}, {"file", one.path}});
  if (report.rules_fault) json["rules_fault"] = *report.rules_fault;
  if (report.error) {
    const auto& culprit = report.error->culprit;
    json["reason"] = reason(report);
    json["fault"] = name(report.error->fault);
    if (report.error->fault == Fault::unknown_module) json["hint"] = sandbox::kNameTheLibrary;
    if (report.verdict == Verdict::invalid) json["invalid_at_record"] = report.records;
    json["seat"] = culprit ? words::Json(culprit->value) : words::Json(nullptr);
  }
  return json;
}

namespace {

std::string words_of(const std::string& path, const Report& report,
                     const std::vector<Unshown>& unshown) {
  std::string text = path + ": " + name(report.verdict);
  for (const Unshown& one : unshown)
    text += "; " + who(report, one.by) + " signed another history and did not show it";
  if (report.verdict == Verdict::invalid) text += " at record " + std::to_string(report.records);
  if (report.error) {
    text += ": " + reason(report);
    if (report.error->fault == Fault::unknown_module)
      text += std::string(". ") + sandbox::kNameTheLibrary;
    return report.verdict == Verdict::invalid ? text : text + members_text(report);
  }
  text += ", " + report.module + ", " + std::to_string(report.records) + " records, " +
          std::to_string(report.nicknames.size()) + " players" + convicted_words(report);
  text += "\n  head " + report.head.hex();
  for (const Unshown& one : unshown)
    text += "\n  " + one.path + ": at step " + std::to_string(one.step.value) + " " +
            who(report, one.by) + " signed what follows another history than this";
  if (const auto script = script_of(report))
    text += "\n  a script, digest " + script->digest.hex() +
            (script->author
                 ? ", signed by " + proto::key_words(script->author->key, proto::kKeyWordsToDecide)
                 : ", and nobody here knows its author");
  if (report.rules_fault)
    text += "\n  no result, and nobody is to blame: the rules of the game failed: " +
            words::printable(*report.rules_fault);
  for (std::uint32_t i = 0; report.result && i < report.result->size(); ++i)
    text += "\n  " + who(report, Seat(i)) + ": " + std::to_string((*report.result)[i]);
  if (report.terms->continues != crypto::Digest{})
    text += "\n  goes on from a match that ended with head " + report.terms->continues.hex();
  text += members_text(report) + "\n  What all signed:";
  for (const auto& [what, words] : signed_by_all(report)) text += "\n    " + what + ": " + words;
  return text;
}

}  // namespace

std::string what_it_shows() {
  std::string text = "What this shows:";
  for (const char* line : kShown) text += std::string("\n  ") + line;
  text += "\nWhat this does not show:";
  for (const char* line : kNotShown) text += std::string("\n  ") + line;
  return text;
}

std::string to_text(const std::string& path, const Report& report,
                    const std::vector<Unshown>& unshown) {
  return words::printable_lines(words_of(path, report, unshown));
}

words::Json as_json(const ForkedTables& fork) {
  const Report &one = fork.one.report, &other = fork.other.report;
  words::Json json = {{"files", {fork.one.path, fork.other.path}},
                      {"evening", one.terms->evening->id.hex()},
                      {"tables", {one.table.hex(), other.table.hex()}},
                      {"continues", one.terms->continues.hex()},
                      {"signed_both", words::Json::array()}};
  for (const proto::Member& member : fork.signed_both)
    json["signed_both"].push_back(
        {{"key", member.key.public_key().hex()}, {"nickname", member.nickname}});
  return json;
}

std::string to_text(const ForkedTables& fork) {
  const proto::Terms& terms = *fork.one.report.terms;
  std::string text = fork.one.path + " and " + fork.other.path + ": forked: both are table " +
                     std::to_string(terms.evening->table) + " of the evening " +
                     terms.evening->id.hex().substr(0, 8) + " and " +
                     (terms.continues == crypto::Digest{} ? "begin it" : "go on from one table") +
                     ", and neither says that the other was withdrawn; ";
  if (fork.signed_both.empty()) text += "nobody";
  for (const proto::Member& member : fork.signed_both)
    text += (&member == &fork.signed_both.front() ? "" : ", ") + words::quoted(member.nickname) +
            " (" + proto::key_words(member.key, proto::kKeyWordsToDecide) + ")";
  return words::printable(text + " signed both");
}

words::Json as_json(const ContinuedFile& link) {
  words::Json json = {{"before", link.before.path},
                      {"after", link.after.path},
                      {"head", link.before.report.head.hex()},
                      {"sound", link.sound.has_value()}};
  if (!link.sound) json["why"] = link.sound.error().about;
  return json;
}

std::string to_text(const ContinuedFile& link) {
  const bool in_one_file = link.after.number > 1 && link.before.file == link.after.file;
  const std::string both = link.after.path +
                           (link.sound || !in_one_file ? " goes on from " : " stands after ") +
                           link.before.path;
  return words::printable(link.sound ? both + ": as it ended"
                                     : both + ": INVALID: " + link.sound.error().about);
}

words::Json as_json(const ComparedFiles& compared) {
  const auto& [a, b, comparison, _] = compared;
  words::Json json = {{"files", {a.path, b.path}},
                      {"table", a.report.table.hex()},
                      {"relation", name(comparison.relation)},
                      {"records", {a.report.records, b.report.records}},
                      {"common", comparison.common}};
  if (comparison.relation == audit::Comparison::Relation::prefix)
    json["longer"] = a.report.records > b.report.records ? a.path : b.path;
  if (!compared.forked()) return json;
  json["step"] = comparison.common;
  json["contradicted"] = words::Json::array();
  for (const auto& [seat, why] : offences(compared))
    json["contradicted"].push_back(
        {{"seat", seat.value}, {"nickname", a.report.nicknames[seat.value]}, {"why", why}});
  return json;
}

std::string to_text(const ComparedFiles& compared) {
  const auto& [a, b, comparison, _] = compared;
  const bool a_longer = a.report.records > b.report.records;
  const AuditedFile& longer = a_longer ? a : b;
  const std::string common = std::to_string(comparison.common) + " records";
  const bool all_good =
      a.report.verdict != Verdict::invalid && b.report.verdict != Verdict::invalid;
  const std::string as_far = all_good ? "" : ", as far as both are good";
  switch (comparison.relation) {
    case audit::Comparison::Relation::equal:
      return a.path + " and " + b.path + ": equal, " + common + as_far;
    case audit::Comparison::Relation::prefix:
      return (a_longer ? b : a).path + " is the beginning of " + longer.path + ": " + common +
             " of " + std::to_string(longer.report.records) + as_far;
    case audit::Comparison::Relation::forked:
      break;
  }
  std::string text =
      a.path + " and " + b.path + ": forked at step " + std::to_string(comparison.common);
  const auto found = offences(compared);
  if (found.empty()) text += "; no member signed two statements that contradict each other";
  for (const auto& [seat, why] : found) text += "; " + who(a.report, seat) + " " + why;
  return words::printable(text);
}

}  // namespace fairdeal::match
