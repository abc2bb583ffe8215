#include "tests/consensus/explore/fingerprint.h"

#include <string_view>

#include "tests/consensus/explore/said.h"

namespace fairdeal::explore {
namespace {

using consensus::Agreement;

// Explicit instantiation may name private members: so the class needs no door for its tests.
template <class Name, auto Member>
struct Peek {
  friend constexpr auto member(Name) { return Member; }
};

struct Entries {
  friend constexpr auto member(Entries);
};
struct Candidates {
  friend constexpr auto member(Candidates);
};
struct Rounds {
  friend constexpr auto member(Rounds);
};
struct Furthest {
  friend constexpr auto member(Furthest);
};
struct ProvedRecord {
  friend constexpr auto member(ProvedRecord);
};
struct Own {
  friend constexpr auto member(Own);
};
struct PrevotesAt {
  friend constexpr auto member(PrevotesAt);
};
struct PrecommitsAt {
  friend constexpr auto member(PrecommitsAt);
};
template struct Peek<Entries, &Agreement::entries_>;
template struct Peek<Candidates, &Agreement::candidates_>;
template struct Peek<Rounds, &Agreement::rounds_>;
template struct Peek<Furthest, &Agreement::furthest_>;
template struct Peek<ProvedRecord, &Agreement::proved_>;
template struct Peek<Own, &Agreement::own_>;
template struct Peek<PrevotesAt, &Agreement::prevotes_at_>;
template struct Peek<PrecommitsAt, &Agreement::precommits_at_>;

class Hasher {
 public:
  Hasher& number(std::uint64_t x) {
    words_[0] = mix(words_[0] + x);
    words_[1] = mix(words_[1] ^ (x + 0x2545f4914f6cdd1d));
    return *this;
  }
  Hasher& bytes(const Bytes& bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return number(std::hash<std::string_view>()(text));
  }
  Hasher& outcome(const proto::Outcome& outcome) {
    std::uint64_t word;
    std::ranges::copy_n(outcome.record.bytes.begin(), sizeof(word),
                        reinterpret_cast<std::byte*>(&word));
    return number(word);
  }
  Fingerprint done() const { return {words_}; }

 private:
  std::array<std::uint64_t, 2> words_{1, 2};
};

}  // namespace

Fingerprint fingerprint(const Agreement& agreement) {
  Hasher h;
  h.number(agreement.round().value);
  h.number((agreement.*member(PrevotesAt{})).has_value());
  h.number((agreement.*member(PrecommitsAt{})).has_value());
  for (const auto& slot : agreement.*member(Entries{})) {
    h.number(slot.size());
    for (const auto& answer : slot) h.bytes(consensus::entry_in(answer)->body());
  }
  for (const auto& candidate : agreement.*member(Candidates{})) h.outcome(candidate.outcome);
  for (const auto& [round, votes] : agreement.*member(Rounds{})) {
    if (votes.prevotes.voters() + votes.precommits.voters() == 0 && !votes.proposal) continue;
    h.number(round.value);
    for (const auto* vote : votes.prevotes.all()) h.number(vote->by().value).bytes(vote->body());
    for (const auto* vote : votes.precommits.all()) h.number(vote->by().value).bytes(vote->body());
    if (votes.proposal) h.bytes(votes.proposal->body());
  }
  for (const auto& [voter, round] : agreement.*member(Furthest{}))
    h.number(voter.value).number(round.value);
  if (const auto& proved = agreement.*member(ProvedRecord{}))
    h.number(proved->round.value).outcome(proved->candidate.outcome);
  if (const auto& own = agreement.*member(Own{})) h.outcome(*own);
  return h.done();
}

}  // namespace fairdeal::explore
