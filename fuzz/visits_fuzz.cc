// Fuzzes visits by a spoken code, of two guests that know the words and one that does not, through
// a relay that delivers what it likes. Who is granted something was admitted by the host and has
// the same key; who does not know the words is never asked about, and three guesses burn the code.
#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/edits.h"
#include "fuzz/target.h"
#include "runtime/meet/code_guest.h"
#include "runtime/meet/code_host.h"

namespace fairdeal::meet {
namespace {

constexpr std::size_t kGuests = 3;
constexpr std::size_t kStranger = 2;  // the guest without the words
constexpr std::uint32_t kNameplate = 7;

class Visits {
 public:
  Visits() {
    for (std::size_t i = 0; i < kGuests; ++i)
      guests_.emplace_back(proto::Ask{.nickname = std::to_string(i), .version = "1"}, rng_);
    note(host_.show(*InviteCode::parse("7-guitar-igloo"), now_));
  }

  void begin(std::size_t i) {
    const auto code = InviteCode::parse(i == kStranger ? "7-guitar-icepack" : "7-guitar-igloo");
    if (auto effects = guests_[i].begin(*code, now_)) note(i, *std::move(effects));
  }
  void to_host(std::size_t visit, ByteSpan body) {
    // The relay numbers visits as it likes.
    note(visited_[visit] ? host_.on_body(visit, body, now_)
                         : host_.on_visit(visit, kNameplate, body, now_));
    visited_[visit] = true;
  }
  void to_guest(std::size_t i, ByteSpan body) { note(i, guests_[i].on_body(body)); }
  /// Returns any body that was said so far.
  Bytes said(Script& script) const {
    return bodies_.empty() ? Bytes{} : bodies_[script.below(bodies_.size())];
  }
  void gone(std::size_t visit) {
    note(host_.on_gone(visit, now_));
    visited_[visit] = false;
  }
  void wait(Duration duration) {
    now_ = now_ + duration;
    note(host_.on_time(now_));
    for (std::size_t i = 0; i < kGuests; ++i) note(i, guests_[i].on_time(now_));
  }

 private:
  void note(std::size_t i, CodeGuestEffects effects) {
    if (effects.send) bodies_.push_back(*std::move(effects.send));
    if (!effects.granted) return;
    CHECK(i != kStranger && effects.granted->ticket == ticket_);
    CHECK(std::ranges::count(admitted_, effects.granted->pair.expose()) == 1);
  }
  void note(CodeHostEffects effects) {
    for (auto& say : effects.say) bodies_.push_back(std::move(say.body));
    for (const CodeNews& news : effects.news) {
      if (news.what != CodeNews::What::wrong_code) continue;
      CHECK(effects.ask_each && news.count == ++guesses_ && guesses_ <= CodeHost::kGuessesMax);
      CHECK((host_.code() == nullptr) == (guesses_ == CodeHost::kGuessesMax));
    }
    for (auto& admitted : effects.admitted) admitted_.push_back(admitted.pair.expose());
    for (const auto& asks : effects.asks) {
      CHECK(asks.ask.nickname != std::to_string(kStranger));
      note(host_.admit(asks.visit, ticket_, now_));
    }
  }

  SeededRng rng_{1};
  Instant now_{};
  CodeHost host_{rng_};
  std::vector<CodeGuest> guests_;
  bool visited_[4] = {};
  proto::Ticket ticket_{.addresses = {"192.0.2.7:7777"}};
  std::vector<Bytes> bodies_;
  std::vector<crypto::Digest> admitted_;
  std::size_t guesses_ = 0;
};

}  // namespace
}  // namespace fairdeal::meet

void fairdeal::fuzz(ByteSpan input) {
  Script script(input);
  fairdeal::meet::Visits visits;
  for (int i = 0; !script.done() && i < 30; ++i) {
    const std::size_t what = script.below(6), who = script.below(4);
    const std::size_t guest = who % fairdeal::meet::kGuests;
    Bytes body = visits.said(script);
    if (what >= 4) edit(body, script);
    if (what == 0) visits.begin(guest);
    if (what == 1 || what == 4) visits.to_host(who, body);
    if (what == 2 || what == 5) visits.to_guest(guest, body);
    if (what == 3 && who < 3) visits.gone(who);
    if (what == 3 && who == 3) visits.wait({1000 * static_cast<std::int64_t>(script.u8())});
  }
}
