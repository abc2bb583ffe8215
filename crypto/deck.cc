#include "crypto/deck.h"

#include <algorithm>

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

void keep_encodings(Deck& deck) {
  std::vector<Point> points;
  points.reserve(2 * deck.size());
  for (const MaskedCard& card : deck) points.insert(points.end(), {card.A, card.B});
  keep_encodings(points);
  for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = {points[2 * i], points[2 * i + 1]};
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
/// k + 1, or 0: that M is no card is no secret, a proof was false. By this name tests/ctime lets
/// the branch be.
[[gnu::noinline]] std::optional<Face> card_found(std::uint32_t found) {
  if (found == 0) return std::nullopt;
  return Face(found - 1);
}
}  // namespace

std::optional<Face> face_of(const Point& M, std::size_t faces) {
  std::uint32_t found = 0;  // k + 1; to the end and without a branch: the time must not tell k
  for (std::uint32_t k = 0; k < faces; ++k) {
    const std::uint32_t here = -static_cast<std::uint32_t>(M == card_point(Face(k)));
    found = (found & ~here) | ((k + 1) & here);
  }
  return card_found(found);
}

}  // namespace fairdeal::crypto
