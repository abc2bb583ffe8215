#include "ui/match/audit_page.h"

#include <algorithm>

#include "ui/match/audit_shows.h"
#include "ui/words/html_text.h"

namespace fairdeal::match {
namespace {

using audit::Report;
using audit::Verdict;
using Change = audit::StandingChange::What;

/// How many records a page lists. Of a longer match it lists those at which something happened.
constexpr std::size_t kRowsMax = 20'000;
/// How many records a page shows without being asked, so that paper has them, too.
constexpr std::size_t kRowsOpen = 500;

std::string seat_name_of(const Report& report, Seat seat) {
  return seat.value < report.nicknames.size() && !report.nicknames[seat.value].empty()
             ? report.nicknames[seat.value]
             : "seat " + std::to_string(seat.value + 1);
}

std::string names_of(const Report& report, SeatSet seats) {
  std::string text;
  for (const Seat seat : seats.list())
    text += (text.empty() ? "" : ", ") + words::html_escaped(seat_name_of(report, seat));
  return text;
}

// ---- The verdict

const char* tone(Verdict verdict) {
  switch (verdict) {
    case Verdict::valid:
      return "good";
    case Verdict::invalid:
      return "bad";
    case Verdict::incomplete:
      return "part";
    case Verdict::cannot_check:
      break;
  }
  return "part";
}

/// The mark before a verdict, so that it is not told by colour alone.
const char* mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::valid:
      return "\xe2\x9c\x93 ";  // a check mark
    case Verdict::invalid:
      return "\xe2\x9c\x97 ";  // a cross
    case Verdict::incomplete:
      return "\xe2\x80\xa6 ";  // an ellipsis
    case Verdict::cannot_check:
      break;
  }
  return "? ";
}

std::size_t absences(const Report& report) {
  std::size_t count = 0;
  for (const auto& member : report.attendance.members) count += member.absent.size();
  return count;
}

std::string convictions(const Report& report) {
  std::string text;
  for (std::uint32_t i = 0; i < report.attendance.members.size(); ++i)
    for (const auto& change : report.attendance.members[i].changes)
      if (change.what == Change::convicted)
        text += " " + words::html_escaped(seat_name_of(report, Seat(i))) +
                " was convicted at record " + words::with_separators(change.step.value) + ": " +
                words::html_escaped(change.why) + ".";
  return text;
}

std::string good_so_far(const Report& report) {
  if (report.records == 0) return "";
  return " The " + words::counted(report.records, "record") + " before it " +
         (report.records == 1 ? "is" : "are") + " good; what follows was not judged.";
}

std::string sentence(const Report& report) {
  const std::string why = report.error ? words::html_escaped(reason(report)) : "";
  switch (report.verdict) {
    case Verdict::valid: {
      const std::size_t missed = absences(report);
      const std::string convicted = convictions(report);
      return "Every signature, proof, vote and rule in this file was checked, from the first "
             "record "
             "to the last. " +
             (missed == 0
                  ? std::string("No turn was missed")
                  : words::counted(missed, "turn") + (missed == 1 ? " was" : " were") + " missed") +
             (convicted.empty() ? "; no false answer is in this file." : "." + convicted);
    }
    case Verdict::incomplete:
      return "The file ends before the match does (" + why +
             "). The part that is there is good: " + words::counted(report.records, "record") +
             "." + convictions(report);
    case Verdict::invalid:
      if (report.damaged())
        return words::capitalised(why) + ". Nothing in it can be blamed on anyone." +
               good_so_far(report);
      return words::capitalised(why) + "." + good_so_far(report);
    case Verdict::cannot_check:
      break;
  }
  return "This program cannot check the file: " + why +
         ". That says nothing about whether the match was fair.";
}

std::string verdict_box(Verdict verdict, const std::string& where, const std::string& text) {
  return std::string("<div class=\"verdict ") + tone(verdict) + "\"><h1>" + mark(verdict) +
         name(verdict) + where + "</h1><p>" + text + "</p></div>\n";
}

// ---- Seats

std::string notes_of(const Report& report, Seat seat) {
  const auto& member = report.attendance.members[seat.value];
  std::string text;
  const auto add = [&](const char* of, const std::string& words) {
    text += (text.empty() ? "" : "<br>") + std::string("<span class=\"") + of + "\">" + words +
            "</span>";
  };
  if (report.error && report.error->culprit == seat) add("blame", "\xe2\x9c\x97 blamed");
  if (!member.absent.empty()) add("away", "absent " + words::counted(member.absent.size(), "time"));
  if (!member.none.empty())
    add("", "answered " + words::counted(member.none.size(), "time") + " that nothing comes");
  if (!member.careful.empty())
    add("",
        "its program moved " + words::counted(member.careful.size(), "time") + " for its person");
  for (const auto& change : member.changes)
    add(change.what == Change::convicted ? "blame" : "away",
        (change.what == Change::convicted ? "\xe2\x9c\x97 " : "") + name(change.what) +
            " at record " + words::with_separators(change.step.value) +
            (change.why.empty() ? "" : ": " + words::html_escaped(change.why)));
  return text;
}

