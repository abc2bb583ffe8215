#include "tests/sim/any_field.h"

#include <algorithm>

#include "base/overloaded.h"
#include "base/random_index.h"
#include "proto/codec.h"
#include "proto/limits.h"

namespace fairdeal::sim {
namespace {

/// How many bodies of each kind are remembered: the latest, of several rounds and steps.
constexpr std::size_t kBodiesMax = 64;
constexpr std::size_t kMadeMax = 256;

/// The domain in which each kind is signed (proto/envelope.cc).
constexpr std::array<std::string_view, 5> kDomains{"entry", "vote", "proposal", "presence",
                                                   "passed"};

}  // namespace

std::vector<AnyField::Statement> AnyField::statements_in(const proto::Message& message) {
  std::vector<Statement> found;
  std::visit(Overloaded{[&](const proto::EntryFrame& m) {
                          found.push_back({Kind::entry, m.envelope});
                        },
                        [&](const proto::VoteFrame& m) {
                          found.push_back({Kind::vote, m.envelope});
                        },
                        [&](const proto::ProposalFrame& m) {
                          found.push_back({Kind::proposal, m.envelope});
                          for (const auto& vote : m.votes) found.push_back({Kind::vote, vote});
                        },
                        [&](const proto::PresenceFrame& m) {
                          found.push_back({Kind::presence, m.envelope});
                        },
                        [&](const proto::PassedFrame& m) {
                          found.push_back({Kind::passed, m.envelope});
                        },
                        [](const auto&) {}},
             message);
  return found;
}

proto::Message AnyField::message_of(const Statement& s, std::vector<proto::Envelope> votes) {
  switch (s.kind) {
    case Kind::entry:
      return proto::EntryFrame{s.envelope};
    case Kind::vote:
      return proto::VoteFrame{s.envelope};
    case Kind::proposal:
      return proto::ProposalFrame{
          s.envelope, std::move(votes),
          records_.empty() || one_in(8)
              ? std::vector<proto::Answer>()
              : records_[records_.size() - 1 -
                         random_index(*rng_, std::min<std::size_t>(records_.size(), 2))]};
    case Kind::presence:
      return proto::PresenceFrame{s.envelope};
    case Kind::passed:
      break;
  }
  return proto::PassedFrame{s.envelope};
}

void AnyField::hear(const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  if (!message) return;
  if (const auto* proposal = std::get_if<proto::ProposalFrame>(&*message)) {
    records_.push_back(proposal->record);
    if (records_.size() > kBodiesMax) records_.pop_front();
  }
  for (auto& [kind, envelope] : statements_in(*message)) {
    auto& bodies = bodies_[static_cast<std::size_t>(kind)];
    if (std::ranges::find(bodies, envelope.body) != bodies.end()) continue;
    seen_.look(std::string(kDomains[static_cast<std::size_t>(kind)]), envelope.body);
    bodies.push_back(envelope.body);
    if (bodies.size() > kBodiesMax) bodies.pop_front();
    if (kind != Kind::vote) continue;
    votes_.push_back(std::move(envelope));
    if (votes_.size() > proto::kGroundsMax) votes_.pop_front();
  }
}

/// Returns a frame with this body, in which up to three fields are changed, signed again.
Bytes AnyField::changed(Kind kind, Bytes body) {
  const std::string_view domain = kDomains[static_cast<std::size_t>(kind)];
  for (std::uint64_t edits = 1 + rng_->below(3); edits > 0; --edits)
    body = change_a_field(body, std::string(domain), seen_, *rng_);
  auto signature = key_->sign(domain, body);
  if (one_in(64)) signature.bytes[random_index(*rng_, signature.bytes.size())] ^= std::byte{1};
  std::vector<proto::Envelope> grounds;
  for (const auto& vote : votes_)
    if (!one_in(8)) grounds.push_back(vote);
  Bytes frame =
      proto::encode(message_of({kind, {me_, std::move(body), signature}}, std::move(grounds)));
  ++told_;
  if (made_.size() < kMadeMax)
    made_.push_back(frame);
  else
    made_[random_index(*rng_, kMadeMax)] = frame;
  return frame;
}

/// Returns a statement made out of one that anybody signed, mostly out of a late one.
Bytes AnyField::another(Kind kind) {
  const auto& bodies = bodies_[static_cast<std::size_t>(kind)];
  if (bodies.empty()) return {};
  const std::size_t among = one_in(4) ? bodies.size() : std::min<std::size_t>(bodies.size(), 8);
  return changed(kind, bodies[bodies.size() - 1 - random_index(*rng_, among)]);
}

std::vector<Bytes> AnyField::say(const Bytes& frame) {
  hear(frame);
  const auto message = proto::decode_message(frame);
  if (!message) return {frame};
  std::vector<Bytes> frames;
  if (one_in(8)) frames.push_back(another(one_in(2) ? Kind::vote : Kind::proposal));
  if (one_in(16)) frames.push_back(another(static_cast<Kind>(rng_->below(kKinds))));
  if (one_in(8) && !made_.empty()) frames.push_back(made_[random_index(*rng_, made_.size())]);
  const auto statements = statements_in(*message);
  if (statements.empty() || statements.front().envelope.by != me_) {
    frames.push_back(frame);
    return frames;
  }
  const auto [found, fresh] = instead_.try_emplace(statements.front().envelope.body);
  auto& [kind, envelope] = statements.front();
  for (std::uint64_t more = fresh && one_in(2) ? 1 + rng_->below(3) : 0; more > 0; --more)
    found->second.push_back(one_in(4) ? another(kind) : changed(kind, envelope.body));
  if (found->second.empty() || one_in(2)) frames.push_back(frame);
  for (const Bytes& other : found->second)
    if (one_in(2)) frames.push_back(other);
  return frames;
}

}  // namespace fairdeal::sim
