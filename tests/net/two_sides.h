#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "base/overloaded.h"
#include "base/seeded_rng.h"
#include "net/mesh/peer_links.h"

/// Two PeerLinks and the connections between them, in virtual time.

namespace fairdeal::net::testing_ {

inline constexpr Duration kTwin{5'000};
inline constexpr Duration kHandover{10'000};
inline const Error kCut{.fault = Fault::incomplete};

/// The bytes that travel by a connection.
struct Hello {};  // the end of the handshake
struct Greeting {
  std::optional<channel::LinkId> replaces;
};
struct Numbered {  // a frame: the session of its sender, and its place in it
  channel::LinkId session;
  int number;
};
struct LastRecord {};
struct Eof {};
using Parcel = std::variant<Hello, Greeting, Numbered, LastRecord, Eof>;

/// One side's end of a connection, as Channel and Link would have it.
struct LinkEnd {
  std::deque<Parcel> coming{};
  std::optional<Greeting> said{}, heard{};
  bool opened = false, holds = false, closed = false;
  bool peer_is_done = false;  // its last record has come
};
struct Wire {
  channel::LinkId id;
  channel::Rung rung;
  bool cut = false;
  std::array<LinkEnd, 2> ends{};
};

/// A peer, and what became of it.
struct Side {
  explicit Side(bool decides) : links(decides, kTwin, kHandover) {}
  mesh::PeerLinks links;
  bool up = false;
  channel::LinkId session{};
  int sent = 0, received = 0;  // in this session
  int ups = 0, downs = 0, moves = 0, refusals = 0;
};

/// Two sides, of which the first decides, and the wires between them. Whoever runs it says in which
/// order things happen.
class World {
 public:
  std::size_t open(channel::Rung rung) {
    Wire& wire = wires.emplace_back(Wire{.id = {std::byte(wires.size() + 1)}, .rung = rung});
    for (LinkEnd& end : wire.ends) end.coming.emplace_back(Hello{});
    return wires.size() - 1;
  }
  void send(std::size_t from) {
    Side& side = sides[from];
    if (side.up) put(from, *side.links.current(), Numbered{side.session, side.sent++});
  }
  bool can_deliver(std::size_t to, std::size_t wire) const {
    const LinkEnd& end = wires[wire].ends[to];
    return !end.coming.empty() && !end.holds;
  }
  void deliver(std::size_t to, std::size_t number) {
    LinkEnd& end = wires[number].ends[to];
    const Parcel parcel = end.coming.front();
    end.coming.pop_front();
    if (!end.closed) std::visit([&](const auto& it) { hear(to, number, end, it); }, parcel);
  }
  /// Breaks a wire. Some of what travels still comes; each side notices when end() is called.
  void cut(std::size_t number, SeededRng& rng) {
    wires[number].cut = true;
    for (LinkEnd& end : wires[number].ends) end.coming.resize(rng.below(end.coming.size() + 1));
    for (const std::size_t side : {0u, 1u}) ending.emplace_back(side, number);
  }
  void end(std::size_t which) {
    const auto [side, number] = ending[which];
    ending.erase(ending.begin() + static_cast<std::ptrdiff_t>(which));
    LinkEnd& end = wires[number].ends[side];
    if (std::exchange(end.closed, true)) return;
    perform(side, sides[side].links.on_end(number, kCut));
  }
  void wait(Duration time) {
    now = now + time;
    for (const std::size_t side : {0u, 1u})
      if (now >= sides[side].links.deadline()) perform(side, sides[side].links.on_time(now));
  }
  /// Lets everything happen that still can, without cuts.
  void settle() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t wire = 0; wire < wires.size(); ++wire)
        for (const std::size_t side : {0u, 1u})
          for (; can_deliver(side, wire); more = true) deliver(side, wire);
      for (; !ending.empty(); more = true) end(0);
      if (more) continue;
      const Instant due = std::min(sides[0].links.deadline(), sides[1].links.deadline());
      if (due != never()) {
        wait(due - now);
        more = true;
      }
      // A side that has heard the last record hears nothing more, and then is too long silent.
      for (std::size_t wire = 0; wire < wires.size() && !more; ++wire)
        for (const std::size_t side : {0u, 1u})
          if (const LinkEnd& it = wires[wire].ends[side]; it.peer_is_done && !it.closed) {
            ending.emplace_back(side, wire);
            more = true;
          }
    }
  }

