#include <algorithm>
#include <filesystem>
#include <unistd.h>

#include "apps/bot_keeper.h"
#include "apps/bots.h"
#include "apps/commands.h"
#include "apps/confine.h"
#include "apps/kept_play.h"
#include "apps/kept_tables.h"
#include "apps/next_match.h"
#include "apps/nickname.h"
#include "apps/paths.h"
#include "apps/seat.h"
#include "apps/table_link.h"
#include "apps/table_params.h"
#include "net/clock.h"
#include "runtime/charter.h"

/// `fairdeal host`, `fairdeal join` (also for a witness) and `fairdeal resume`.
namespace fairdeal::apps {
namespace {

namespace fs = std::filesystem;

fs::path identity_of(const SeatOptions& seat) {
  return seat.identity.empty() ? default_identity_path() : fs::path(seat.identity);
}

fs::path folder_of(const SeatOptions& seat) {
  return seat.folder.empty() ? data_folder() / "tables" : fs::path(seat.folder);
}

/// How long a link is valid: a day, so that a friend who reads it in the evening can still come.
constexpr Duration kLinkLives{std::int64_t{24} * 60 * 60 * 1000};

/// A host's rule for who may sit down at its table, with the tokens of its links.
struct Invited {
  proto::Policy policy = proto::Policy::open;
  SeatAtTable::Invites tokens{};
  std::vector<runtime::Invitation> invitations{};
};

bool is_loopback(const SeatOptions& seat) {
  const auto listen = net::Address::parse(seat.listen);
  return listen && net::reach_of(listen->host) == net::Reach::machine;
}

Invited invited_by(const AdmissionOptions& admission, const SeatOptions& seat) {
  Invited invited;
  const bool open = admission.admit.empty() && (is_loopback(seat) || !seat.bot.empty());
  if (open || admission.admit == "open") return invited;
  crypto::SystemRng rng;
  rng.fill(invited.tokens.friends.emplace());
  rng.fill(invited.tokens.own_bots.emplace());
  const Instant until = net::now() + kLinkLives;
  invited.policy = admission.admit == "ask" ? proto::Policy::ask : proto::Policy::invited;
  invited.invitations = {{.token = *invited.tokens.friends, .until = until, .once = admission.once},
                         {.token = *invited.tokens.own_bots, .asks = false}};
  return invited;
}

/// Returns whether the table begins only when the host's person presses a key.
bool confirms_start(const TableOptions& table, const AdmissionOptions& admission,
                    const SeatOptions& seat) {
  if (!admission.start.empty()) return admission.start == "ask";
  const bool guests = table.bots + 1 < table.seats || table.witnesses > 0;
  return guests && !is_loopback(seat) && seat.bot.empty() && ::isatty(STDIN_FILENO) == 1;
}

/// The descriptors that a seat needs: two for each member of the largest table (while a link
/// replaces another), those for strangers at its port (net/half_open.h), and those for its files.
constexpr std::size_t kDescriptorsMin = 128;

/// Makes the seat's folder. Returns the folders in which the seat writes.
std::vector<fs::path> own_folders(const SeatOptions& seat) {
  make_private_folder(folder_of(seat));
  std::vector<fs::path> own{folder_of(seat)};
  if (!seat.transcript.empty()) own.push_back(fs::absolute(seat.transcript).parent_path());
  return own;
}

/// Returns the offer of a match that continues one that has ended, on its terms and with the same
/// invitations.
runtime::Offer offer_of(const runtime::NextMatch& next, const Invited& invited) {
  runtime::Offer offer{next.terms.module, next.terms.params, next.terms.seats, next.terms.witnesses,
                       [terms = next.terms](proto::Terms& all) { all = terms; }};
  for (const auto& member : next.seats) offer.kept.push_back(member.key.public_key());
  offer.policy = invited.policy;
  offer.invitations = invited.invitations;
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

/// Plays a seat's matches, until no other follows. Calls `when_open` once the first table is open.
/// Returns the exit code.
int sit_down(SeatAtTable::Table table, bool witness, const SeatOptions& seat, const Output& output,
             const Invited& invited = {},
             const std::function<void(const std::string&)>& when_open = {}) {
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
  confine(own_folders(seat));
  NextSeat place{std::move(table), *listen, seat, {}, {}};
  for (std::uint32_t played = 1;; ++played) {
    SeatAtTable here(place.options, output, identity->clone());
    if (place.next)
      here.go_on(*place.next, place.host);
    else if (when_open)
      here.when_open(when_open);
    here.invites(invited.tokens);
    const bool is_host = std::holds_alternative<runtime::Offer>(place.table);
    const int status = here.run(place.table, witness, place.listen);
    if (status != 0 || !here.next() || !wants_next_match(seat, output, *here.next(), played))
      return status;
    place.next = here.next();
    place.host = here.host();
    place.options.transcript.clear();  // the next match has a file of its own
    if (is_host) {
      place.table = offer_of(*here.next(), invited);
      place.listen = here.listening();
      place.options.ports = 1;
    }
  }
}

runtime::Offer offer_of(const TableOptions& table) {
  const auto params = table_params(table);  // bad parameters are refused by the lobby
  return {table.game, params ? rules::text(*params) : table.params, table.seats, table.witnesses,
          [pace = table.pace, untimed = table.untimed, unanimous = table.unanimous,
           recovery = table.recovery](proto::Terms& terms) {
            terms.pace = pace;
            if (untimed) terms.pace.move = proto::kUntimed;
            if (unanimous) terms.quorum = terms.validators();
            if (recovery) runtime::set_recovery(terms, *recovery);
          }};
}

/// Returns the stores of the tables whose names begin with `beginning`, the latest last.
std::vector<fs::path> stores(const fs::path& folder, const std::string& beginning) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".db" &&
        entry.path().filename().string().starts_with(beginning))
      found.push_back(entry.path());
  std::ranges::sort(found, {}, [](const fs::path& p) { return fs::last_write_time(p); });
  return found;
}

/// Returns whether the latest table can be resumed without a person, because a bot or a witness
/// sits there.
bool plays_alone(const SeatOptions& seat, const std::vector<fs::path>& tables) {
  if (!seat.bot.empty()) return true;
  if (tables.empty()) return false;
  const auto identity = load_identity(identity_of(seat));
  return identity && is_witness_at(tables.back(), identity->key.public_key());
}

/// Resumes a table and, if this is its host, the bots beside it. Returns the exit code.
int go_back(const fs::path& store, const SeatOptions& seat, const Output& output) {
  SeatOptions there = seat;  // it writes its files beside the store
  there.folder = fs::absolute(store).parent_path();
  if (!Bots::are_kept(there.folder))
    return sit_down(net::Session::Stored{store.string()}, false, there, output);
  BotKeeper bots(there.folder);
  bots.resume(store.filename().string());
  const int status = sit_down(net::Session::Stored{store.string()}, false, there, output);
  if (status == 0) bots.forget();
  return status;
}

}  // namespace

