#include "crypto/claim.h"

#include <algorithm>
#include <bit>

#include "base/encode.h"
#include "crypto/generators.h"
#include "crypto/oblivious.h"

namespace fairdeal::crypto {
namespace {

constexpr std::uint32_t kNoGround = 0xffffffff;

tl::unexpected<Error> bad_claim(std::string_view why) {
  return fail(Fault::rules, "bad claim: " + std::string(why));
}

/// Returns m for a longest choice of `entries` entries.
std::size_t bits_for(std::size_t entries) {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(entries - 1)));
}

Result<> check_entry(const Claim::Entry& entry, const Claim::Grounds& grounds) {
  if (entry.empty()) return bad_claim("an entry without a card");
  for (std::size_t i = 0; i < entry.size(); ++i) {
    const auto& [card, face] = entry[i];
    if (card >= grounds.size()) return bad_claim("a card that is not there");
    if (face.value >= kGeneratorsMax) return bad_claim("a face that is none");
    if (i > 0 && entry[i - 1].card >= card) return bad_claim("cards do not ascend");
    if (grounds[card] == face) return bad_claim("a pair names a ground");
  }
  return {};
}

/// Checks that a card without a ground is named by every entry of one choice, and by no other
/// choice. `chosen` counts for each card the choices that name it so far.
Result<> check_names(const Claim::Choice& choice, const Claim::Grounds& grounds,
                     std::vector<std::size_t>& chosen) {
  std::vector<std::size_t> naming(grounds.size(), 0);
  for (const Claim::Entry& entry : choice)
    for (const auto& named : entry) ++naming[named.card];
  for (std::size_t card = 0; card < grounds.size(); ++card) {
    if (naming[card] == 0 || grounds[card]) continue;
    if (naming[card] != choice.size()) return bad_claim("a card is missing in an entry");
    if (++chosen[card] > 1) return bad_claim("two choices name a card");
  }
  return {};
}

/// Returns the indices if the claim holds of the cards. That is no secret: a program asks first,
/// and proves no claim that is false. It is a function of its own because tests/ctime declassifies
/// this branch by its name.
[[gnu::noinline]] std::optional<Secrets<std::uint32_t>> indices_if(std::uint32_t holds,
                                                                   Secrets<std::uint32_t> indices) {
  if (holds == 0) return std::nullopt;
  return indices;
}

}  // namespace

Result<Claim> Claim::of(Grounds grounds, std::vector<Choice> choices) {
  if (grounds.empty() || grounds.size() > kCardsMax) return bad_claim("number of cards");
  if (choices.empty()) return bad_claim("no choice");
  std::size_t longest = 0, pairs = 0;
  for (const Choice& choice : choices) {
    if (choice.empty()) return bad_claim("a choice without an entry");
    longest = std::max(longest, choice.size());
    for (const Entry& entry : choice) pairs += entry.size();
  }
  const std::size_t m = bits_for(longest);
  if (m > kBitsMax || choices.size() > kAllBitsMax / m || pairs > kPairsMax)
    return bad_claim("too long");

  for (const auto& ground : grounds)
    if (ground && ground->value >= kGeneratorsMax) return bad_claim("a ground that is none");
  std::vector<std::size_t> chosen(grounds.size(), 0);
  for (const Choice& choice : choices) {
    for (std::size_t i = 0; i < choice.size(); ++i) {
      FD_TRY(check_entry(choice[i], grounds));
      if (i > 0 && choice[i - 1] >= choice[i]) return bad_claim("entries do not ascend");
    }
    FD_TRY(check_names(choice, grounds, chosen));
  }
  for (std::size_t card = 0; card < grounds.size(); ++card)
    if (!grounds[card] && chosen[card] == 0) return bad_claim("no choice names a card");
  return Claim(std::move(grounds), std::move(choices), m);
}

bool Claim::has_grounds() const {
  return std::ranges::any_of(grounds_, [](const auto& ground) { return ground.has_value(); });
}

Bytes Claim::encode() const {
  const auto u32 = [](std::size_t value) { return static_cast<std::uint32_t>(value); };
  Writer writer;
  writer.u32(u32(cards()));
  for (const auto& ground : grounds_) writer.u32(ground ? ground->value : kNoGround);
  writer.u32(u32(choices_.size()));
  for (const Choice& choice : choices_) {
    writer.u32(u32(choice.size()));
    for (const Entry& entry : choice) {
      writer.u32(u32(entry.size()));
      for (const auto& [card, face] : entry) writer.u32(card).u32(face.value);
    }
  }
  return std::move(writer).bytes();
}

std::optional<Secrets<std::uint32_t>> Claim::indices(const Secrets<std::uint32_t>& faces) const {
  CHECK(faces.size() == cards());
  const auto equal = [](std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>(mask_if_equal(a, b));
  };
  std::uint32_t claim_holds = ~0U;
  Secrets<std::uint32_t> indices(choices_.size());
  Secrets<std::uint32_t> named(cards());  // by how many picked entries
  for (std::size_t s = 0; s < choices_.size(); ++s) {
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < choices_[s].size(); ++i) {
      std::uint32_t holds = ~0U;
      for (const auto& [card, face] : choices_[s][i]) holds &= equal(faces[card], face.value);
      const std::uint32_t picked = holds & ~found;
      for (const auto& pair : choices_[s][i]) named[pair.card] += picked & 1;
      indices[s] |= i & picked;
      found |= holds;
    }
    claim_holds &= found;
  }
  // A card with a ground is named once, or has its ground. If it were named twice, the entries
  // would contradict each other, whatever its face is (docs/decks.md#among).
  for (std::size_t card = 0; card < cards(); ++card)
    if (grounds_[card])
      claim_holds &= equal(named[card], 1) |
                     (equal(named[card], 0) & equal(faces[card], grounds_[card]->value));
  return indices_if(claim_holds, std::move(indices));
}

}  // namespace fairdeal::crypto
