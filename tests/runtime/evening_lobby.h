#pragma once

#include <deque>
#include <map>

#include <nlohmann/json.hpp>

#include "rules/json.h"
#include "rules/match.h"
#include "rules/params.h"
#include "rules/registry.h"
#include "runtime/state/evening.h"
#include "tests/runtime/lobby_fixture.h"

/// The breaks of an evening, with the production lobbies of its bank and of its guests, whose
/// frames the test carries.

namespace fairdeal::meet {

using proto::Chips;
using proto::Order;
using What = LobbyNews::What;

class EveningLobby : public Lobby {
 protected:
  EveningLobby() {
    while (keys.size() < 30) keys.push_back(crypto::SigningKey::generate(rng));
    open();
  }

  /// Opens the first break, or the one after `last`.
  void open(BreakOffer offer = {}) {
    Offer table{.module = "holdem", .params = params, .seats = room};
    table.terms = [this](proto::Terms& terms) {
      if (last) {
        terms = last->terms;
      } else {
        terms.evening = {.id = {{std::byte{5}}},
                         .bank = id(0),
                         .buy_in_min = 400,
                         .buy_in_max = 1000,
                         .room = static_cast<std::uint32_t>(room)};
      }
      if (restarted) terms.evening = restarted->terms.evening;
    };
    offer.last = last;
    table.evening = std::move(offer);
    auto made = HostLobby::create(table, keys[0], "Hanna", rng);
    ASSERT_TRUE(made) << describe(made.error());
    lobby.emplace(*std::move(made));
  }

  /// A guest's program, with its connection to the host.
  void comes(std::size_t i, bool looks = true, std::string nickname = {}) {
    guests.erase(i);
    GuestLobby it(keys[i], id(0), nickname.empty() ? name_of(i) : nickname, 7, false, rng);
    if (const auto memory = memories.find(i); memory != memories.end())
      it.remember({memory->second});
    if (looks) it.look_first();
    guests.emplace(i, std::move(it));
    from_guest(i, guests.at(i).on_up());
  }
  /// A guest comes, agrees to the terms and orders so many chips, if any.
  void sits(std::size_t i, Chips chips = 0) {
    comes(i);
    if (!guests.contains(i)) return;
    from_guest(i, guests.at(i).agree());
    if (chips > 0) orders(i, chips);
  }
  void orders(std::size_t i, Chips chips) { from_guest(i, *guests.at(i).order(chips)); }
  void goes(std::size_t i) {
    guests.erase(i);
    from_host(lobby->on_down(id(i), now));
  }

  void from_guest(std::size_t i, const LobbyEffects& effects) {
    for (const auto& news : effects.news) told[i].push_back(news);
    for (const auto& out : effects.outgoing) frames.push_back({i, 0, out.frame});
    if (!held) pass();
  }
  void from_host(const LobbyEffects& effects) {
    if (effects.keep) kept = lobby->kept();
    for (const auto& news : effects.news) told[0].push_back(news);
    for (const auto& out : effects.outgoing)
      for (const auto& [i, guest] : guests)
        if (id(i) == out.to) frames.push_back({0, i, out.frame});
    if (!held) pass();
  }
  /// Delivers all frames in their order.
  void pass() {
    while (!frames.empty()) {
      const Frame frame = frames.front();
      frames.pop_front();
      if (frame.to == 0) {
        auto effects = say(*lobby, frame.from, frame.bytes);
        if (effects) {
          from_host(*effects);
        } else {
          refused[frame.from] = effects.error().about;
          goes(frame.from);
        }
      } else if (guests.contains(frame.to)) {
        auto effects = guests.at(frame.to).on_frame(frame.bytes);
        if (effects) {
          from_guest(frame.to, *effects);
        } else {
          refused[frame.to] = effects.error().about;
          goes(frame.to);
        }
      }
    }
  }

