#include "cli/status.h"

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/home/places.h"
#include "ui/seat/status_socket.h"
#include "ui/words/printable.h"
#include "ui/words/rung_words.h"

/// `fairdeal status`: how the tables are that programs of this user play at.

namespace fairdeal::cli {
namespace {

constexpr std::chrono::milliseconds kPatience{1'000};

std::string lasting(std::int64_t seconds) {
  if (seconds < 120) return std::to_string(seconds) + " s";
  if (seconds < 7200) return std::to_string(seconds / 60) + " min";
  return std::to_string(seconds / 3600) + " h";
}

std::string size_words(std::uint64_t bytes) {
  return bytes < 10'000 ? std::to_string(bytes) + " B" : std::to_string(bytes / 1000) + " kB";
}

std::string text_in(const rules::JsonReader& json, const char* name) {
  return json.member(name).text().value_or("");
}
std::int64_t count_in(const rules::JsonReader& json, const char* name) {
  return json.member(name).number(0, INT64_MAX).value_or(0);
}
std::string size_in(const rules::JsonReader& json, const char* name) {
  return size_words(json.member(name).natural().value_or(0));
}

/// Returns how a member is reached: "on this network, 4 ms, for 3 min, 12 kB sent, 9 kB received".
std::string path_words(const rules::JsonReader& path) {
  std::string text;
  for (const words::RungWords& rung : words::all_rungs())
    if (path.member("rung").is(rung.name)) text = words::rung_said(rung.rung).text();
  const std::string where = text_in(path, "where");
  if (where.starts_with("relay ")) text = "by " + where;
  if (const auto rtt = path.member("rtt_ms").number())
    text += *rtt == 0 ? ", under 1 ms" : ", " + std::to_string(*rtt) + " ms";
  text += ", for " + lasting(count_in(path, "since_s"));
  text += ", " + size_in(path, "bytes_sent") + " sent, " + size_in(path, "bytes_received") +
          " received";
  const std::int64_t silent = count_in(path, "silent_s");
  return silent < 5 ? text : text + ", silent for " + lasting(silent);
}

std::string member_words(const rules::JsonReader& member) {
  const auto seat = member.member("seat").number(0, UINT32_MAX).value_or(0);
  std::string text = "  " + std::to_string(seat + 1) + "  " + text_in(member, "name") + " (" +
                     text_in(member, "words") + "): ";
  const std::string standing = text_in(member, "standing");
  const rules::JsonReader path = member.member("path");
  if (member.member("me").flag() == true) return text + "you";
  if (standing != "here") return text + standing;
  if (!path.is_null()) {
    text += path_words(path);
  } else if (const auto through = member.member("through").text()) {
    text += "no connection; " + *through + " passes messages on";
  } else {
    text += "no contact";
  }
  if (const auto why = member.member("relay_only_says").text(); why && !path.is_null())
    text += "\n       by a relay only: " + *why;
  for (const rules::JsonReader& call : member.member("failed").elements())
    text += "\n       no connection to " + text_in(call, "where") + " " +
            lasting(count_in(call, "ago_s")) + " ago: " + text_in(call, "why");
  return text;
}

/// Returns the lines for a person of what a seat says (ui/seat/page.h, status_of).
std::string describe_status(const words::Json& json) {
  const rules::JsonReader status(json);
  std::string text = status.member("game").text().value_or("A table");
  if (status.member("table").exists())
    text += ", table " + text_in(status, "table").substr(0, 8) + ", step " +
            std::to_string(status.member("step").natural().value_or(0));
  if (status.member("play").exists()) return text + " against bots, on a page";
  text += ", as " + text_in(status, "nickname");
  if (status.member("phase").is("over")) text += ", over";
  if (const std::string waiting = text_in(status, "waiting"); !waiting.empty())
    text += ": " + waiting;
  for (const rules::JsonReader& member : status.member("members").elements())
    text += "\n" + member_words(member);
  for (const rules::JsonReader& guest : status.member("newcomers").elements())
    text +=
        "\n  " + text_in(guest, "name") + " (" + text_in(guest, "words") + "): " +
        (guest.member("has_account").flag() == true ? "reads the terms" : "has not bought in yet");
  return text;
}

}  // namespace

int run_status(const words::Output& output) {
  words::Json seats = words::Json::array();
  std::string text;
  for (const std::string& answer : seat::ask_all(home::status_folder(), kPatience)) {
    words::Json status = rules::json_or_null(answer);
    if (!rules::JsonReader(status).member("game").exists()) {
      output.note("One program of yours is of another version, and says nothing useful.");
      continue;
    }
    text += (text.empty() ? "" : "\n") + words::printable_lines(describe_status(status));
    seats.push_back(std::move(status));
  }
  output.result(words::Json{{"v", 1}, {"seats", seats}});
  output.result(text.empty() ? "You play at no table now. fairdeal resume goes on with one."
                             : text);
  return 0;
}

}  // namespace fairdeal::cli
