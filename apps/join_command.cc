#include <cstdlib>

#include "apps/read_file.h"
#include "apps/sit_down.h"
#include "apps/tables_command.h"

/// `fairdeal join`, also for a witness.
namespace fairdeal::apps {
namespace {

constexpr std::size_t kCodeBytesMax = 1024;

/// Returns the text of a file without the line's end that editors add.
std::string without_line_end(std::string_view text) {
  while (!text.empty() && text.back() <= ' ') text.remove_suffix(1);
  return std::string(text);
}

/// Returns the table that a guest means who named none in the arguments: by a code in a file or in
/// the environment, or by an answer. If there is none, returns the exit code.
std::variant<std::string, int> table_to_join(const JoinOptions& join, const SeatOptions& seat,
                                             const Output& output) {
  const char* variable = std::getenv("FAIRDEAL_CODE");
  if (join.code_file.empty() && (variable == nullptr || *variable == '\0'))
    return choose_table(seat, output);
  if (join.code_file.empty()) return std::string(variable);
  const auto text = read_file(join.code_file, kCodeBytesMax);
  if (!text) return output.failed(failure_of(text.error(), "Could not read the code"));
  const std::string code = without_line_end(as_text(*text));
  if (!code.empty()) return code;
  return output.failed({Exit::usage, "bad_code", "There is no code in " + join.code_file + ".",
                        "A code is a number and two words, for example 7-guitar-igloo."});
}

/// Returns whether somebody who typed this meant a code: a number, a space or hyphen, and more.
bool is_like_code(const std::string& typed) {
  const auto after = typed.find_first_not_of("0123456789");
  return after != std::string::npos && after > 0 && (typed[after] == '-' || typed[after] == ' ');
}

int join_by_code(runtime::InviteCode code, bool witness, const SeatOptions& seat,
                 const Output& output) {
  if (!code.relay().empty() || !seat.relays.empty())
    return sit_down(std::move(code), witness, seat, output);
  return output.failed({Exit::unreachable, "no_relay",
                        "This code does not name the relay at which the host can be found.",
                        "Type the whole code, such as 7-guitar-igloo@relay.example.org, or name "
                        "the relay: --relay relay.example.org. Without one, the host's link or its "
                        "table on your own network (fairdeal join alone) may do."});
}

/// Sits down at the table of the contact with this petname.
int join_contact(const std::string& name, bool witness, const SeatOptions& seat,
                 const Output& output) {
  const auto contacts = ContactsFile(identity_of(seat)).load();
  if (!contacts) return output.failed(contacts.error());
  const KeptContact* contact = contacts->named(name);
  if (contact == nullptr) return output.failed(no_such_contact(name, *contacts));
  ContactTable table{contact->name, contact->key, contact->relays};
  table.addresses = addresses_on_lan(contact->key, contacts->for_session({}));
  for (const std::string& address : contact->addresses)
    table.addresses.push_back(*net::Address::parse(address));
  if (!table.relays.empty() || !table.addresses.empty() || !seat.relays.empty())
    return sit_down(std::move(table), witness, seat, output);
  return output.failed({Exit::unreachable, "no_relay",
                        "No relay and no address is known where " + name + " can be found.",
                        "Name the relay that you both use: --relay relay.example.org."});
}

}  // namespace

int run_join(const JoinOptions& join, const SeatOptions& seat, const Output& output) {
  if (join.address.empty()) {
    const auto found = table_to_join(join, seat, output);
    if (const auto* failed = std::get_if<int>(&found)) return *failed;
    return run_join({std::get<std::string>(found), {}, join.witness}, seat, output);
  }
  if (join.address.starts_with(TableLink::kBegins)) {
    auto link = TableLink::parse(join.address);
    if (link && link->watch)
      return output.failed({Exit::usage, "bad_link", "With this link people watch.",
                            "fairdeal watch and the link show you the table; to sit down, ask the "
                            "host for its other link."});
    if (link) return sit_down(*std::move(link), join.witness, seat, output);
    const bool newer = link.error().fault == Fault::unknown_version;
    return output.failed({newer ? Exit::incompatible : Exit::usage, "bad_link",
                          "This link cannot be used: " + link.error().about + ".",
                          "Copy the host's whole line, and put it in quotes: 'fairdeal:1/…'."});
  }
  if (auto code = runtime::InviteCode::parse(join.address))
    return join_by_code(*std::move(code), join.witness, seat, output);
  else if (is_like_code(join.address))
    return output.failed({Exit::usage, "bad_code",
                          "This code cannot be used: " + printable(code.error().about) + ".",
                          "A code is a number and two words, for example 7-guitar-igloo."});
  const auto address = net::Address::parse(join.address);
  if (!address && petname_problem(join.address).empty())
    return join_contact(join.address, join.witness, seat, output);
  if (!address)
    return output.failed({Exit::usage, "bad_address",
                          "'" + join.address + "' is no address, link, code or contact.",
                          "For example 192.168.1.20:7777, or 7-guitar-igloo."});
  return sit_down(*address, join.witness, seat, output);
}

}  // namespace fairdeal::apps