std::string seats_table(const Report& report) {
  std::string rows;
  for (std::uint32_t i = 0; i < report.attendance.members.size(); ++i) {
    const bool plays = i < report.seats;
    rows += "<tr>" + words::table_cell(plays ? std::to_string(i + 1) : "witness") +
            words::table_cell(words::html_escaped(seat_name_of(report, Seat(i))), "name") +
            words::table_cell(i < report.keys.size()
                                  ? words::spaced_hex(to_hex(report.keys[i].bytes).substr(0, 8))
                                  : "",
                              "mono where") +
            words::table_cell(report.result && i < report.result->size()
                                  ? ((*report.result)[i] > 0 ? "+" : "") +
                                        words::with_separators((*report.result)[i])
                                  : "",
                              "num") +
            words::table_cell(notes_of(report, Seat(i))) + "</tr>\n";
  }
  return "<section><h2>Seats</h2><div class=\"scroll\"><table><tr><th>Seat</th><th>Name</th>"
         "<th>Key</th><th class=\"num\">Result</th><th>Notes</th></tr>\n" +
         rows + "</table></div></section>\n";
}

// ---- The list of checks

std::string checks_table(const AuditedPage& page) {
  const AuditRows& rows = page.rows;
  using proto::Kind;
  const auto all = [&](std::initializer_list<Kind> kinds) {
    std::uint64_t sum = 0;
    for (const Kind kind : kinds) sum += rows.count(kind);
    return sum;
  };
  const std::pair<const char*, std::uint64_t> lines[] = {
      {"Signatures on answers: moves, shuffles, shares and others", rows.answers()},
      {"Votes that closed a record", rows.votes()},
      {"Proofs, by their equations", rows.proofs()},
      {"Shuffles in a record of their own", rows.count(Kind::shuffle)},
      {"Answers that took locks off cards", all({Kind::decrypt, Kind::recover})},
      {"Cards copied for other seats", rows.count(Kind::copy)},
      {"Parts of rolls and sealed choices", all({Kind::coin, Kind::commit, Kind::reveal})},
      {"Moves, each as the rules allow", rows.count(Kind::move)},
      {"Heads, linking each record to the one before", page.file.report.records}};
  std::string text;
  for (const auto& [what, count] : lines)
    if (count > 0)
      text += "<tr>" + words::table_cell(what) +
              words::table_cell(words::with_separators(static_cast<std::int64_t>(count)), "num") +
              words::table_cell("\xe2\x9c\x93", "ok") + "</tr>\n";
  return "<section><h2>What was checked</h2><table>" + text + "</table></section>\n";
}

// ---- Records

/// Returns the incident at a record besides play, in words; "" if there is none.
std::string incident(const Report& report, const AuditRow& row) {
  std::string text = row.absent.empty() ? "" : "absent: " + names_of(report, row.absent);
  for (std::uint32_t i = 0; i < report.attendance.members.size(); ++i)
    for (const auto& change : report.attendance.members[i].changes)
      if (change.step.value == row.record)
        text += (text.empty() ? "" : "; ") + words::html_escaped(seat_name_of(report, Seat(i))) +
                " " + name(change.what);
  return text;
}

bool convicts(const Report& report, const AuditRow& row) {
  for (const auto& member : report.attendance.members)
    for (const auto& change : member.changes)
      if (change.step.value == row.record && change.what == Change::convicted) return true;
  return false;
}