int run_host(const TableOptions& table, const AdmissionOptions& admission, const SeatOptions& seat,
             const Output& output) {
  crypto::SystemRng rng;
  // Errors in the options are found now, before guests wait for the table.
  const auto trial =
      runtime::HostLobby::create(offer_of(table), crypto::SigningKey::generate(rng), "", rng);
  if (!trial) return output.failed(failure_of(trial.error(), "Could not open the table"));
  if (table.bots >= table.seats)
    return output.failed({Exit::usage, "too_many_bots",
                          std::to_string(table.bots) +
                              " bots do not fit beside you at a table of " +
                              std::to_string(table.seats) + ".",
                          "For example --seats " + std::to_string(table.bots + 2) +
                              ": one seat for you, one for a guest."});
  const Invited invited = invited_by(admission, seat);
  runtime::Offer offer = offer_of(table);
  offer.policy = invited.policy;
  offer.invitations = invited.invitations;
  offer.confirms_start = confirms_start(table, admission, seat);
  if (table.bots == 0) return sit_down(std::move(offer), false, seat, output, invited);
  BotKeeper bots(folder_of(seat));
  const int status = sit_down(std::move(offer), false, seat, output, invited,
                              [&](const std::string& at) { bots.sit_down(table.bots, at); });
  if (status == 0) bots.forget();
  return status;
}

int run_resume(const ResumeOptions& options, const SeatOptions& seat, const Output& output) {
  if (KeptPlay::exists(options.table)) return resume_play(options.table, output);
  if (fs::is_regular_file(options.table)) return go_back(options.table, seat, output);
  const fs::path folder = folder_of(seat);
  const auto found = stores(folder, options.table);
  const auto plays = options.table.empty() ? KeptPlay::names() : std::vector<std::string>();
  const bool names_none = options.table.empty() && !(found.empty() && plays.empty());
  if (names_none && !plays_alone(seat, found)) return list_kept_tables(found, plays, output);
  if (found.empty())
    return output.failed({Exit::usage, "no_such_table",
                          options.table.empty() ? "No table is kept in " + folder.string() + "."
                                                : "No table " + options.table + " is kept in " +
                                                      folder.string() + ".",
                          "A table is kept from its first step on; --data says where."});
  return go_back(found.back(), seat, output);
}

int run_join(const JoinOptions& join, const SeatOptions& seat, const Output& output) {
  if (join.address.starts_with(TableLink::kBegins)) {
    auto link = TableLink::parse(join.address);
    if (link) return sit_down(*std::move(link), join.witness, seat, output);
    const bool newer = link.error().fault == Fault::unknown_version;
    return output.failed({newer ? Exit::incompatible : Exit::usage, "bad_link",
                          "This link cannot be used: " + link.error().about + ".",
                          "Copy the host's whole line, and put it in quotes: 'fairdeal:1/…'."});
  }
  const auto address = net::Address::parse(join.address);
  if (!address)
    return output.failed({Exit::usage, "bad_address", "'" + join.address + "' is no address.",
                          "For example 192.168.1.20:7777."});
  return sit_down(*address, join.witness, seat, output);
}

}  // namespace fairdeal::apps
