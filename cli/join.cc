#include "cli/join.h"

#include <array>
#include <cstdlib>

#include "ui/home/contacts_file.h"
#include "ui/home/places.h"
#include "ui/home/read_file.h"
#include "ui/seat/sit_down.h"
#include "ui/seat/tables.h"
#include "ui/words/invitation.h"
#include "ui/words/printable.h"

/// `fairdeal join`, also for a witness.

namespace fairdeal::cli {
namespace {

constexpr std::size_t kCodeBytesMax = 1024;

/// Returns the text of a file without the line's end that editors add.
std::string without_line_end(std::string_view text) {
  while (!text.empty() && text.back() <= ' ') text.remove_suffix(1);
  return std::string(text);
}

/// Returns what is left of a line that somebody pasted: without blanks and quotes around it, as the
/// host's line has them, and without the command before it.
std::string without_wrapping(std::string_view pasted) {
  constexpr std::array<std::string_view, 12> kWrapping{
      " ", "\t", "\r", "\n", "'", "\"", "`", "\u2018", "\u2019", "\u201c", "\u201d", "\u201e"};
  constexpr std::string_view kCommand = "fairdeal join ";
  for (std::string_view before; before != pasted;) {
    before = pasted;
    for (const std::string_view wrapping : kWrapping) {
      if (pasted.starts_with(wrapping)) pasted.remove_prefix(wrapping.size());
      if (pasted.ends_with(wrapping)) pasted.remove_suffix(wrapping.size());
    }
    if (pasted.starts_with(kCommand)) pasted.remove_prefix(kCommand.size());
  }
  return std::string(pasted);
}

/// Returns whether somebody who typed this meant a code: a number, a space or hyphen, and more.
bool is_like_code(const std::string& typed) {
  const auto after = typed.find_first_not_of("0123456789");
  return after != std::string::npos && after > 0 && (typed[after] == '-' || typed[after] == ' ');
}

home::OrFailure<seat::TableChoice> table_of_code(meet::InviteCode code, const seat::Options& seat) {
  if (!code.relay().empty() || !seat.relays.empty()) return code;
  return tl::unexpected(
      words::Failure{words::Exit::unreachable, "no_relay",
                     "This code does not name the relay at which the host can be found.",
                     "Type the whole code, such as 7-guitar-igloo@relay.example.org, or name "
                     "the relay: --relay relay.example.org. Without one, the host's link or its "
                     "table on your own network (fairdeal join alone) may do."});
}

home::OrFailure<seat::TableChoice> table_of_contact(const std::string& name,
                                                    const seat::Options& seat) {
  const auto contacts = home::ContactsFile(home::identity_file(seat.identity)).load();
  if (!contacts) return tl::unexpected(contacts.error());
  const home::KeptContact* contact = contacts->named(name);
  if (contact == nullptr) return tl::unexpected(home::no_such_contact(name, *contacts));
  home::ContactTable table{contact->name, contact->key, contact->relays};
  table.addresses = seat::addresses_on_lan(contact->key, contacts->for_session({}));
  for (const std::string& address : contact->addresses)
    table.addresses.push_back(*sockets::Address::parse(address));
  if (!table.relays.empty() || !table.addresses.empty() || !seat.relays.empty()) return table;
  return tl::unexpected(
      words::Failure{words::Exit::unreachable, "no_relay",
                     "No relay and no address is known where " + name + " can be found.",
                     "Name the relay that you both use: --relay relay.example.org."});
}

home::OrFailure<seat::TableChoice> table_of_link(const std::string& typed) {
  auto link = words::TableLink::parse(typed);
  if (link && link->watch)
    return tl::unexpected(
        words::Failure{words::Exit::usage, "bad_link", "With this link people watch.",
                       "fairdeal watch and the link show you the table; to sit down, "
                       "ask the host for its other link."});
  if (link) return *std::move(link);
  const bool newer = link.error().fault == Fault::unknown_version;
  return tl::unexpected(
      words::Failure{newer ? words::Exit::incompatible : words::Exit::usage, "bad_link",
                     "This link cannot be used: " + link.error().about + ".",
                     "Copy the host's whole line, and put it in quotes: 'fairdeal:1/…'."});
}

/// Returns the table that somebody typed: a link, a code, a contact or an address.
home::OrFailure<seat::TableChoice> table_named(const std::string& typed,
                                               const seat::Options& seat) {
  std::string name = without_wrapping(typed);
  if (!meet::InviteCode::parse(name))
    if (std::string found = words::invitation_in(name); !found.empty()) name = std::move(found);
  if (name.starts_with(words::TableLink::kBegins)) return table_of_link(name);
  if (auto code = meet::InviteCode::parse(name))
    return table_of_code(*std::move(code), seat);
  else if (is_like_code(name))
    return tl::unexpected(
        words::Failure{words::Exit::usage, "bad_code",
                       "This code cannot be used: " + words::printable(code.error().about) + ".",
                       "Ask the host for the whole code."});
  if (const auto address = sockets::Address::parse(name)) return *address;
  if (home::petname_problem(name).empty()) return table_of_contact(name, seat);
  return tl::unexpected(
      words::Failure{words::Exit::usage, "bad_address",
                     "'" + words::printable(name) + "' is no address, link, code or contact.",
                     "For example 192.168.1.20:7777, or 7-guitar-igloo."});
}

/// Returns what names the table in the arguments, in a file or in the environment; "" if nothing
/// does.
home::OrFailure<std::string> name_given(const JoinOptions& join) {
  if (!join.address.empty()) return join.address;
  const char* variable = std::getenv("FAIRDEAL_CODE");
  if (join.code_file.empty()) return std::string(variable == nullptr ? "" : variable);
  const auto text = home::read_file(join.code_file, kCodeBytesMax);
  if (!text) return tl::unexpected(words::failure_of(text.error(), "Could not read the code"));
  const std::string code = without_line_end(as_text(*text));
  if (!code.empty()) return code;
  return tl::unexpected(
      words::Failure{words::Exit::usage, "bad_code", "There is no code in " + join.code_file + ".",
                     "A code is a number and two words, for example 7-guitar-igloo."});
}

}  // namespace

int run_join(const JoinOptions& join, const words::Output& output) {
  const seat::Options& seat = join.seat;
  const seat::TableNamed named = [&seat](const std::string& typed) {
    return table_named(typed, seat);
  };
  const auto given = name_given(join);
  if (!given) return output.failed(given.error());
  if (given->empty()) {
    auto chosen = seat::choose_table(seat, output, named);
    if (const auto* failed = std::get_if<int>(&chosen)) return *failed;
    return seat::sit_down(std::get<seat::TableChoice>(std::move(chosen)), join.witness, seat,
                          output);
  }
  auto table = named(*given);
  if (!table) return output.failed(table.error());
  return seat::sit_down(*std::move(table), join.witness, seat, output);
}

}  // namespace fairdeal::cli
