#include "apps/tables_command.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <unistd.h>

#include "apps/commands.h"
#include "apps/terminal.h"
#include "net/table_beacon.h"
#include "rules/json_full.h"

/// `fairdeal tables`, and `fairdeal join` without an argument.
namespace fairdeal::apps {
namespace {

using LanTables = std::vector<net::BeaconList::Heard>;

/// How long the answers of all hosts take, with a second question for those that lost the first.
constexpr Duration kAnswersTake{1'500};

/// Returns where a table can be called, the shortest kind of address first.
std::vector<std::string> addresses_of(const net::BeaconList::Heard& heard) {
  auto places = heard.places;
  std::ranges::stable_sort(places, {}, [](const auto& place) { return !place.at.ip.is_v4(); });
  std::vector<std::string> addresses;
  for (const auto& place : places) addresses.push_back(place.at.address().text());
  return addresses;
}

/// Returns whether somebody who has only the address may sit down.
bool is_open(const net::BeaconList::Heard& heard) {
  return !heard.table.code && heard.table.taken < heard.table.seats;
}

std::string words_of(const net::BeaconList::Heard& heard) {
  const auto& table = heard.table;
  const std::string how = table.taken == table.seats ? "nobody else can sit down"
                          : table.code               ? "asks for the host's link or code"
                                       : "fairdeal join " + addresses_of(heard).front();
  return printable(table.game) + ", " + std::to_string(table.taken) + " of " +
         std::to_string(table.seats) + " seats taken: " + how;
}

Json document_of(const LanTables& tables) {
  Json list = Json::array();
  for (const auto& heard : tables)
    list.push_back({{"game", heard.table.game},
                    {"seats", heard.table.seats},
                    {"taken", heard.table.taken},
                    {"code", heard.table.code},
                    {"addresses", addresses_of(heard)}});
  return {{"v", 1}, {"tables", list}};
}

/// Says that there is no table, and what to do.
std::string none_words() {
  if (net::lan_interfaces().empty())
    return "This machine is on no network. Connect it to one, and try again.";
  return "No table is announced on this network. fairdeal host GAME opens one. If a friend's is "
         "open, ask for its link: many networks for visitors keep their machines apart.";
}

std::string list_words(const LanTables& tables) {
  if (tables.empty()) return none_words();
  std::string lines = "Tables on this network:";
  for (const auto& heard : tables) lines += "\n  " + words_of(heard);
  return lines;
}

int not_found(const Error& error, const Output& output) {
  return output.failed({Exit::unreachable, "no_network",
                        "Could not look for tables: " + error.about + ".",
                        "With the host's link: fairdeal join LINK."});
}

/// Reads a line, and returns the address of the table whose number it is, or else the line.
std::string typed_choice(const LanTables& open) {
  std::string line;
  if (!std::getline(std::cin, line)) return "";
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  const bool is_number = error == std::errc() && end == line.data() + line.size();
  if (is_number && number >= 1 && number <= open.size())
    return addresses_of(open[number - 1]).front();
  return line;
}

}  // namespace

int run_tables(const TablesOptions& options, const Output& output) {
  const auto found = net::find_tables({}, Duration{std::llround(options.wait_s * 1000)});
  if (!found) return not_found(found.error(), output);
  output.result(document_of(*found));
  output.result(list_words(*found));
  return 0;
}

std::variant<std::string, int> choose_table(bool may_ask, const Output& output) {
  output.note("Looking for tables on this network.");
  const auto found = net::find_tables({}, kAnswersTake);
  if (!found) return not_found(found.error(), output);
  const bool asks =
      may_ask && !output.json && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
  LanTables open;
  std::ranges::copy_if(*found, std::back_inserter(open), is_open);
  const std::string example = open.empty() ? "LINK" : addresses_of(open.front()).front();
  if (!asks) {
    output.note(list_words(*found));
    return output.failed({Exit::usage, "no_table_named", "Say which table to join.",
                          "For example: fairdeal join " + example + "."},
                         document_of(*found));
  }
  for (std::size_t i = 0; i < open.size(); ++i)
    std::cerr << "  " << i + 1 << "  " << words_of(open[i]) << "\n";
  std::cerr << (open.empty() ? "No table is open on this network. Type the host's code, such as "
                             : "Which table? Type its number, the host's code, such as ")
            << "7-guitar-igloo, or its link." << std::endl;
  const std::string typed = typed_choice(open);
  if (!typed.empty()) return typed;
  return output.failed({Exit::usage, "no_table_named", "No table was chosen.",
                        "For example: fairdeal join " + example + "."});
}

}  // namespace fairdeal::apps