/// The strip over the records: runs of equal state are one bar, and incidents are taller.
std::string strip(const AuditedPage& page) {
  const auto& rows = page.rows.rows();
  const std::size_t fails = page.failure ? 1 + page.failure->after : 0;
  const double width = 1000.0 / static_cast<double>(std::max<std::size_t>(rows.size() + fails, 1));
  const auto bar = [](double x, double w, int y, int h, const char* colour) {
    return "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
           std::to_string(w) + "\" height=\"" + std::to_string(h) + "\" fill=\"var(--" + colour +
           ")\"/>";
  };
  std::string bars = bar(0, width * static_cast<double>(rows.size()), 8, 12, "good");
  for (const AuditRow& row : rows)
    if (!incident(page.file.report, row).empty())
      bars += bar(width * static_cast<double>(row.record), std::max(width, 3.0), 0, 28,
                  convicts(page.file.report, row) ? "bad" : "turn");
  if (fails > 1)
    bars += bar(width * static_cast<double>(rows.size() + 1),
                width * static_cast<double>(fails - 1), 8, 12, "line");
  if (fails > 0)
    bars += bar(std::min(width * static_cast<double>(rows.size()), 995.0), std::max(width, 5.0), 0,
                28, "bad");
  return "<svg class=\"strip\" viewBox=\"0 0 1000 28\" preserveAspectRatio=\"none\" role=\"img\" "
         "aria-label=\"" +
         words::counted(rows.size(), "good record") + "\">" + bars + "</svg>";
}

std::string record_row(const Report& report, const AuditRow& row) {
  std::string lines;
  for (const std::string& line : row.lines)
    lines += (lines.empty() ? "" : "<br>") + words::html_escaped(line);
  const std::string happened = incident(report, row);
  if (!happened.empty())
    lines += (lines.empty() ? "" : "<br>") +
             (std::string("<span class=\"") + (convicts(report, row) ? "blame" : "away") + "\">" +
              happened + "</span>");
  std::string where = row.hand > 0 ? std::to_string(row.hand) : "";
  if (!row.street.empty()) where += (where.empty() ? "" : ", ") + words::html_escaped(row.street);
  return "<tr>" + words::table_cell(words::with_separators(row.record), "num") +
         words::table_cell(where, "where") + words::table_cell(lines, "text") +
         words::table_cell(
             std::to_string(row.voted.size()) + " of " + std::to_string(row.voters) +
             (row.voted.size() == row.voters ? "" : ": " + names_of(report, row.voted))) +
         words::table_cell(words::spaced_hex(row.head.substr(0, 8)), "mono num") + "</tr>\n";
}

std::string records_table(const Report& report, const std::vector<const AuditRow*>& rows) {
  std::string text;
  for (const AuditRow* row : rows) text += record_row(report, *row);
  return "<div class=\"scroll\"><table><tr><th class=\"num\">Record</th><th>Hand</th><th>What</th>"
         "<th>Votes</th><th class=\"num\">Head</th></tr>\n" +
         text + "</table></div>";
}

std::string records_section(const AuditedPage& page) {
  const Report& report = page.file.report;
  std::vector<const AuditRow*> all, special;
  for (const AuditRow& row : page.rows.rows()) {
    all.push_back(&row);
    if (!incident(report, row).empty()) special.push_back(&row);
  }
  std::string text =
      "<section class=\"long\"><h2>" + words::counted(all.size(), "good record") + "<small>" +
      words::html_escaped(report.module) + "</small></h2>" + strip(page) +
      "<p class=\"legend\">Low bar: checked. High bar: somebody was absent, left, came "
      "back or was convicted" +
      (page.failure ? ", or the record fails" : "") + "." +
      (page.failure && page.failure->after > 0
           ? " Grey: " + words::counted(page.failure->after, "record") + " not judged."
           : "") +
      "</p>";
  if (!special.empty()) text += records_table(report, special);
  if (all.empty()) return text + "</section>\n";
  if (all.size() > kRowsMax)
    return text +
           "<p class=\"legend\">A match of so many records is not listed here; fairdeal audit "
           "--trace lists it.</p></section>\n";
  return text + (all.size() <= kRowsOpen ? "<details open>" : "<details>") +
         "<summary>All records, each with its votes</summary>" + records_table(report, all) +
         "</details></section>\n";
}

// ---- The record that fails

