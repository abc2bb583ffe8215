#include <algorithm>
#include <array>
#include <set>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/home/own_addresses.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"

/// A seat while the table gathers: how a host invites, and how it learns who comes.

namespace fairdeal::seat {
namespace {

using LobbyWhat = meet::LobbyNews::What;

/// Tells a host's person which contacts find this table.
void say_who_is_invited(const Model& model, SeatEffects& out) {
  const auto& contacts = model.setup.invites.contacts;
  const std::vector<std::string> who(contacts.begin(), contacts.end());
  if (!who.empty()) out.say(words::said("invited_contacts", {{"who", words::names(who)}}));
}

/// Notes a host's link, and tells it to a program and a page.
void tell_link(Model& model, const std::vector<sockets::Address>& addresses, SeatEffects& out) {
  const auto& setup = model.setup;
  const words::TableLink link{setup.key, *setup.invites.friends, addresses, setup.options.relays};
  auto& known = model.gathering;
  known.invitation = known.page_link = link.text();
  known.address = link.web_address({.host_name = setup.nickname, .game = setup.offers});
  words::Json told{{"link", link.text()}};
  if (!known.address.empty()) told["address"] = known.address;
  out.tell("invitation", told);
}

void invite_by_link(Model& model, const sockets::Address& address, SeatEffects& out) {
  tell_link(model, model.sight.reached_at, out);
  const std::string link = model.gathering.invitation;
  out.say(model.setup.invites.once ? words::said("open_by_link_once")
                                   : words::said("open_by_link"));
  out.say("'" + link + "'");
  if (const std::string& web = model.gathering.address; !web.empty()) {
    out.say(words::said("open_by_address"));
    out.say(web);
  }
  if (is_everywhere(address) && model.setup.options.relays.empty())
    for (const words::Said& line :
         home::ways_from_elsewhere(model.sight.own_addresses, address.port))
      out.say(line);
  if (model.setup.options.qr && !model.setup.continues) out.add(ShowQr{link});
}

void invite_by_address(Model& model, const sockets::Address& address, SeatEffects& out) {
  const bool all = is_everywhere(address);
  out.say(all ? words::said("open_at_port", {{"port", words::text(std::to_string(address.port))}})
              : words::said("open_at", {{"address", words::text(address.text())}}));
  auto own = model.sight.own_addresses;
  if (address.host == "0.0.0.0") std::erase_if(own, [](const auto& a) { return a.is_v6(); });
  const words::Values here{{"address", words::text(address.text())}};
  for (const auto& line :
       all ? home::invitation(own, address.port) : std::vector{words::said("join_at", here)})
    out.say(line);
  if (all && own.empty()) return;
  model.gathering.page_link =
      (all ? sockets::Address{own.front().text, address.port} : address).text();
}

void invite(Model& model, const sockets::Address& address, SeatEffects& out) {
  const auto& setup = model.setup;
  if (setup.has_bots) {
    const auto here = is_everywhere(address)
                          ? sockets::Address{.host = "127.0.0.1", .port = address.port}
                          : address;
    out.add(CallBots{setup.invites.own_bots
                         ? words::TableLink{setup.key, *setup.invites.own_bots, {here}}.text()
                         : here.text()});
  }
  if (model.wish.leaves) return;  // the evening ends as this break begins
  say_who_is_invited(model, out);
  setup.invites.friends ? invite_by_link(model, address, out)
                        : invite_by_address(model, address, out);
}

/// Says that others may watch, and how far behind; a host also hears how it invites them.
void tell_who_may_watch(Model& model, const proto::WatchDelay& delay, SeatEffects& out) {
  const auto& setup = model.setup;
  out.say(words::said("may_watch",
                      {{"n", words::count(static_cast<std::int64_t>(delay.hands))},
                       {"seconds", words::count(static_cast<std::int64_t>(delay.seconds))}}));
  if (setup.guest || !model.gathering.listening) return;
  if (setup.invites.watch) {
    const words::TableLink link{.host = setup.key,
                                .token = *setup.invites.watch,
                                .addresses = model.sight.reached_at,
                                .watch = true};
    out.tell("watch_invitation", {{"link", link.text()}});
    model.gathering.page_watch_link = link.text();
    model.gathering.watch_way = link.text();
    out.say(words::said("watch_by_link"));
    return out.say("'" + link.text() + "'");
  }
  out.say(words::said("watch_with"));
  model.gathering.watch_way = "fairdeal watch " + model.sight.reached_at.front().text();
  out.say("  " + model.gathering.watch_way);
}

/// Forgets the guests who have gone. Where one of several with the same name went, nobody knows
/// which: all of that name are forgotten, since the words of another's key would be worse than
/// none.
void forget_who_left(Model& model) {
  auto& guests = model.gathering.guests;
  const auto& come = model.gathering.come;
  const auto is_called = [](const std::string& name) {
    return [&name](const auto& guest) { return guest.name == name; };
  };
  std::set<std::string> fewer;
  for (const auto& guest : guests)
    if (std::ranges::count_if(guests, is_called(guest.name)) > std::ranges::count(come, guest.name))
      fewer.insert(guest.name);
  std::erase_if(guests, [&](const auto& guest) { return fewer.contains(guest.name); });
}

/// Keeps the open questions about guests and their orders, for a page.
void note_asking(Model& model, const meet::LobbyNews& news) {
  constexpr std::array kSettled = {LobbyWhat::asks, LobbyWhat::answered, LobbyWhat::gave_up,
                                   LobbyWhat::came, LobbyWhat::kicked,   LobbyWhat::too_late};
  const bool orders = news.what == LobbyWhat::asks_order;
  if (std::ranges::count(kSettled, news.what) == 0 && !orders) return;
  auto& asking = model.gathering.asking;
  auto& ordering = model.gathering.ordering;
  std::erase_if(asking, [&](const auto& one) { return one.key == news.key; });
  std::erase_if(ordering, [&](const auto& one) { return one.who.key == news.key; });
  const Model::Gathering::Asking who{news.key, guest_words(model, news, proto::kKeyWordsToDecide),
                                     words::printable(news.nickname)};
  // A yes is for the question that stands last.
  const bool asks = news.what == LobbyWhat::asks || orders;
  if (asks && model.asks(Model::Question::leave_evening)) model.question = Model::Question::none;
  if (news.what == LobbyWhat::asks) asking.push_back(who);
  if (orders) ordering.push_back({who, *news.order});
}

void hear_asking(const Model& model, const meet::LobbyNews& news, SeatEffects& out) {
  const std::string name = words::printable(news.nickname);
  out.tell("asks", {{"nickname", news.nickname},
                    {"key", news.key.hex()},
                    {"words", proto::key_words(news.key, proto::kKeyWordsToDecide)},
                    {"by", "link"}});
  const words::Values values{
      {"guest", words::name(guest_words(model, news, proto::kKeyWordsToDecide))},
      {"name", words::name(name)}};
  out.ask(model.people.contacts.with(news.key) != nullptr ? words::said("asks_to_sit", values)
                                                          : words::said("asks_by_link", values));
}

/// Notes whom a link serves that serves one guest: that lasts for the evening, and for the matches
/// that follow.
void note_used_link(Model& model, const meet::LobbyNews& news, SeatEffects& out) {
  auto& known = model.gathering;
  known.used_links.emplace_back(*news.token, news.key);
  if (known.shown) out.add(KeepUsedLink{known.shown->evening, *news.token, news.key});
}

/// Says that a guest went about whom, or about whose order, the host was asked.
words::Said gone_said(const meet::LobbyNews& news, const words::Said::Value& guest) {
  return news.order ? words::said("guest_gone_with_order", {{"guest", guest}})
                    : words::said("guest_gave_up", {{"guest", guest}});
}

/// Tells that somebody read the terms and went. A guest with the link may come again and again.
void hear_declined(Model& model, SeatEffects& out) {
  out.tell("declined", words::Json::object());
  const auto [last, first] = model.people.refusal_said_at.try_emplace("declined", model.sight.now);
  if (!first && model.sight.now - last->second < kRepeatAfter) return;
  last->second = model.sight.now;
  out.say(words::said("terms_declined"));
}

}  // namespace

void hear(Model& model, const session::ListeningAt& listening, SeatEffects& out) {
  out.tell("listening", {{"address", listening.address.text()}});
  model.gathering.listening = listening.address;
  if (!model.setup.guest && !model.setup.resumes) invite(model, listening.address, out);
}

void hear(Model& model, const proto::Gathering& gathering, SeatEffects& out) {
  auto& known = model.gathering;
  out.tell("gathering", {{"here", gathering.nicknames.size()}});
  if (!model.setup.guest && !model.setup.resumes && !model.setup.continues)
    out.add(Announce{gathering.terms.module, static_cast<std::uint32_t>(gathering.terms.seats),
                     static_cast<std::uint32_t>(gathering.nicknames.size()),
                     gathering.policy != proto::Policy::open});
  const words::Said said = words::gathered(gathering);
  const std::string here = said.text();
  if (known.terms) known.terms = gathering.terms;  // an evening has more orders now
  if (const auto& evening = gathering.terms.evening) known.shown = {evening->id, evening->table};
  note_break(model, gathering.break_left, out);
  if (here == known.here) return;
  known.here = here;
  known.here_said = said;
  known.come.clear();
  for (const std::string& nickname : gathering.nicknames)
    known.come.push_back(words::printable(nickname));
  forget_who_left(model);
  if (!known.come.empty()) known.host_name = known.come.front();
  known.admits = gathering.policy;
  known.waits_for_host = false;
  model.clocks.waits_since = model.sight.now;
  known.all_came = gathering.nicknames.size() == gathering.terms.seats &&
                   gathering.watching.size() == gathering.terms.witnesses;
  const bool two = gathering.terms.evening && gathering.nicknames.size() >= 2;
  known.ready = known.ready && (known.all_came || two);
  out.say(said);
  if (gathering.watch && !known.terms) tell_who_may_watch(model, *gathering.watch, out);
  if (!gathering.chat && !known.terms) out.say(words::said("no_chat"));
  if (std::exchange(known.terms, gathering.terms)) return;
  if (gathering.terms.evening) take_up_wish(model, *gathering.terms.evening, out);
  show_terms(model, out);
  tell_bank(model, out);
}

void hear(Model& model, const session::PortForwarded& port, SeatEffects& out) {
  const sockets::Address& external = port.external;
  out.tell("mapped", {{"address", external.text()}});
  if (model.setup.guest || model.table() != nullptr || !model.setup.invites.friends) return;
  std::vector<sockets::Address> addresses = model.sight.reached_at;
  addresses.insert(addresses.begin(), external);
  if (addresses.size() > words::TableLink::kAddressesMax) addresses.pop_back();
  tell_link(model, addresses, out);
  out.say(words::said("router_forwards", {{"port", words::text(std::to_string(external.port))}}));
  out.say("'" + model.gathering.invitation + "'");
}

void hear(Model& model, const meet::LobbyNews& news, SeatEffects& out) {
  note_asking(model, news);
  const auto says = [&](const char* type, const auto& say) {
    out.tell(type, {{"nickname", news.nickname}, {"key", news.key.hex()}});
    out.say(say(words::name(guest_words(model, news, proto::kKeyWordsToDiffer))));
  };
  switch (news.what) {
    case LobbyWhat::asks:
      return hear_asking(model, news, out);
    case LobbyWhat::answered:
      if (news.let_in) model.gathering.let_in.push_back(news.key);
      return;  // the guest's coming is told, and its going is no news to who wanted it
    case LobbyWhat::gave_up:
      return says("gave_up", [&](const auto& guest) { return gone_said(news, guest); });
    case LobbyWhat::came:
      model.gathering.guests.push_back({news.key, words::printable(news.nickname)});
      if (model.gathering.admits != proto::Policy::open)
        return says("came", [](auto guest) {
          return words::said("guest_sits_down", {{"guest", guest}});
        });
      return out.tell("came", {{"nickname", news.nickname}, {"key", news.key.hex()}});
    case LobbyWhat::ready:
      out.tell("ready", words::Json::object());
      model.gathering.ready = true;
      return out.ask(is_of_evening(model) ? words::said("evening_ready")
                                          : words::said("all_taken"));
    case LobbyWhat::not_invited:
      out.tell("not_invited", {{"count", news.count}});
      return out.say(
          words::said("uninvited", {{"n", words::count(static_cast<std::int64_t>(news.count))}}));
    case LobbyWhat::dropped:
      return says("dropped", [](auto guest) {
        return words::said("guest_did_not_sign", {{"guest", guest}});
      });
    case LobbyWhat::kicked:
      std::erase(model.gathering.let_in, news.key);
      if (model.setup.continues) std::erase(model.setup.continues->let_in, news.key);
      return says("kicked", [](auto guest) {
        return words::said("guest_sent_away", {{"guest", guest}});
      });
    case LobbyWhat::declined:
      return hear_declined(model, out);
    case LobbyWhat::too_late:
      return says("too_late", [](auto guest) {
        return words::said("guest_too_late", {{"guest", guest}});
      });
    case LobbyWhat::waits:
      out.tell("waits", words::Json::object());
      model.gathering.waits_for_host = true;
      return out.say(words::said("host_is_asked"));
    case LobbyWhat::link_used:
      return note_used_link(model, news, out);
    case LobbyWhat::lacks_script:
      return lack_script(model, out);
    case LobbyWhat::asks_order:
    case LobbyWhat::ordered:
    case LobbyWhat::order_refused:
    case LobbyWhat::order_lost:
    case LobbyWhat::until_break:
    case LobbyWhat::bank_lost:
    case LobbyWhat::bank_broke:
    case LobbyWhat::over:
      return hear_evening(model, news, out);
    case LobbyWhat::has_script:
      if (model.script) out.add(KeepTheScript{});
      return;
  }
}

void hear(Model&, const session::HostSilence& host, SeatEffects& out) {
  out.say(host.silent ? words::said("host_silent") : words::said("host_answers"));
}

}  // namespace fairdeal::seat
