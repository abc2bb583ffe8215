#include "ui/seat/chaos.h"

#include <charconv>

#include "base/overloaded.h"
#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::seat {
namespace {

constexpr std::uint64_t kStepMax = 1'000'000;
constexpr std::uint64_t kSecondsMax = 3'600;

/// Takes a number off the front of `rest`, and the character `after` behind it. If `after` is 0,
/// the number must be the last in `rest`. Returns none if that fails or the number is above `max`.
std::optional<std::uint64_t> number(std::string_view& rest, char after, std::uint64_t max) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc() || value > max) return {};
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  if (after == 0) return rest.empty() ? std::optional(value) : std::nullopt;
  if (!rest.starts_with(after)) return {};
  rest.remove_prefix(1);
  return value;
}

std::optional<Seat> seat(std::string_view& rest, char after) {
  const auto value = number(rest, after, 31);
  return value ? std::optional(Seat(static_cast<std::uint32_t>(*value))) : std::nullopt;
}

std::optional<Step> step(std::string_view& rest, char after) {
  const auto value = number(rest, after, kStepMax);
  return value ? std::optional(Step(*value)) : std::nullopt;
}

using proto::Entry;
using proto::Payload;

/// Returns the payload with something false in it, or none for a kind that has nothing to falsify.
std::optional<Payload> falsified(Payload payload) {
  const bool done = std::visit(
      Overloaded{
          [](proto::KeyPayload& p) { return std::swap(p.proof, p.encryption_proof), true; },
          [](proto::SharesPayload& p) { return p.commitments.pop_back(), true; },
          [](proto::ShufflePayload& p) {
            if (p.deck.size() == 1) return p.deck[0].B = p.deck[0].A + p.deck[0].B, true;
            return std::swap(p.deck[0], p.deck[1]), true;
          },
          [](proto::DecryptPayload& p) { return p.shares[0] = p.shares[0] + p.shares[0], true; },
          [](proto::CoinPayload& p) { return p.shares[0] = p.shares[0] + p.shares[0], true; },
          [](proto::RevealPayload& p) { return p.salt[0] ^= std::byte{1}, true; },
          [](proto::MovePayload& p) { return p.action = "\"no such move\"", true; },
          [](proto::RecoverPayload& p) { return p.shares.pop_back(), true; },
          [](proto::CopyPayload& p) { return p.cards[0].B = p.cards[0].A + p.cards[0].B, true; },
          [](auto&) { return false; }},
      payload);
  return done ? std::optional(std::move(payload)) : std::nullopt;
}

}  // namespace

std::vector<std::string> lies() { return {"proof", "entry", "vote"}; }

Result<Chaos> parse_chaos(const std::string& text) {
  const auto wrong = [&] {
    return fail(Fault::bad_parameters,
                "'" + text +
                    "' is none of kill:SEAT@STEP, kill-back:SEAT@STEP, silent:SEAT@STEP, "
                    "lie:SEAT@STEP:proof|entry|vote, cut:SEAT-SEAT@STEP:SECONDS");
  };
  std::string_view rest = text;
  const auto colon = rest.find(':');
  if (colon == std::string_view::npos) return wrong();
  const std::string_view what = rest.substr(0, colon);
  rest.remove_prefix(colon + 1);
  Chaos chaos{Chaos::What::kill, {}, {}, {}, {}, {}};
  if (what == "kill-back")
    chaos.what = Chaos::What::kill_back;
  else if (what == "silent")
    chaos.what = Chaos::What::silent;
  else if (what == "lie")
    chaos.what = Chaos::What::lie;
  else if (what == "error")
    chaos.what = Chaos::What::error;
  else if (what == "cut")
    chaos.what = Chaos::What::cut;
  else if (what != "kill")
    return wrong();

  const bool cut = chaos.what == Chaos::What::cut;
  const bool lie = chaos.what == Chaos::What::lie;
  const auto first = seat(rest, cut ? '-' : '@');
  const auto second = cut && first ? seat(rest, '@') : first;
  if (!first || !second) return wrong();
  const auto from = step(rest, cut || lie ? ':' : 0);
  if (!from) return wrong();
  chaos.seat = *first;
  chaos.other = *second;
  chaos.step = *from;
  if (cut) {
    const auto seconds = number(rest, 0, kSecondsMax);
    if (!seconds || *first == *second) return wrong();
    chaos.duration = {static_cast<std::int64_t>(*seconds) * 1000};
  }
  if (lie) {
    chaos.lie = rest;
    const auto known = lies();
    if (std::find(known.begin(), known.end(), chaos.lie) == known.end()) return wrong();
  }
  return chaos;
}

std::optional<std::vector<Bytes>> Saboteur::operator()(const node::Node& node, Seat to,
                                                       ByteSpan frame) {
  for (const Chaos& chaos : plan_) {
    if (chaos.seat != node.me() || node.table().step() < chaos.step) continue;
    if (chaos.what == Chaos::What::silent) return std::vector<Bytes>();
    if (chaos.what != Chaos::What::lie) continue;
    const auto honest = proto::decode_message(frame);
    if (const auto told = honest ? lie(chaos, node, to, *honest) : std::nullopt)
      return std::vector<Bytes>{proto::encode(*told)};
  }
  return {};
}

/// Returns a lie in place of an honest message, or none. The seat lies at the first step that gives
/// it an occasion, and at no other. With KIND `entry` or `vote` it lies to the seats with odd
/// numbers, and tells the others the truth.
std::optional<proto::Message> Saboteur::lie(const Chaos& chaos, const node::Node& node, Seat to,
                                            const proto::Message& honest) {
  const auto& charter = node.table().charter();
  if (const auto* frame = std::get_if<proto::EntryFrame>(&honest);
      frame != nullptr && frame->envelope.by == node.me() && chaos.lie != "vote") {
    const auto opened = proto::verify_entry(frame->envelope, charter);
    if (!opened || (lied_at_ && *lied_at_ != opened->message().step)) return {};
    Entry entry = opened->message();
    if (chaos.lie == "entry") {
      if (to.value % 2 == 0) return {};
      const proto::Presence here{entry.table, entry.step, proto::Presence::What::back};
      entry.attachments.emplace_back(
          proto::PresenceAttachment{proto::envelope(proto::sign(node.me(), here, key_))});
    } else {
      auto payload = falsified(std::move(entry.payload));
      if (!payload) return {};
      entry.payload = *std::move(payload);
    }
    lied_at_ = entry.step;
    return proto::EntryFrame{proto::envelope(proto::sign(node.me(), std::move(entry), key_))};
  }
  if (const auto* frame = std::get_if<proto::VoteFrame>(&honest);
      frame != nullptr && frame->envelope.by == node.me() && chaos.lie == "vote") {
    const auto opened = proto::verify_vote(frame->envelope, charter);
    if (!opened || to.value % 2 == 0 || (lied_at_ && *lied_at_ != opened->message().step))
      return {};
    proto::Vote vote = opened->message();
    if (!vote.outcome) return {};
    vote.outcome.reset();
    vote.proved.reset();
    lied_at_ = vote.step;
    return proto::VoteFrame{proto::envelope(proto::sign(node.me(), vote, key_))};
  }
  return {};
}

}  // namespace fairdeal::seat
