#include "apps/status_command.h"

#include "apps/commands.h"
#include "apps/paths.h"
#include "apps/status_socket.h"
#include "apps/terminal.h"
#include "rules/json_full.h"

/// `fairdeal status`: how the tables are that programs of this user play at.
namespace fairdeal::apps {
namespace {

constexpr std::chrono::milliseconds kPatience{1'000};
constexpr net::Rung kRungs[] = {net::Rung::lan, net::Rung::direct, net::Rung::punched,
                                net::Rung::relayed};

std::string lasting(std::int64_t seconds) {
  if (seconds < 120) return std::to_string(seconds) + " s";
  if (seconds < 7200) return std::to_string(seconds / 60) + " min";
  return std::to_string(seconds / 3600) + " h";
}

std::string size_words(std::uint64_t bytes) {
  return bytes < 10'000 ? std::to_string(bytes) + " B" : std::to_string(bytes / 1000) + " kB";
}

/// Returns how a member is reached: "on this network, 4 ms, for 3 min, 12 kB sent, 9 kB received".
std::string path_words(const Json& path) {
  std::string text;
  for (const net::Rung rung : kRungs)
    if (path.at("rung") == rung_name(rung)) text = rung_words(rung);
  const auto where = path.at("where").get<std::string>();
  if (where.starts_with("relay ")) text = "by " + where;
  if (const Json& rtt = path.at("rtt_ms"); !rtt.is_null())
    text += rtt == 0 ? ", under 1 ms" : ", " + std::to_string(rtt.get<std::int64_t>()) + " ms";
  text += ", for " + lasting(path.at("since_s").get<std::int64_t>());
  text += ", " + size_words(path.at("bytes_sent").get<std::uint64_t>()) + " sent, " +
          size_words(path.at("bytes_received").get<std::uint64_t>()) + " received";
  const auto silent = path.at("silent_s").get<std::int64_t>();
  return silent < 5 ? text : text + ", silent for " + lasting(silent);
}

std::string member_words(const Json& member) {
  std::string text = "  " + std::to_string(member.at("seat").get<std::uint32_t>() + 1) + "  " +
                     member.at("name").get<std::string>() + " (" +
                     member.at("words").get<std::string>() + "): ";
  const auto standing = member.at("standing").get<std::string>();
  if (member.at("me").get<bool>()) return text + "you";
  if (standing != "here") return text + standing;
  if (!member.at("path").is_null()) {
    text += path_words(member.at("path"));
  } else if (!member.at("through").is_null()) {
    text += "no connection; " + member.at("through").get<std::string>() + " passes messages on";
  } else {
    text += "no contact";
  }
  if (const Json& why = member.at("relay_only_says");
      !why.is_null() && !member.at("path").is_null())
    text += "\n       by a relay only: " + why.get<std::string>();
  for (const Json& call : member.at("failed"))
    text += "\n       no connection to " + call.at("where").get<std::string>() + " " +
            lasting(call.at("ago_s").get<std::int64_t>()) +
            " ago: " + call.at("why").get<std::string>();
  return text;
}

}  // namespace

const char* rung_name(net::Rung rung) {
  switch (rung) {
    case net::Rung::lan:
      return "lan";
    case net::Rung::direct:
      return "direct";
    case net::Rung::punched:
      return "punched";
    case net::Rung::relayed:
      return "relayed";
  }
  return "";
}

const char* rung_words(net::Rung rung) {
  switch (rung) {
    case net::Rung::lan:
      return "on this network";
    case net::Rung::direct:
      return "directly";
    case net::Rung::punched:
      return "directly, through both routers";
    case net::Rung::relayed:
      return "by a relay";
  }
  return "";
}

std::filesystem::path status_folder() { return runtime_folder() / "seats"; }

std::string describe_status(const Json& status) {
  const bool playing = status.contains("table");
  std::string text = status.at("game").is_null() ? "A table" : status.at("game").get<std::string>();
  if (playing)
    text += ", table " + status.at("table").get<std::string>().substr(0, 8) + ", step " +
            std::to_string(status.at("step").get<std::uint64_t>());
  if (status.contains("play")) return text + " against bots, on a page";
  text += ", as " + status.at("nickname").get<std::string>();
  if (status.at("phase") == "over") text += ", over";
  if (const auto waiting = status.at("waiting").get<std::string>(); !waiting.empty())
    text += ": " + waiting;
  for (const Json& member : status.at("members")) text += "\n" + member_words(member);
  return text;
}

int run_status(const Output& output) {
  Json seats = Json::array();
  std::string text;
  for (const std::string& answer : ask_all(status_folder(), kPatience)) {
    try {
      Json status = Json::parse(answer);
      text += (text.empty() ? "" : "\n") + printable_lines(describe_status(status));
      seats.push_back(std::move(status));
    } catch (const Json::exception&) {
      output.note("One program of yours is of another version, and says nothing useful.");
    }
  }
  output.result(Json{{"v", 1}, {"seats", seats}});
  output.result(text.empty() ? "You play at no table now. fairdeal resume goes on with one."
                             : text);
  return 0;
}

}  // namespace fairdeal::apps
