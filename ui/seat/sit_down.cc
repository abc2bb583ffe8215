#include "ui/seat/sit_down.h"

#include "ui/front/open_page.h"
#include "ui/home/log.h"
#include "ui/home/paths.h"
#include "ui/sandbox/confine.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/sandbox/script_client.h"
#include "ui/seat/next_match.h"
#include "ui/seat/nickname.h"
#include "ui/seat/relays.h"
#include "ui/seat/status_socket.h"

namespace fairdeal::apps {
namespace {

namespace fs = std::filesystem;

/// The descriptors that a seat needs: two for each member of the largest table (while a link
/// replaces another), those for strangers at its port (net/sockets/half_open.h), and those for its
/// files.
constexpr std::size_t kDescriptorsMin = 128;

/// Opens the seat's log. Errors: storage.
Result<Log> log_of(const SeatOptions& seat) {
  const auto level = log_level_named(seat.log_level).value_or(LogLevel::off);
  if (level == LogLevel::off) return Log();
  return Log::open(
      level, seat.log_file.empty() ? (state_folder() / "fairdeal.log").string() : seat.log_file);
}

/// Returns whether a seat's page can be opened again by the lobby: not if another program, which
/// has the page, started the seat.
bool offers_page(const SeatOptions& seat) { return seat.page.web && seat.events_fd < 0; }

/// Makes the seat's folder. Returns the folders in which the seat writes.
std::vector<fs::path> own_folders(const SeatOptions& seat, const ContactsFile& contacts) {
  make_private_folder(folder_of(seat));
  make_private_folder(contacts.folder());
  make_private_folder(scripts_folder(seat));
  std::vector<fs::path> own{folder_of(seat), scripts_folder(seat), contacts.folder()};
  if (!seat.transcript.empty()) own.push_back(fs::absolute(seat.transcript).parent_path());
  own.push_back(status_folder());
  return own;
}

/// Returns the offer of a match that continues one that has ended, on its terms.
runtime::Offer offer_of(const runtime::NextMatch& next, proto::Policy policy,
                        const std::vector<runtime::Invitation>& invitations) {
  runtime::Offer offer{next.terms.module, next.terms.params, next.terms.seats, next.terms.witnesses,
                       [terms = next.terms](proto::Terms& all) { all = terms; }};
  for (const auto& member : next.seats) offer.kept.push_back(member.key.public_key());
  offer.policy = policy;
  offer.invitations = invitations;
  return offer;
}

/// The table, address and options with which a seat plays its next match.
struct NextSeat {
  SeatAtTable::Table table;
  net::Address listen;
  SeatOptions options;
  std::optional<runtime::NextMatch> next;
  std::optional<crypto::PublicKey> host;
};

/// Returns the table by which a guest reaches the same host again; none for other tables, and for a
/// code: who came by one has met the host at a relay, where it finds it again.
std::optional<SeatAtTable::Table> same_host(const SeatAtTable::Table& table) {
  if (const auto* address = std::get_if<net::Address>(&table)) return *address;
  if (const auto* link = std::get_if<TableLink>(&table)) return *link;
  if (const auto* contact = std::get_if<ContactTable>(&table)) return *contact;
  return {};
}

}  // namespace

fs::path identity_of(const SeatOptions& seat) {
  return seat.identity.empty() ? default_identity_path() : fs::path(seat.identity);
}

fs::path folder_of(const SeatOptions& seat) {
  return seat.folder.empty() ? data_folder() / "tables" : fs::path(seat.folder);
}

fs::path scripts_folder(const SeatOptions& seat) {
  return seat.folder.empty() ? KeptScripts::shared_folder() : fs::path(seat.folder) / "scripts";
}

int sit_down(SeatAtTable::Table table, bool witness, const SeatOptions& seat, const Output& output,
             const Invited& invited, const std::function<void(const std::string&)>& when_open) {
  crypto::SystemRng rng;
  const auto listen = net::Address::parse(seat.listen);
  if (!listen)
    return output.failed({Exit::usage, "bad_address",
                          "'" + seat.listen + "' is no address to listen on.",
                          "For example --listen 0.0.0.0:7777."});
  const fs::path path = identity_of(seat);
  const auto identity = obtain_identity(path, ask_nickname(seat, path), rng);
  if (!identity) return output.failed(failure_of(identity.error(), "Could not use the identity"));
  if (const auto descriptors = descriptors_max(); descriptors < kDescriptorsMin)
    return output.failed({Exit::usage, "too_few_descriptors",
                          "This process may have " + std::to_string(descriptors) +
                              " files and connections open; a table takes " +
                              std::to_string(kDescriptorsMin) + ".",
                          "Raise the limit: ulimit -n 1024."});
  auto log = log_of(seat);
  if (!log) return output.failed(failure_of(log.error(), "Could not open the log"));
  const auto relays = relays_of(seat, table);
  if (!relays) return output.failed(relays.error());
  warn_of_exposed(*relays, output);
  // A seat is played all the same where there is no place for a socket.
  std::optional<StatusSocket> status_socket;
  if (auto socket = StatusSocket::open(status_folder())) status_socket.emplace(*std::move(socket));
  const ContactsFile contacts(path);
  const auto display = open_display(seat.page, folder_of(seat));
  if (!display) return output.failed(display.error());
  std::optional<StatusSocket> page_socket;
  if (offers_page(seat))
    if (auto socket = StatusSocket::open(status_folder(), StatusSocket::Tells::page))
      page_socket.emplace(*std::move(socket));
  run_scripts_apart(scripts_folder(seat));
  confine(own_folders(seat, contacts));
  const auto* offered = std::get_if<runtime::Offer>(&table);
  const auto author = offered != nullptr ? offered->author : std::nullopt;
  NextSeat place{std::move(table), *listen, seat, {}, {}};
  ChatChoice chat{.on = seat.chat};
  for (std::uint32_t played = 1;; ++played) {
    SeatAtTable here(place.options, output, identity->clone());
    if (place.next)
      here.go_on(*place.next, place.host);
    else if (when_open)
      here.when_open(when_open);
    here.invites(invited.tokens);
    auto known = contacts.load();
    if (!known) return output.failed(known.error());
    here.know(*std::move(known), contacts);
    here.log_to(*log);
    if (status_socket) here.serve_status(*status_socket);
    here.chat(chat);
    if (*display) here.show_page(**display, page_socket ? &*page_socket : nullptr);
    const bool is_host = std::holds_alternative<runtime::Offer>(place.table);
    auto again = same_host(place.table);
    const int status = here.run(std::move(place.table), witness, place.listen, *relays);
    if (status != 0 || !here.next()) return status;
    const bool goes_on =
        here.again() ? *here.again() : wants_next_match(seat, output, *here.next(), played);
    if (!goes_on) return status;
    chat = here.chat();
    place.next = here.next();
    place.host = here.host();
    place.options.transcript.clear();  // the next match has a file of its own
    if (again)
      place.table = *std::move(again);
    else if (!is_host && here.box())
      place.table = *here.box();
    if (is_host) {
      runtime::Offer offer = offer_of(*here.next(), here.admits(), invited.invitations);
      offer.author = author;
      if (here.box()) offer.lobby_secret = here.box()->lobby_secret;
      offer.chat = seat.chat;
      offer.watch = invited.watch;
      place.table = std::move(offer);
      place.listen = here.listening();
      place.options.ports = 1;
    }
  }
}

}  // namespace fairdeal::apps
