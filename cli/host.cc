#include "cli/host.h"

#include <algorithm>
#include <unistd.h>

#include "net/sockets/clock.h"
#include "runtime/state/charter.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_files.h"
#include "ui/seat/bot_keeper.h"
#include "ui/seat/sit_down.h"
#include "ui/seat/table_params.h"

namespace fairdeal::apps {
namespace {

/// How long a link is valid: a day, so that a friend who reads it in the evening can still come.
constexpr Duration kLinkLives{std::int64_t{24} * 60 * 60 * 1000};

bool is_loopback(const SeatOptions& seat) {
  const auto listen = net::Address::parse(seat.listen);
  return listen && net::reach_of(listen->host) == net::Reach::machine;
}

Invited invited_by(const AdmissionOptions& admission, const SeatOptions& seat) {
  Invited invited;
  crypto::SystemRng rng;
  if (admission.watch != "none") invited.watch = admission.delay;
  if (admission.watch == "invited") rng.fill(invited.tokens.watch.emplace());
  const bool open = admission.admit.empty() && admission.invite.empty() && seat.relays.empty() &&
                    (is_loopback(seat) || !seat.bot.empty());
  if (open || admission.admit == "open") return invited;
  rng.fill(invited.tokens.own_bots.emplace());
  invited.invitations = {{.token = *invited.tokens.own_bots, .asks = false}};
  invited.policy = admission.admit == "known" ? proto::Policy::known
                   : admission.admit == "ask" ? proto::Policy::ask
                                              : proto::Policy::invited;
  if (invited.policy == proto::Policy::known) return invited;  // no link lets anybody in
  rng.fill(invited.tokens.friends.emplace());
  invited.invitations.push_back(
      {.token = *invited.tokens.friends, .until = net::now() + kLinkLives, .once = admission.once});
  return invited;
}

/// Finds the contacts that a host invites, by name or, if only contacts may come and none is named,
/// all that were met last. A host without a relay is found at those of its contacts. Fails if one
/// of them is no contact, or is blocked.
std::optional<Failure> invite_contacts(const AdmissionOptions& admission, Invited& invited,
                                       SeatOptions& seat) {
  const bool all = admission.admit == "known" && admission.invite.empty();
  if (!all && admission.invite.empty()) return {};
  const auto contacts = ContactsFile(identity_of(seat)).load();
  if (!contacts) return contacts.error();
  std::vector<const KeptContact*> wanted;
  if (all) wanted = contacts->latest();
  for (const std::string& name : admission.invite) {
    const KeptContact* contact = contacts->named(name);
    if (contact == nullptr) return no_such_contact(name, *contacts);
    if (contact->blocked)
      return Failure{Exit::usage, "blocked", "You have blocked " + contact->name + ".",
                     "fairdeal contacts unblock lets that contact come again."};
    wanted.push_back(contact);
  }
  if (wanted.empty())
    return Failure{Exit::usage, "no_contacts", "You have no contacts who could come.",
                   "Play once by a code (--admit invited), and keep each other at that table."};
  if (all && wanted.size() > runtime::kInvitedMax) wanted.resize(runtime::kInvitedMax);
  if (wanted.size() > runtime::kInvitedMax)
    return Failure{Exit::usage, "too_many_invited",
                   "At most " + std::to_string(runtime::kInvitedMax) + " contacts can be invited.",
                   ""};
  const bool has_relay = !seat.relays.empty();
  for (const KeptContact* contact : wanted) {
    invited.tokens.contacts.push_back(contact->name);
    for (const std::string& relay : contact->relays)
      if (!has_relay && seat.relays.size() < proto::kRelaysMax &&
          std::ranges::count(seat.relays, relay) == 0)
        seat.relays.push_back(relay);
  }
  return {};
}

/// Returns whether the table begins only when the host's person presses a key.
bool confirms_start(const TableOptions& table, const AdmissionOptions& admission,
                    const SeatOptions& seat) {
  if (!admission.start.empty()) return admission.start == "ask";
  const bool guests = table.bots + 1 < table.seats || table.witnesses > 0;
  return guests && !is_loopback(seat) && seat.bot.empty() &&
         (::isatty(STDIN_FILENO) == 1 || seat.page.web);
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

}  // namespace

int run_host(const TableOptions& given, const AdmissionOptions& admission,
             const SeatOptions& options, const Output& output) {
  TableOptions table = given;
  if (const auto used = use_native(table.game); !used) return output.failed(used.error());
  const auto author = use_script(table.game);
  if (!author) return output.failed(author.error());
  tell_of_hint(table.game, output);
  table.seats = fitting_seats(table.game, table.seats);
  SeatOptions seat = options;
  if (is_native(given.game)) seat.libraries.push_back(given.game);
  crypto::SystemRng rng;
  // Errors in the options are found now, before guests wait for the table.
  const auto trial =
      runtime::HostLobby::create(offer_of(table), crypto::SigningKey::generate(rng), "", rng);
  if (!trial) return output.failed(could_not_start(trial.error(), "host", table));
  if (table.bots >= table.seats)
    return output.failed({Exit::usage, "too_many_bots",
                          std::to_string(table.bots) +
                              " bots do not fit beside you at a table of " +
                              std::to_string(table.seats) + ".",
                          "For example --seats " + std::to_string(table.bots + 2) +
                              ": one seat for you, one for a guest."});
  Invited invited = invited_by(admission, seat);
  if (const auto failure = invite_contacts(admission, invited, seat))
    return output.failed(*failure);
  runtime::Offer offer = offer_of(table);
  offer.policy = invited.policy;
  offer.invitations = invited.invitations;
  offer.confirms_start = confirms_start(table, admission, seat);
  offer.chat = seat.chat;
  offer.watch = invited.watch;
  offer.author = *author;
  if (table.bots == 0) return sit_down(std::move(offer), false, seat, output, invited);
  BotKeeper bots(folder_of(seat), seat.libraries);
  const int status = sit_down(std::move(offer), false, seat, output, invited,
                              [&](const std::string& at) { bots.sit_down(table.bots, at); });
  if (status == 0) bots.forget();
  return status;
}

}  // namespace fairdeal::apps
