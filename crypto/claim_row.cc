#include "crypto/claim_row.h"

#include <algorithm>
#include <array>
#include <map>

#include "crypto/generators.h"

namespace fairdeal::crypto {
namespace {

/// One term of an entry: a multiple of a face.
struct EntryTerm {
  std::size_t point;  // the place of the face in the row
  Scalar k;
};

/// The entries of a choice. Where each names the same single card, its weight is the scale of the
/// choice, and an entry is a face less the card's ground.
struct ChoiceSums {
  std::vector<std::size_t> faces;             // one an entry, if all name the same single card
  std::optional<std::size_t> ground;          // of that card
  std::vector<std::vector<EntryTerm>> terms;  // of each entry, if not
};

/// The faces of a claim, by ascending number, and the place of each among them.
class FacesOf {
 public:
  explicit FacesOf(const Claim& claim) {
    std::array<bool, kGeneratorsMax> occurs{};
    for (const auto& ground : claim.grounds())
      if (ground) occurs[ground->value] = true;
    for (const auto& choice : claim.choices())
      for (const auto& entry : choice)
        for (const auto& named : entry) occurs[named.face.value] = true;
    for (std::uint32_t k = 0; k < kGeneratorsMax; ++k) {
      if (!occurs[k]) continue;
      place_[k] = points_.size();
      points_.push_back(card_point(Face(k)));
    }
  }
  std::size_t place(Face face) const { return place_[face.value]; }
  const std::vector<Point>& points() const { return points_; }

 private:
  std::array<std::size_t, kGeneratorsMax> place_{};
  std::vector<Point> points_;
};

/// Returns the card that every entry names and no other, if there is one.
std::optional<std::uint32_t> only_card(const Claim::Choice& choice) {
  const std::uint32_t card = choice[0][0].card;
  for (const auto& entry : choice)
    if (entry.size() != 1 || entry[0].card != card) return std::nullopt;
  return card;
}

std::vector<EntryTerm> terms_of(const Claim::Entry& entry, const Claim& claim, const FacesOf& faces,
                                std::span<const Scalar> w) {
  std::map<std::size_t, Scalar> scalars;  // by place
  for (const auto& [card, face] : entry) {
    Scalar& k = scalars[faces.place(face)];
    k = k + w[card];
    if (const auto& ground = claim.grounds()[card]) {
      Scalar& g = scalars[faces.place(*ground)];
      g = g - w[card];
    }
  }
  std::vector<EntryTerm> terms;
  for (const auto& [place, k] : scalars) terms.push_back({place, k});
  return terms;
}

/// Adds the values of a choice whose entries name one card each, the same.
void collect_faces(const ChoiceSums& choice, std::span<const Scalar> v, std::span<Scalar> sums) {
  const std::size_t last = choice.faces.size() - 1;
  for (std::size_t i = 0; i < v.size(); ++i) {
    Scalar& sum = sums[choice.faces[std::min(i, last)]];
    sum = sum + v[i];
  }
  if (!choice.ground) return;
  Scalar& sum = sums[*choice.ground];
  for (const Scalar& value : v) sum = sum - value;
}

void collect_terms(const ChoiceSums& choice, std::span<const Scalar> v, std::span<Scalar> sums) {
  const std::size_t last = choice.terms.size() - 1;
  Secrets<Scalar> scratch(2);
  Scalar &value = scratch[0], &product = scratch[1];
  for (std::size_t i = 0; i <= last; ++i) {
    value = v[i];
    if (i == last)
      for (const Scalar& repeated : v.subspan(last + 1)) value = value + repeated;
    for (const auto& [point, k] : choice.terms[i]) {
      product = value * k;
      sums[point] = sums[point] + product;
    }
  }
}

}  // namespace

PickRow claim_row(const Claim& claim, std::span<const Scalar> w) {
  CHECK(w.size() == claim.cards());
  const FacesOf faces(claim);
  PickRow row;
  row.m = claim.bits();
  row.B = faces.points();
  std::vector<ChoiceSums> choices;
  for (const Claim::Choice& choice : claim.choices()) {
    ChoiceSums& sums = choices.emplace_back();
    if (const auto card = only_card(choice)) {
      row.scale.push_back(w[*card]);
      for (const auto& entry : choice) sums.faces.push_back(faces.place(entry[0].face));
      if (const auto& ground = claim.grounds()[*card]) sums.ground = faces.place(*ground);
    } else {
      row.scale.push_back(Scalar::from_u64(1));
      for (const auto& entry : choice) sums.terms.push_back(terms_of(entry, claim, faces, w));
    }
  }
  row.collect = [choices = std::move(choices)](std::size_t s, std::span<const Scalar> v,
                                               std::span<Scalar> sums) {
    if (choices[s].terms.empty())
      collect_faces(choices[s], v, sums);
    else
      collect_terms(choices[s], v, sums);
  };
  return row;
}

}  // namespace fairdeal::crypto