std::string failure_section(const AuditedPage& page) {
  const Report& report = page.file.report;
  const AuditFailure& failure = *page.failure;
  std::string expected =
      "<li>follows the head <code>" + words::spaced_hex(failure.head) + "</code></li>";
  std::string found;
  for (const AuditAnswer& answer : failure.answers) {
    expected += "<li>" + words::html_escaped(answer.expected) + "</li>";
    found +=
        "<li>" + words::html_escaped(answer.expected.substr(0, answer.expected.find(':'))) + ": " +
        answer.found +
        (answer.digest.empty()
             ? ""
             : ", digest <code>" + words::spaced_hex(answer.digest.substr(0, 16)) + "</code>") +
        (answer.wrong.empty() ? " <span class=\"ok\">\xe2\x9c\x93 good</span>"
                              : "<br><span class=\"blame\">\xe2\x9c\x97 " +
                                    words::html_escaped(answer.wrong) + "</span>") +
        (answer.wrong.empty() || answer.signature.empty()
             ? ""
             : "<br>signature <code>" + words::spaced_hex(answer.signature) + "</code>") +
        "</li>";
  }
  for (const std::string& other : failure.other_places) {
    expected += "<li>" + words::html_escaped(other) + "</li>";
    found += "<li><span class=\"blame\">\xe2\x9c\x97 nothing that can be read</span></li>";
  }
  expected += "<li>votes of at least " + std::to_string(failure.needed) + "</li>";
  if (failure.read)
    found += "<li>votes in the name of " +
             (failure.voted.empty() ? "nobody" : names_of(report, failure.voted)) + "</li>";
  const std::string blamed =
      report.error->culprit
          ? "<span class=\"blame\">\xe2\x9c\x97 blamed: " +
                words::html_escaped(seat_name_of(report, *report.error->culprit)) + "</span>"
          : "nobody is blamed";
  const std::string about =
      report.error->culprit
          ? "The signature is good, so the holder of that key signed this. Members that "
            "voted "
            "for the record should have refused it."
          : "Nothing in this record can be blamed on anyone: anybody with the file could "
            "have changed it, and no signature covers the "
            "error. A file that was damaged on a disk or on its way looks the same.";
  return "<section><h2>Record " + words::with_separators(report.records) + "<small>" + blamed +
         "</small></h2>" +
         "<div class=\"two\"><div class=\"box expected\"><h3>\xe2\x9c\x93 Expected</h3><ul>" +
         expected + "</ul></div><div class=\"box found\"><h3>\xe2\x9c\x97 Found</h3><ul>" + found +
         "</ul></div></div><p>" + words::capitalised(words::html_escaped(reason(report))) + ". " +
         about + "</p></section>\n";
}

// ---- The page

std::string file_part(const AuditedPage& page) {
  const Report& report = page.file.report;
  std::string text;
  if (page.failure) text += failure_section(page);
  if (!report.opened()) return text;
  text += "<div class=\"two\">" + seats_table(report) + checks_table(page) + "</div>\n";
  if (report.verdict == Verdict::valid) text += shows_section();
  text += signed_table(report) + records_section(page);
  return text + "<footer>Last good head <code>" + report.head.hex() +
         "</code> of the table <code>" + report.table.hex() + "</code>.</footer>\n";
}

std::string invalid_place(const Report& report) {
  return report.verdict == Verdict::invalid ? " at record " + words::with_separators(report.records)
                                            : "";
}

}  // namespace

std::string html(const AuditPage& page) {
  const bool one = page.files.size() == 1;
  std::string body;
  if (one) {
    const Report& report = page.files.front().file.report;
    body = verdict_box(report.verdict, invalid_place(report), sentence(report)) +
           file_part(page.files.front());
  } else {
    body = verdict_box(page.overall, "", words::html_escaped(page.summary) + ".");
    std::string notes;
    for (const std::string& note : page.notes)
      notes += "<li>" + words::html_escaped(note) + "</li>";
    if (!notes.empty()) body += "<section><h2>Side by side</h2><ul>" + notes + "</ul></section>\n";
    for (const AuditedPage& file : page.files) {
      const Report& report = file.file.report;
      body += "<h2 class=\"file\">" + words::html_escaped(file.file.path) + "</h2>\n" +
              verdict_box(report.verdict, invalid_place(report), sentence(report)) +
              file_part(file);
    }
  }
  const AuditedFile& front = page.files.front().file;
  const auto paths = std::ranges::count_if(
      page.files, [](const AuditedPage& table) { return table.file.number <= 1; });
  const std::string path = front.number > 0 ? front.file : front.path;
  const std::string what =
      paths == 1 ? words::html_escaped(std::filesystem::path(path).filename().string())
                 : words::with_separators(paths) + " files";
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'\"><title>" +
         name(page.overall) + " \xe2\x80\x93 Fairdeal audit report</title><style>" +
         std::string(kAuditPageStyle) +
         "</style></head><body><main>\n<header><span><b>Fairdeal</b> "
         "audit report</span><span>" +
         what + " \xc2\xb7 made " + words::date_words(page.made) + "</span></header>\n" + body +
         "<footer>Checked from the " + (paths == 1 ? "file" : "files") +
         " alone by Fairdeal " FAIRDEAL_VERSION ". To check it yourself: <code>fairdeal audit " +
         (paths == 1 ? words::html_escaped(path) : "FILE\xe2\x80\xa6") +
         "</code></footer>\n</main></body></html>\n";
}

}  // namespace fairdeal::match
