#pragma once

#include "net/channel/limits.h"
#include "tests/sim/tables.h"

namespace fairdeal::sim {

struct Tables::Calling {
  std::optional<crypto::PublicKey> expected{};
  bool endless = true;
  int unanswered = 0;
  Duration wait = net::kRedialMin;
  bool waits = false;  // an attempt is to come
};

struct Tables::Person {
  Person(crypto::SigningKey k, std::uint64_t seed) : key(std::move(k)), rng(seed) {}
  crypto::SigningKey key;
  SeededRng rng;
  sockets::Address address;
  bool watches = false;
  bool witness = false;

  int life = 0;
  bool alive = false;
  bool over = false;  // it does not come back
  int tries = 0;
  std::unique_ptr<party::Member> member;
  std::unique_ptr<party::Watching> watching;
  std::deque<party::Effect> effects{};
  std::deque<party::Watching::Effect> watch_effects{};
  bool performing = false;
  Instant armed = never();
  std::size_t performed = 0;
  std::size_t signs_at = 0;
  std::size_t begins_at = 0;
  std::size_t ends_at = 0;

  std::optional<Disk> disk{};
  std::string store{};          // its name
  std::optional<Disk> aside{};  // of a table that it had signed, and whose host it did not find
  Bytes transcript{};           // of a spectator
  std::map<sockets::Address, Calling> calls{};
  std::set<std::size_t> sought{};
  std::optional<party::Box> box{};
  bool offers_code = false;
  bool resumed = false;                   // its program goes on at a stored table
  bool leaves = false;                    // it has said so
  bool later = false;                     // it has ended the first match, or left it
  std::optional<meet::NextMatch> next{};  // which its program plays after that

  std::map<std::string, Bytes> kept{};       // its files about evenings, by name
  std::optional<meet::EveningBreak> last{};  // after the last table that it saw end

  std::optional<party::SessionEnded> ended{};
  std::optional<party::Watching::Ended> watched{};
  std::vector<Match> matches{};
};

}  // namespace fairdeal::sim