  std::array<Side, 2> sides{Side(true), Side(false)};
  std::vector<Wire> wires{};
  std::vector<std::pair<std::size_t, std::size_t>> ending{};  // sides that will notice an end
  Instant now{1'000'000};

 private:
  void put(std::size_t from, std::size_t number, const Parcel& parcel) {
    if (!wires[number].cut) wires[number].ends[1 - from].coming.push_back(parcel);
  }
  void close(std::size_t side, std::size_t number) {
    if (!std::exchange(wires[number].ends[side].closed, true)) put(side, number, Eof{});
  }

  void hear(std::size_t to, std::size_t number, LinkEnd&, const Hello&) {
    const Wire& wire = wires[number];
    perform(to, sides[to].links.on_established(number, wire.id, wire.rung));
  }
  void hear(std::size_t to, std::size_t number, LinkEnd& end, const Greeting& greeting) {
    end.heard = greeting;
    perform(to, sides[to].links.on_welcomed(number, greeting.replaces, now));
    open_if_both(to, number);
  }
  void hear(std::size_t to, std::size_t, const LinkEnd& end, const Numbered& frame) {
    Side& side = sides[to];
    EXPECT_TRUE(end.opened && !end.holds && side.up);
    EXPECT_EQ(frame.session, side.session);
    EXPECT_EQ(frame.number, side.received++) << "in order, and without a gap";
  }
  void hear(std::size_t to, std::size_t number, LinkEnd& end, const LastRecord&) {
    end.peer_is_done = true;
    perform(to, sides[to].links.on_handed_over(number));
  }
  void hear(std::size_t to, std::size_t number, LinkEnd& end, const Eof&) {
    end.closed = true;
    put(to, number, Eof{});
    perform(to, sides[to].links.on_end(number, kCut));
  }
  void open_if_both(std::size_t side, std::size_t number) {
    LinkEnd& end = wires[number].ends[side];
    if (!end.said || !end.heard || end.closed || std::exchange(end.opened, true)) return;
    const auto replaces =
        end.said->replaces == end.heard->replaces ? end.said->replaces : std::nullopt;
    end.holds = replaces.has_value();
    perform(side, sides[side].links.on_opened(number, replaces, now));
  }

  void perform(std::size_t me, const mesh::PeerLinks::Effects& effects) {
    Side& side = sides[me];
    for (const auto& effect : effects)
      std::visit(
          Overloaded{
              [&](const mesh::PeerLinks::SayWelcome& it) {
                wires[it.link].ends[me].said = Greeting{it.replaces};
                put(me, it.link, Greeting{it.replaces});
                open_if_both(me, it.link);
              },
              [&](const mesh::PeerLinks::RefuseLink& it) {
                ++side.refusals;
                put(me, it.link, Eof{});
                ending.emplace_back(me, it.link);
              },
              [&](const mesh::PeerLinks::SendHandover& it) { put(me, it.link, LastRecord{}); },
              [&](const mesh::PeerLinks::FinishLink& it) { close(me, it.link); },
              [&](const mesh::PeerLinks::CloseLink& it) { close(me, it.link); },
              [&](const mesh::PeerLinks::ReleaseLink& it) {
                wires[it.link].ends[me].holds = false;
              },
              [&](const mesh::PeerLinks::Up&) {
                EXPECT_FALSE(std::exchange(side.up, true));
                side.session = wires[*side.links.current()].id;
                side.sent = side.received = 0;
                ++side.ups;
              },
              [&](const mesh::PeerLinks::Down&) {
                EXPECT_TRUE(std::exchange(side.up, false));
                ++side.downs;
              },
              [&](const mesh::PeerLinks::Moved&) { ++side.moves; },
          },
          effect);
  }
};

/// Everything that was sent in a session that both still are in has come.
inline void expect_nothing_lost(const World& world) {
  const auto& [a, b] = world.sides;
  ASSERT_EQ(a.up, b.up);
  if (!a.up) return;
  EXPECT_EQ(a.session, b.session);
  EXPECT_EQ(a.links.current(), b.links.current());
  EXPECT_EQ(a.sent, b.received);
  EXPECT_EQ(b.sent, a.received);
}

}  // namespace fairdeal::net::testing_
