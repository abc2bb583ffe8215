#include "cli/host.h"

#include <algorithm>
#include <unistd.h>

#include "crypto/system_rng.h"
#include "net/sockets/clock.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/params.h"
#include "rules/registry.h"
#include "runtime/state/charter.h"
#include "ui/home/contacts_file.h"
#include "ui/home/places.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_files.h"
#include "ui/seat/bot_keeper.h"
#include "ui/seat/bot_names.h"
#include "ui/seat/sit_down.h"
#include "ui/seat/table_params.h"

namespace fairdeal::cli {
namespace {

bool is_loopback(const seat::Options& seat) {
  const auto listen = sockets::Address::parse(seat.listen);
  return listen && sockets::reach_of(listen->host) == sockets::Reach::machine;
}

seat::Invited invited_by(const seat::AdmissionOptions& admission, const seat::Options& seat) {
  seat::Invited invited;
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
  invited.tokens.once = admission.once;
  invited.invitations.push_back({.token = *invited.tokens.friends,
                                 .until = sockets::now() + seat::kLinkLives,
                                 .once = admission.once});
  return invited;
}

/// Finds the contacts that a host invites, by name or, if only contacts may come and none is named,
/// all that were met last. A host without a relay is found at those of its contacts. Fails if one
/// of them is no contact, or is blocked.
std::optional<words::Failure> invite_contacts(const seat::AdmissionOptions& admission,
                                              seat::Invited& invited, seat::Options& seat) {
  const bool all = admission.admit == "known" && admission.invite.empty();
  if (!all && admission.invite.empty()) return {};
  const auto contacts = home::ContactsFile(home::identity_file(seat.identity)).load();
  if (!contacts) return contacts.error();
  std::vector<const home::KeptContact*> wanted;
  if (all) wanted = contacts->latest();
  for (const std::string& name : admission.invite) {
    const home::KeptContact* contact = contacts->named(name);
    if (contact == nullptr) return home::no_such_contact(name, *contacts);
    if (contact->blocked)
      return words::Failure{words::Exit::usage, "blocked",
                            "You have blocked " + contact->name + ".",
                            "fairdeal contacts unblock lets that contact come again."};
    wanted.push_back(contact);
  }
  if (wanted.empty())
    return words::Failure{
        words::Exit::usage, "no_contacts", "You have no contacts who could come.",
        "Play once by a code (--admit invited), and keep each other at that table."};
  if (all && wanted.size() > meet::kInvitedMax) wanted.resize(meet::kInvitedMax);
  if (wanted.size() > meet::kInvitedMax)
    return words::Failure{
        words::Exit::usage, "too_many_invited",
        "At most " + std::to_string(meet::kInvitedMax) + " contacts can be invited.", ""};
  const bool has_relay = !seat.relays.empty();
  for (const home::KeptContact* contact : wanted) {
    invited.tokens.contacts.push_back(contact->name);
    for (const std::string& relay : contact->relays)
      if (!has_relay && seat.relays.size() < proto::kRelaysMax &&
          std::ranges::count(seat.relays, relay) == 0)
        seat.relays.push_back(relay);
  }
  return {};
}

/// Returns whether the table begins only when the host's person presses a key.
bool confirms_start(const seat::TableOptions& table, const seat::AdmissionOptions& admission,
                    const seat::Options& seat) {
  if (!admission.start.empty()) return admission.start == "ask";
  const bool guests = table.bots.size() + 1 < table.seats || table.witnesses > 0;
  return guests && !is_loopback(seat) && seat.bot.empty() &&
         (::isatty(STDIN_FILENO) == 1 || seat.page.web);
}

/// Returns the parameters of a table that people open. A table of an evening has few hands, so that
/// people come and go between them.
std::string params_of(const seat::TableOptions& table) {
  auto params = seat::table_params(table);  // bad parameters are refused by the lobby
  if (!params) return table.params;
  constexpr int kHandsOfEvening = 10;
  const auto module = rules::find_module(table.game);
  const bool counts =
      table.evening && module &&
      std::ranges::count((*module)->info().params, "hands", &rules::Param::name) > 0;
  if (counts && table.params.find("hands") == std::string::npos)
    (*params)["hands"] = kHandsOfEvening;
  return rules::text(*params);
}

/// Returns the evening that a host offers, without its bank. The buy-in is by the game's stack.
proto::Evening evening_of(const seat::TableOptions& table, const std::string& params) {
  proto::Evening evening{.buy_in_min = table.buy_in_min,
                         .buy_in_max = table.buy_in_max,
                         .room = static_cast<std::uint32_t>(table.seats)};
  if (evening.buy_in_max > 0) return evening;
  const auto module = rules::find_module(table.game);
  const auto given = rules::parse_json(params, proto::kParamsBytesMax);
  evening.buy_in_max = 1000;
  if (module && given)
    if (const auto all = rules::complete_params((*module)->info(), *given))
      evening.buy_in_max =
          rules::JsonReader(*all).member("stack").number().value_or(evening.buy_in_max);
  evening.buy_in_min = (evening.buy_in_max + 1) / 2;
  return evening;
}

meet::Offer offer_of(const seat::TableOptions& table) {
  const std::string params = params_of(table);
  const auto evening = table.evening ? std::optional(evening_of(table, params)) : std::nullopt;
  meet::Offer offer{table.game, params, table.seats, table.witnesses,
                    [evening, pace = table.pace, untimed = table.untimed,
                     unanimous = table.unanimous, recovery = table.recovery](proto::Terms& terms) {
                      terms.evening = evening;
                      terms.pace = pace;
                      if (untimed) terms.pace.move = proto::kUntimed;
                      if (unanimous) terms.quorum = terms.validators();
                      if (recovery) state::set_recovery(terms, *recovery);
                    }};
  if (evening) offer.evening.emplace();
  return offer;
}

/// Returns the same offer as one of this bank, to try whether it is possible.
meet::Offer by_bank(meet::Offer offer, const crypto::SigningKey& bank) {
  offer.terms = [inner = std::move(offer.terms), key = bank.public_key()](proto::Terms& terms) {
    inner(terms);
    if (terms.evening) terms.evening->bank = key;
  };
  return offer;
}

/// Says which bot cannot play the game of these options, if there is one.
std::optional<words::Failure> unknown_bots(const seat::TableOptions& table) {
  if (table.bots.empty()) return {};
  const auto params = seat::table_params(table);
  const auto game = params ? rules::start_game(table.game, *params, table.seats)
                           : Result<rules::AnyGame>(fail(params.error()));
  if (!game) return {};  // the terms are refused elsewhere
  for (const std::string& bot : table.bots)
    if (const auto failure = seat::unknown_bot(bot, *game)) return failure;
  return {};
}

}  // namespace

int run_host(const HostOptions& options, const words::Output& output) {
  seat::TableOptions table = options.table;
  if (const auto used = sandbox::use_native(table.game); !used) return output.failed(used.error());
  const auto author = sandbox::use_script(table.game);
  if (!author) return output.failed(author.error());
  sandbox::tell_of_drawing(table.game, output);
  constexpr std::size_t kRoomOfEvening = 6, kSeats = 2;
  table.seats =
      sandbox::fitting_seats(table.game, table.seats, table.evening ? kRoomOfEvening : kSeats);
  seat::Options seat = options.seat;
  if (sandbox::is_native(options.table.game)) seat.libraries.push_back(options.table.game);
  crypto::SystemRng rng;
  // Errors in the options are found now, before guests wait for the table.
  if (table.evening && table.witnesses > 0)
    return output.failed({words::Exit::usage, "evening_witnesses", "An evening has no witnesses.",
                          "Leave --witnesses out."});
  const auto key = crypto::SigningKey::generate(rng);
  const auto trial = meet::HostLobby::create(by_bank(offer_of(table), key), key, "", rng);
  if (!trial) return output.failed(seat::could_not_start(trial.error(), "host", table));
  if (table.bots.size() >= table.seats)
    return output.failed({words::Exit::usage, "too_many_bots",
                          std::to_string(table.bots.size()) +
                              " bots do not fit beside you at a table of " +
                              std::to_string(table.seats) + ".",
                          "For example --seats " + std::to_string(table.bots.size() + 2) +
                              ": one seat for you, one for a guest."});
  if (const auto failure = unknown_bots(table)) return output.failed(*failure);
  seat::Invited invited = invited_by(options.admission, seat);
  if (const auto failure = invite_contacts(options.admission, invited, seat))
    return output.failed(*failure);
  meet::Offer offer = offer_of(table);
  offer.policy = invited.policy;
  offer.invitations = invited.invitations;
  offer.confirms_start = confirms_start(table, options.admission, seat);
  offer.chat = seat.chat;
  offer.watch = invited.watch;
  offer.author = *author;
  if (offer.evening) offer.evening->asks = seat.evening.asks;
  if (offer.evening && !seat.bot.empty())  // nobody is there to start the first table
    offer.evening->starts_ready_after = Duration{seat.evening.break_s * 1000};
  if (table.bots.empty()) return seat::sit_down(std::move(offer), false, seat, output, invited);
  seat::BotKeeper bots(home::tables_folder(seat.folder), seat.libraries, seat::bots_think_ms(seat));
  const int status = seat::sit_down(std::move(offer), false, seat, output, invited,
                                    [&](const std::string& at) { bots.sit_down(table.bots, at); });
  if (status == 0) bots.forget();
  return status;
}

}  // namespace fairdeal::cli