  std::optional<LobbyNews> news(std::size_t of, What what) {
    std::optional<LobbyNews> found;
    for (const auto& one : told[of])
      if (one.what == what) found = one;
    return found;
  }
  void start() {
    const auto started = lobby->start(now);
    ASSERT_TRUE(started) << describe(started.error());
    from_host(*started);
  }
  std::string cannot_start() {
    const auto started = lobby->start(now);
    return started ? "" : started.error().about;
  }
  const proto::Charter& formed() { return lobby->formed()->charter.charter; }
  std::vector<std::string> at_table() {
    std::vector<std::string> names;
    for (const auto& member : formed().seats) names.push_back(member.nickname);
    std::ranges::sort(names);
    return names;
  }
  Chips kept_by(std::size_t i) {
    const auto* account = state::account_of(last->terms.evening->accounts, id(i));
    return account != nullptr ? account->kept : 0;
  }

  /// Plays the table that has begun, by random moves, to an end at which all keep chips (or not),
  /// and opens the break after it. All who sat there remember how it ended.
  void play(bool all_keep = true, BreakOffer offer = {}) {
    const proto::Charter charter = formed();
    std::optional<rules::AnyGame> game;
    for (std::uint64_t seed = 1; !game; ++seed) {
      SeededRng moves(seed);
      rules::Match match(*state::start_game(charter), rules::Dealer(seed));
      ASSERT_TRUE(match.begin());
      while (!match.game().over()) {
        std::map<Seat, rules::Action> actions;
        for (const Seat seat : match.game().active())
          actions.emplace(seat, random_move(match.game(), seat, match.dealer().known(seat), moves));
        ASSERT_TRUE(match.move(actions));
      }
      const auto chips = match.game().chips();
      const auto host = std::ranges::find(
          charter.seats, id(0), [](const auto& member) { return member.key.public_key(); });
      const bool host_has = chips[static_cast<std::size_t>(host - charter.seats.begin())] > 0;
      if (host_has && (std::ranges::count(chips, 0) == 0) == all_keep) game = match.game();
    }
    proto::Digest head;
    rng.fill(head.bytes);
    go_on(break_after(charter, *game, false, head), std::move(offer));
  }
  /// Opens the break after a table that has ended so. All guests who sat there remember it.
  void go_on(EveningBreak ended, BreakOffer offer = {}) {
    last = std::move(ended);
    for (std::size_t i = 1; i < keys.size(); ++i)
      for (const auto& member : last->seats)
        if (member.key == id(i)) memories[i] = {last->terms, last};
    guests.clear();
    told.clear();
    refused.clear();
    restarted.reset();
    open(std::move(offer));
  }
  /// Opens the break after a table of three at which the host has lost all chips to the first
  /// guest.
  void host_loses_all(BreakOffer offer) {
    begin({1, 2});
    EveningBreak ended = *last;
    Chips lost = 0;
    for (auto& account : ended.terms.evening->accounts)
      if (account.key == id(0)) lost = std::exchange(account.kept, 0);
    for (auto& account : ended.terms.evening->accounts)
      if (account.key == id(1)) account.kept += lost;
    go_on(std::move(ended), std::move(offer));
  }
  /// The first table: the host and these guests buy in for 500 each, and play.
  void begin(const std::vector<std::size_t>& who, bool all_keep = true, BreakOffer offer = {}) {
    from_host(*lobby->order(500, now));
    for (const std::size_t i : who) sits(i, 500);
    start();
    ASSERT_TRUE(lobby->formed());
    play(all_keep, std::move(offer));
  }

  struct Frame {
    std::size_t from, to;
    Bytes bytes;
  };

  std::size_t room = 4;
  std::string params = rules::text({{"hands", 2}, {"small_blind", 10}, {"big_blind", 20}});
  std::optional<HostLobby> lobby;
  std::map<std::size_t, GuestLobby> guests;
  std::map<std::size_t, EveningMemory> memories;
  std::map<std::size_t, std::vector<LobbyNews>> told;  ///< of the host: 0
  std::map<std::size_t, std::string> refused;          ///< why a guest, or its frame, was refused
  std::deque<Frame> frames;
  bool held = false;  ///< whether frames wait for pass()
  Bytes kept;
  std::optional<proto::Gathering> restarted;  ///< what the host's disk has
  std::optional<EveningBreak> last;
};

}  // namespace fairdeal::meet
