#include <unistd.h>

#include <sys/ioctl.h>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/home/own_addresses.h"
#include "ui/seat/seat.h"
#include "ui/words/qr.h"

/// A seat while the table gathers: how a host invites, and how it learns and decides who comes.
namespace fairdeal::apps {
namespace {

bool is_everywhere(const net::Address& address) {
  return address.host == "0.0.0.0" || address.host == "::";
}

net::Address on_this_machine(const net::Address& address) {
  return is_everywhere(address) ? net::Address{.host = "127.0.0.1", .port = address.port} : address;
}

}  // namespace

/// Returns a guest's nickname and, since a guest can choose that freely, words made from its key:
/// `"Ann" (guitar ocean)`; of a contact the petname with a mark: `Ann ✓`.
std::string SeatAtTable::quoted(const runtime::LobbyNews& news, std::size_t words) const {
  if (const KeptContact* contact = contacts_.with(news.key)) return contact->name + " ✓";
  const std::string shown = contacts_.shown(news.key, news.nickname);
  return (shown == news.nickname ? apps::quoted(shown) : shown) + " (" +
         proto::key_words(news.key, words) + ")";
}

/// Tells a host's person which contacts find this table.
void SeatAtTable::say_who_is_invited() {
  std::string names;
  for (const std::string& name : invites_.contacts) names += (names.empty() ? "" : ", ") + name;
  if (!names.empty())
    say("Invited as contacts: " + names +
        ". They need no code: fairdeal join, and then what they call you.");
}

std::vector<net::Address> SeatAtTable::reached_at(const net::Address& address) {
  if (!is_everywhere(address)) return {address};
  std::vector<net::Address> found;
  for (const OwnAddress& own : own_addresses())
    if ((!own.is_v6() || address.host == "::") && found.size() < TableLink::kAddressesMax)
      found.push_back({.host = own.text, .port = address.port});
  if (found.empty()) found.push_back({.host = "127.0.0.1", .port = address.port});
  return found;
}

void SeatAtTable::invite(const net::Address& address) {
  if (when_open_) {
    const auto here = on_this_machine(address);
    when_open_(invites_.own_bots
                   ? TableLink{identity_.key.public_key(), *invites_.own_bots, {here}}.text()
                   : here.text());
  }
  say_who_is_invited();
  if (invites_.friends) {
    const TableLink link{identity_.key.public_key(), *invites_.friends, reached_at(address),
                         options_.relays};
    invitation_ = link.text();
    event("invitation", {{"link", link.text()}});
    if (page_) page_->link(link.text());
    say("The table is open. Send your friends the line below: with fairdeal join and that line, in "
        "its quotes, they sit down. Whoever has it can, within 24 hours.");
    say("'" + link.text() + "'");
    const std::string port = std::to_string(address.port);
    const std::string hint =
        is_everywhere(address)
            ? forwarding(own_addresses(), address.port,
                         "add &a=ADDRESS:" + port + " to the line, with the router's address")
            : "";
    if (!hint.empty()) say(hint);
    if (options_.qr && !goes_on_) show_qr(link.text());
    return;
  }
  const bool all = is_everywhere(address);
  say("The table is open at " + (all ? "port " + std::to_string(address.port) : address.text()) +
      ". Others sit down with:");
  auto own = own_addresses();
  if (address.host == "0.0.0.0") std::erase_if(own, [](const auto& a) { return a.is_v6(); });
  for (const auto& line : all ? invitation(own, address.port)
                              : std::vector<std::string>{"  fairdeal join " + address.text()})
    say(line);
  if (!page_ || (all && own.empty())) return;
  page_->link((all ? net::Address{own.front().text, address.port} : address).text());
}

void SeatAtTable::on(const net::PortForwarded& port) {
  const net::Address& external = port.external;
  event("mapped", {{"address", external.text()}});
  if (is_guest_ || session_->node() != nullptr || !invites_.friends) return;
  std::vector<net::Address> addresses = reached_at(*listening_);
  addresses.insert(addresses.begin(), external);
  if (addresses.size() > TableLink::kAddressesMax) addresses.pop_back();
  const TableLink link{identity_.key.public_key(), *invites_.friends, addresses, options_.relays};
  invitation_ = link.text();
  event("invitation", {{"link", link.text()}});
  if (page_) page_->link(link.text());
  say("Your router forwards port " + std::to_string(external.port) +
      " to this table. Send friends elsewhere this line:");
  say("'" + link.text() + "'");
}

/// Prints the QR code of `text` if it fits on the screen. It sets its colours itself, so that it is
/// dark on light in every terminal.
void SeatAtTable::show_qr(const std::string& text) {
  const auto code = qr_code(text);
  winsize size{};
  const bool fits = terminal_.in_place() && terminal_.colour() &&
                    ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
                    qr_columns(code) <= size.ws_col && code.size() < size.ws_row;
  if (output_.quiet || !fits) return;
  for (const std::string& line : code) terminal_.line("\033[97;40m" + line + "\033[0m");
}

/// Announces a host's table on the local network as it is now. The next match of the same people is
/// not announced, since its seats are kept for them.
void SeatAtTable::announce(const proto::Gathering& gathering) {
  if (is_guest_ || resumes_ || goes_on_ || !options_.announce) return;
  const auto from = net::LanIp::parse(listening_->host);
  if (!from || net::reach_of(listening_->host) == net::Reach::machine) return;
  const bool first = !announced_;
  if (first) {
    crypto::SystemRng rng;
    rng.fill(announced_.emplace().lobby);
    announced_->tags =
        runtime::beacon_tags(contacts_.for_session(invites_.contacts), announced_->lobby, rng);
  }
  announced_->port = listening_->port;
  announced_->game = gathering.terms.module;
  announced_->seats = static_cast<std::uint32_t>(gathering.terms.seats);
  announced_->taken = static_cast<std::uint32_t>(gathering.nicknames.size());
  announced_->code = gathering.policy != proto::Policy::open;
  if (beacon_) return beacon_->change(*announced_);
  if (!first) return;
  auto opened = net::TableBeacon::open(io_, {.from = *from}, *announced_);
  if (!opened)
    return say("The table is not announced on your network: " + printable(opened.error().about) +
               ".");
  beacon_ = *std::move(opened);
}

void SeatAtTable::on(const runtime::LobbyNews& news) {
  using What = runtime::LobbyNews::What;
  const std::string name = printable(news.nickname);
  if (page_) page_->on_lobby(news);
  switch (news.what) {
    case What::asks:
      event("asks", {{"nickname", news.nickname},
                     {"key", news.key.hex()},
                     {"words", proto::key_words(news.key, proto::kKeyWordsToDecide)},
                     {"by", "link"}});
      return say(quoted(news, proto::kKeyWordsToDecide) + " asks to sit down" +
                 (contacts_.with(news.key) != nullptr ? "" : ", by your link") + ". Type yes " +
                 name + " or no " + name + ".");
    case What::answered:
      return;  // the guest's coming is told, and its going is no news to who wanted it
    case What::gave_up:
      event("gave_up", {{"nickname", news.nickname}, {"key", news.key.hex()}});
      return say(quoted(news, proto::kKeyWordsToDiffer) + " does not ask any more.");
    case What::came:
      event("came", {{"nickname", news.nickname}, {"key", news.key.hex()}});
      if (admits_ != proto::Policy::open)
        say(quoted(news, proto::kKeyWordsToDiffer) + " sits down.");
      return;
    case What::ready:
      event("ready", Json::object());
      ready_ = true;
      return say(
          "All seats are taken. Press Enter to start, or send somebody away with kick NAME.");
    case What::not_invited:
      event("not_invited", {{"count", news.count}});
      return say("(" + std::to_string(news.count) +
                 (news.count == 1 ? " guest that was not invited was turned away)"
                                  : " guests that were not invited were turned away)"));
    case What::dropped:
      event("dropped", {{"nickname", news.nickname}, {"key", news.key.hex()}});
      return say(quoted(news, proto::kKeyWordsToDiffer) +
                 " did not sign the terms within 30 s: the seat is free again.");
    case What::kicked:
      event("kicked", {{"nickname", news.nickname}, {"key", news.key.hex()}});
      return say(quoted(news, proto::kKeyWordsToDiffer) + " is sent away.");
    case What::declined: {
      event("declined", Json::object());
      // A guest with the link may come again and again.
      const auto [last, first] = refusal_said_at_.try_emplace("declined", Clock::now());
      if (!first && Clock::now() - last->second < kRepeatAfter) return;
      last->second = Clock::now();
      return say("Somebody read the terms and did not sit down.");
    }
    case What::too_late:
      event("too_late", {{"nickname", news.nickname}, {"key", news.key.hex()}});
      return say(quoted(news, proto::kKeyWordsToDiffer) + " did not sit down within two minutes.");
    case What::waits:
      event("waits", Json::object());
      waits_for_host_ = true;
      return say("The host is asked whether you may sit down.");
    case What::lacks_script:
      return lack_script();
    case What::has_script:
      return keep_script();
  }
}

void SeatAtTable::on(const net::HostSilence& host) {
  say(host.silent ? "The host does not answer any more. This program calls it again."
                  : "The host answers again.");
}

/// Carries out what a host's person typed while the table gathers. Returns whether it was a command
/// of the host.
bool SeatAtTable::obeys_host(const std::string& line) {
  if (is_guest_ || session_->node() != nullptr) return false;
  const auto space = line.find(' ');
  const std::string word = word_typed(line.substr(0, space));
  std::string who = space == std::string::npos ? "" : line.substr(space + 1);
  while (!who.empty() && who.back() <= ' ') who.pop_back();
  while (!who.empty() && who.front() <= ' ') who.erase(0, 1);
  if (word == "code") return obeys_about_code(who);
  const bool starts = word == "start" || (word.empty() && ready_);
  if (!starts && word != "yes" && word != "no" && word != "kick") return false;
  const auto done = starts           ? session_->start_table()
                    : word == "kick" ? session_->kick(who)
                                     : session_->answer(who, word == "yes");
  if (!done) problem_ = printable(done.error().about);
  if (!done && !terminal_.in_place()) say(problem_ + ".");
  return true;
}

}  // namespace fairdeal::apps
