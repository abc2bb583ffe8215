#include "ui/seat/tables.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <future>
#include <iostream>
#include <unistd.h>

#include "net/reach/table_beacon.h"
#include "net/rendezvous/find_contacts.h"
#include "rules/json_full.h"
#include "ui/front/typed_ahead.h"
#include "ui/home/contacts_file.h"
#include "ui/home/identity.h"
#include "ui/home/places.h"
#include "ui/seat/relays.h"
#include "ui/seat/sit_down.h"
#include "ui/words/printable.h"
#include "ui/words/report.h"

/// `fairdeal tables`, and `fairdeal join` without an argument.

namespace fairdeal::seat {
namespace {

/// How long the answers of all hosts take, with a second question for those that lost the first.
constexpr Duration kAnswersTake{1'500};
/// How long the answer of one contact's host takes, on this network.
constexpr Duration kContactAnswers{400};
/// How long contacts may take to answer, through their relays.
constexpr Duration kContactsTake{3'000};
/// How many questions are asked at once whether a contact is there. A relay lets one source make 20
/// visits at once, and the guest needs some of them to sit down.
constexpr std::size_t kQuestionsMax = 10;

/// A contact, and whether it has a table open for this person.
struct ContactSeen {
  std::string name;
  bool is_there;
};

/// Returns whether somebody who has only the address may sit down.
bool is_open(const LanTable& lan) {
  return !lan.heard.table.code && lan.heard.table.taken < lan.heard.table.seats;
}

std::string words_of(const LanTable& lan) {
  const auto& table = lan.heard.table;
  const std::string how = table.taken == table.seats ? "nobody else can sit down"
                          : !lan.contact.empty() ? "fairdeal join " + words::printable(lan.contact)
                          : table.code           ? "asks for the host's link"
                                       : "fairdeal join " + lan_addresses(lan.heard).front();
  return (lan.contact.empty() ? "" : "the table of " + words::printable(lan.contact) + " ✓, ") +
         words::printable(table.game) + ", " + std::to_string(table.taken) + " of " +
         std::to_string(table.seats) + " seats taken: " + how;
}

/// Returns how long a search goes on that is over after `most`: no longer than this person waits
/// for others.
Duration search_time(const Options& seat, Duration most) {
  if (seat.timeout_s == 0) return most;
  return std::min(most, Duration{seat.timeout_s * 1000});
}

/// Asks the contacts that were met last whether they have a table open.
home::OrFailure<std::vector<ContactSeen>> look_for_contacts(const Options& seat) {
  const auto list = home::ContactsFile(home::identity_file(seat.identity)).load();
  if (!list) return tl::unexpected(list.error());
  const auto identity = list->all().empty()
                            ? Result<home::Identity>(fail(Fault::incomplete))
                            : home::load_identity(home::identity_file(seat.identity));
  if (!identity) return {};
  const meet::Contacts secrets = list->for_session({});
  std::vector<rendezvous::SoughtContact> sought;
  std::size_t questions = 0;
  for (const home::KeptContact* contact : list->latest()) {
    const auto relays =
        relays_of(seat, home::ContactTable{contact->name, contact->key, contact->relays});
    if (!relays) return tl::unexpected(relays.error());
    questions += relays->size();
    if (relays->empty() || questions > kQuestionsMax) continue;
    sought.push_back({meet::contact_of(secrets, contact->key), *relays});
  }
  const auto there = rendezvous::find_contacts(identity->key.public_key(), sought,
                                               search_time(seat, kContactsTake));
  std::vector<ContactSeen> seen;
  for (const auto& one : sought)
    seen.push_back({list->with(one.contact->key)->name, there.contains(one.contact->key)});
  std::ranges::stable_partition(seen, &ContactSeen::is_there);
  return seen;
}

std::string words_of(const ContactSeen& seen) {
  return words::printable(seen.name) + " ✓ has " + (seen.is_there ? "a" : "no") +
         " table open for you";
}

words::Json document_of(const std::vector<ContactSeen>& contacts) {
  words::Json list = words::Json::array();
  for (const auto& seen : contacts) list.push_back({{"name", seen.name}, {"open", seen.is_there}});
  return list;
}

words::Json document_of(const LanTables& tables) {
  words::Json list = words::Json::array();
  for (const auto& [heard, contact] : tables)
    list.push_back({{"game", heard.table.game},
                    {"seats", heard.table.seats},
                    {"taken", heard.table.taken},
                    {"code", heard.table.code},
                    {"contact", contact.empty() ? words::Json() : words::Json(contact)},
                    {"addresses", lan_addresses(heard)}});
  return {{"v", 1}, {"tables", list}};
}

/// Counts contacts whose tables are on this network among those that have one open.
void add_seen(std::vector<ContactSeen>& contacts, const LanTables& tables) {
  for (const auto& [heard, name] : tables) {
    if (name.empty() || heard.table.taken == heard.table.seats) continue;
    const auto known = std::ranges::find(contacts, name, &ContactSeen::name);
    if (known != contacts.end()) contacts.erase(known);
    contacts.insert(contacts.begin(), {name, true});
  }
}

/// Says that there is no table, and what to do.
std::string none_words() {
  if (sockets::lan_interfaces().empty())
    return "This machine is on no network. Connect it to one, and try again.";
  return "No table is announced on this network. fairdeal host GAME opens one. If a friend's is "
         "open, ask for its link: many networks for visitors keep their machines apart.";
}

std::string list_words(const LanTables& tables) {
  if (tables.empty()) return none_words();
  std::string lines = "Tables on this network:";
  for (const LanTable& table : tables) lines += "\n  " + words_of(table);
  return lines;
}

int not_found(const Error& error, const words::Output& output) {
  return output.failed({words::Exit::unreachable, "no_network",
                        "Could not look for tables: " + error.about + ".",
                        "With the host's link: fairdeal join LINK."});
}

/// Returns what a line's number stands for, or else the line.
std::string meant(const std::string& line, const std::vector<std::string>& choices) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  const bool is_number = error == std::errc() && end == line.data() + line.size();
  return is_number && number >= 1 && number <= choices.size() ? choices[number - 1] : line;
}

/// Returns whether the table gathers and can be joined, but only with what its host sends.
bool asks_for_link(const LanTable& lan) {
  return lan.contact.empty() && lan.heard.table.code &&
         lan.heard.table.taken < lan.heard.table.seats;
}

/// Returns the question for somebody who has `choices`, and to whom `found` does not say more.
std::string which_table(const std::vector<std::string>& choices, const LanTables& found) {
  const std::string ways =
      "the host's link or, if they have told you one, their code, such as 7-guitar-igloo.";
  if (!choices.empty()) return "Which table? Type its number, " + ways;
  const bool closed = std::ranges::any_of(found, asks_for_link);
  return (closed ? "Type " : "No table is open on this network. Type ") + ways;
}

/// Asks the person until an answer names a table. Returns none if nothing is typed.
std::optional<TableChoice> ask_for_table(const std::vector<std::string>& choices,
                                         const std::string& question, const TableNamed& named) {
  front::TypedAhead ahead;
  ahead.take();
  for (std::string line;;) {
    std::cerr << words::shown_on(STDERR_FILENO, question) << std::endl;
    if (!std::getline(std::cin, line) || line.find_first_not_of(" \t\r") == std::string::npos)
      return {};
    auto table = named(meant(line, choices));
    if (table) return *std::move(table);
    const std::string problem = table.error().message + " " + table.error().hint;
    ahead.take();
    std::cerr << words::shown_on(STDERR_FILENO, problem) << "\n";
  }
}

}  // namespace

std::vector<std::string> lan_addresses(const reach::BeaconList::Heard& heard) {
  auto places = heard.places;
  std::ranges::stable_sort(places, {}, [](const auto& place) { return !place.at.ip.is_v4(); });
  std::vector<std::string> addresses;
  for (const auto& place : places) addresses.push_back(place.at.address().text());
  return addresses;
}

Result<LanTables> find_on_lan(const home::ContactList& contacts, Duration wait) {
  FD_TRY(auto found, reach::find_tables({}, wait));
  const meet::Contacts secrets = contacts.for_session({});
  LanTables tables;
  for (auto& heard : found) {
    const auto* host = meet::host_by_tags(secrets, heard.table);
    const std::string name = host == nullptr ? "" : contacts.with(host->key)->name;
    tables.push_back({std::move(heard), name});
  }
  return tables;
}

std::vector<sockets::Address> addresses_on_lan(const crypto::PublicKey& host,
                                               const meet::Contacts& contacts) {
  std::vector<sockets::Address> addresses;
  const auto found = reach::find_tables({}, kContactAnswers);
  if (!found) return addresses;  // then it may be found otherwise
  for (const auto& heard : *found) {
    const auto* contact = meet::host_by_tags(contacts, heard.table);
    if (contact == nullptr || contact->key != host) continue;
    for (const auto& place : heard.places) addresses.push_back(place.at.address());
  }
  return addresses;
}

int run_tables(const TablesOptions& options, const words::Output& output) {
  const auto contacts = home::ContactsFile(home::identity_file(options.identity)).load();
  if (!contacts) return output.failed(contacts.error());
  const auto found = find_on_lan(*contacts, Duration{std::llround(options.wait_s * 1000)});
  if (!found) return not_found(found.error(), output);
  output.result(document_of(*found));
  output.result(list_words(*found));
  return 0;
}

std::variant<TableChoice, int> choose_table(const Options& seat, const words::Output& output,
                                            const TableNamed& named) {
  output.note("Looking for tables of your contacts and on this network.");
  const auto list = home::ContactsFile(home::identity_file(seat.identity)).load();
  if (!list) return output.failed(list.error());
  // Both at once: together they take no longer than the longer one, and than --timeout.
  auto on_lan = std::async(std::launch::async,
                           [&] { return find_on_lan(*list, search_time(seat, kAnswersTake)); });
  auto contacts = look_for_contacts(seat);
  const auto found = on_lan.get();
  if (!contacts) return output.failed(contacts.error());
  if (!found) return not_found(found.error(), output);
  add_seen(*contacts, *found);
  const bool asks = seat.bot.empty() && seat.events_fd < 0 && !output.json &&
                    ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
  std::vector<std::string> choices, lines;
  for (const ContactSeen& seen : *contacts) {
    if (seen.is_there) choices.push_back(seen.name);
    lines.push_back(words_of(seen));
  }
  LanTables open;
  std::ranges::copy_if(*found, std::back_inserter(open), [](const LanTable& table) {
    return is_open(table) && table.contact.empty();  // those of contacts are there already
  });
  const std::string example = !choices.empty() ? choices.front()
                              : open.empty()   ? "LINK"
                                               : lan_addresses(open.front().heard).front();
  if (!asks) {
    for (const std::string& line : lines) output.note("  " + line);
    output.note(list_words(*found));
    words::Json document = document_of(*found);
    document["contacts"] = document_of(*contacts);
    return output.failed({words::Exit::usage, "no_table_named", "Say which table to join.",
                          "For example: fairdeal join " + example + "."},
                         document);
  }
  // Contacts without a table come after those with one, and have no number.
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(choices.size()), open.size(), "");
  for (std::size_t i = 0; i < open.size(); ++i) {
    lines[choices.size()] = words_of(open[i]);
    choices.push_back(lan_addresses(open[i].heard).front());
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    std::cerr << "  " << (i < choices.size() ? std::to_string(i + 1) : std::string("-")) << "  "
              << words::shown_on(STDERR_FILENO, lines[i]) << "\n";
  for (const LanTable& table : *found)
    if (asks_for_link(table))
      std::cerr << "A table of "
                << words::shown_on(STDERR_FILENO, words::printable(table.heard.table.game))
                << " is open here; it asks for its host's link.\n";
  if (auto table = ask_for_table(choices, which_table(choices, *found), named))
    return *std::move(table);
  return output.failed({words::Exit::usage, "no_table_named", "No table was chosen.",
                        "For example: fairdeal join " + example + "."});
}

}  // namespace fairdeal::seat
