#include "crypto/deck.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace fairdeal::crypto {

ByteArray<MaskedCard::kBytes> MaskedCard::encode() const {
  ByteArray<kBytes> out;
  std::ranges::copy(A.encode(), out.begin());
  std::ranges::copy(B.encode(), out.begin() + 32);
  return out;
}

Result<MaskedCard> MaskedCard::decode(std::span<const std::byte, kBytes> bytes) {
  FD_TRY(const Point A, Point::decode(bytes.subspan<0, 32>()));
  FD_TRY(const Point B, Point::decode_nonzero(bytes.subspan<32, 32>()));
  return MaskedCard{A, B};
}

Result<std::vector<MaskedCard>> MaskedCard::decode_all(ByteSpan bytes) {
  CHECK(bytes.size() % kBytes == 0);
  FD_TRY(const auto points, Point::decode_all(bytes));
  Deck deck;
  deck.reserve(points.size() / 2);
  for (std::size_t i = 0; i < points.size(); i += 2) {
    if (points[i + 1].is_identity()) return fail(Fault::not_canonical, "a card that is O");
    deck.push_back({points[i], points[i + 1]});
  }
  return deck;
}

std::vector<Point> points_of(const Deck& deck) {
  std::vector<Point> points;
  points.reserve(2 * deck.size());
  for (const MaskedCard& card : deck) points.insert(points.end(), {card.A, card.B});
  return points;
}

void keep_encodings(Deck& deck) {
  std::vector<Point> points = points_of(deck);
  keep_encodings(points);
  for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = {points[2 * i], points[2 * i + 1]};
}

/// Elements have one encoding each, so comparing encodings compares cards.
bool some_card_not_masked(const Deck& in, const Deck& out) {
  using Encoding = ByteArray<Point::kBytes>;
  const auto before = encode_all(points_of(in)), after = encode_all(points_of(out));
  std::set<std::pair<Encoding, Encoding>> cards;
  for (std::size_t i = 0; i < before.size(); i += 2) cards.emplace(before[i], before[i + 1]);
  for (std::size_t j = 0; j < after.size(); j += 2)
    if (after[j] == Encoding{} || cards.contains({after[j], after[j + 1]})) return true;
  return false;
}

Digest digest(const Deck& deck) {
  Bytes bytes;
  bytes.reserve(deck.size() * MaskedCard::kBytes);
  for (const MaskedCard& card : deck) {
    const auto encoded = card.encode();
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
  }
  return hash("deck", bytes);
}

Deck plain_deck(std::span<const Face> faces) {
  Deck deck;
  deck.reserve(faces.size());
  for (const Face face : faces) deck.push_back({.A = Point(), .B = card_point(face)});
  return deck;
}

namespace {
/// Returns the face of `found` = k + 1, and none of 0. It branches on a secret only in whether M is
/// a card at all, which is no secret: if not, a proof was false. It is a function of its own
/// because tests/ctime declassifies this branch by its name.
[[gnu::noinline]] std::optional<Face> card_found(std::uint32_t found) {
  if (found == 0) return std::nullopt;
  return Face(found - 1);
}
}  // namespace

std::optional<Face> face_of(const Point& M, std::size_t faces) {
  // k + 1. The loop compares every card and has no branch, so that its time does not tell k.
  std::uint32_t found = 0;
  for (std::uint32_t k = 0; k < faces; ++k) {
    const std::uint32_t here = -static_cast<std::uint32_t>(M == card_point(Face(k)));
    found = (found & ~here) | ((k + 1) & here);
  }
  return card_found(found);
}

}  // namespace fairdeal::crypto
