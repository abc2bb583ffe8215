// Fuzzes a table that is being set up, of a compiled game or of a script, by a host and guests some
// of whose frames are tampered or made up. A refused frame changes nothing. If a table forms, all
// its members have signed it, and each sits at the seat of its key.
#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/edits.h"
#include "fuzz/target.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "rules/lua/script.h"
#include "runtime/meet/lobby.h"

namespace fairdeal::meet {
namespace {

constexpr std::size_t kGuests = 3;

std::vector<crypto::SigningKey> make_keys() {
  SeededRng rng(1);
  std::vector<crypto::SigningKey> keys;
  for (std::size_t i = 0; i <= kGuests; ++i) keys.push_back(crypto::SigningKey::generate(rng));
  return keys;
}
const std::vector<crypto::SigningKey>& keys() {
  static const auto all = make_keys();
  return all;
}

/// Adds a game that is a script, and returns its name.
const std::string& script() {
  static const std::string name = [] {
    auto loaded = rules::Script::load("fuzz.lua", R"(
      return {name = 'fuzzed', start = function() return {n = 0} end,
              wants = function(s) return s.n == 0 and {{type = 'move', seats = {1}}} or {} end,
              legal = function() return {'go'} end, after = function() return {n = 1} end,
              result = function(s) return s.n == 1 and {0, 0} or nil end})");
    return (*rules::add_module(rules::module_of_script(*loaded)))->info().name;
  }();
  return name;
}

void check(const Formed& formed, const crypto::SigningKey& key) {
  CHECK(proto::verify_charter(formed.charter));
  CHECK(formed.charter.charter.member(formed.me).key == key.public_key());
  CHECK(formed.addresses.size() == formed.charter.charter.validators());
}

class Lobby {
 public:
  explicit Lobby(const std::string& game)
      : host_(*HostLobby::create({game, "{}", 2, 1}, keys()[0], "Hanna", rng_)) {
    for (std::size_t i = 0; i < kGuests; ++i)
      guests_.emplace_back(keys()[i + 1], keys()[0].public_key(), "guest " + std::to_string(i),
                           static_cast<std::uint16_t>(i), i == 2, rng_);
  }

  /// Delivers a frame of guest `i` to the host.
  void to_host(std::size_t i, ByteSpan frame) {
    const Bytes before = proto::encode(proto::Message(host_.gathering()));
    const auto effects = host_.on_frame(keys()[i + 1].public_key(), {"10.0.0.1", {}}, frame, {});
    if (effects) return deliver(*effects);
    CHECK(before == proto::encode(proto::Message(host_.gathering())));
  }
  /// Delivers to guest `i` the oldest frame that it has not received yet, perhaps tampered.
  void to_guest(std::size_t i, Script& script) {
    if (heard_[i].empty()) return;
    Bytes frame = heard_[i].front();
    heard_[i].erase(heard_[i].begin());
    if (script.below(4) == 0) edit(frame, script);
    to_guest(i, frame);
  }
  void to_guest(std::size_t i, ByteSpan frame) {
    const auto effects = guests_[i].on_frame(frame);
    if (const auto& formed = guests_[i].formed()) check(*formed, keys()[i + 1]);
    if (!effects) return;
    for (const auto& out : effects->outgoing) to_host(i, out.frame);
  }
  void agree(std::size_t i) {
    if (!guests_[i].gathering()) return;
    for (const auto& out : guests_[i].agree().outgoing) to_host(i, out.frame);
  }
  /// Guest `i` runs the script that it lacked or, if it has none, asks for the host's.
  void fetch(std::size_t i) {
    if (!guests_[i].script_text().empty())
      (void)guests_[i].run_script();
    else
      to_host(i, proto::encode(proto::Message(proto::FetchScript{host_.gathering().terms.rules})));
  }
  void join(std::size_t i, Script& script) {
    for (const auto& out : guests_[i].on_up().outgoing) {
      Bytes frame = out.frame;
      if (script.below(4) == 0) edit(frame, script);
      to_host(i, frame);
    }
  }
  void leave(std::size_t i) {
    heard_[i].clear();
    deliver(host_.on_down(keys()[i + 1].public_key(), {}));
  }

 private:
  void deliver(const LobbyEffects& effects) {
    if (const auto& formed = host_.formed()) check(*formed, keys()[0]);
    for (const auto& out : effects.outgoing)
      for (std::size_t i = 0; i < kGuests; ++i)
        if (keys()[i + 1].public_key() == out.to) heard_[i].push_back(out.frame);
  }

  SeededRng rng_{2};
  HostLobby host_;
  std::vector<GuestLobby> guests_;
  std::vector<Bytes> heard_[kGuests];
};

}  // namespace
}  // namespace fairdeal::meet

void fairdeal::fuzz(ByteSpan input) {
  Script script(input);
  fairdeal::meet::Lobby lobby(input.size() % 2 == 0 ? "kuhn" : fairdeal::meet::script());
  for (int i = 0; !script.done() && i < 100; ++i) {
    const std::size_t what = script.below(7), guest = script.below(fairdeal::meet::kGuests);
    if (what == 0) lobby.to_host(guest, script.bytes());
    if (what == 1) lobby.join(guest, script);
    if (what == 2) lobby.to_guest(guest, script);
    if (what == 3) lobby.to_guest(guest, script.bytes());
    if (what == 4) lobby.leave(guest);
    if (what == 5) lobby.agree(guest);
    if (what == 6) lobby.fetch(guest);
  }
}
