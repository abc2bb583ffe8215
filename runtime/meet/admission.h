#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "proto/messages.h"
#include "runtime/meet/contact.h"
#include "runtime/meet/join_proof.h"

namespace fairdeal::meet {

/// An invitation that the host gave out: a link. Anybody with its token may sit down.
struct Invitation {
  Token token{};
  Instant until = never();  ///< when the link is expired, 24 hours after it was made (cli/host.cc)
  bool once = false;        ///< --once: it serves the first identity that comes by it, and no other
  bool asks = true;         ///< the policy `ask` applies; false for the host's own bots
  std::optional<proto::PublicKey> used_by{};  ///< of a link with `once`: whom it serves
};

/// Decides who may sit down at a host's table. It knows nothing of seats.
class Admission {
 public:
  enum class Decision {
    admitted,
    ask,
    not_invited,
    link_expired,  ///< the guest has a link of this table that was good until a while ago
    link_used,     ///< the guest has a link that serves one identity, and served another
    kicked
  };

  Admission(proto::Policy policy, std::vector<Invitation> invitations, const proto::PublicKey& host,
            Contacts contacts = {})
      : policy_(policy),
        invitations_(std::move(invitations)),
        host_(host),
        contacts_(std::move(contacts)) {}

  /// Decides about a guest that asks to sit down over the connection `link`. An invitation that
  /// serves one identity belongs to `guest` from then on.
  Decision decide(const proto::PublicKey& guest, const proto::Join& join, const LinkId& link,
                  Instant now);
  /// Notes that this guest knew the host's code: it may join by it until then. The list has no
  /// limit, because each entry took a visit with the right words.
  void came_by_code(const proto::PublicKey& guest, Instant until) {
    std::erase_if(by_code_, [&](const ByCode& b) { return b.guest == guest; });
    by_code_.push_back({guest, until});
  }
  /// Makes the host's person decide about everybody who comes by a code. Nobody guesses links, so
  /// who comes by one is admitted as before.
  void ask_about_codes() { asks_about_codes_ = true; }
  /// Note that the host's person lets this guest in, or never again. The lists have no limit,
  /// because a person types each entry.
  void let_in(const proto::PublicKey& guest) { let_in_.push_back(guest); }
  void bar(const proto::PublicKey& guest) { barred_.push_back(guest); }

  proto::Policy policy() const { return policy_; }
  const std::vector<Invitation>& invitations() const { return invitations_; }

 private:
  struct ByCode {
    proto::PublicKey guest;
    Instant until;
  };

  bool is_wanted_contact(const proto::PublicKey& guest, const proto::Join& join,
                         const LinkId& link) const;

  proto::Policy policy_;
  bool asks_about_codes_ = false;
  std::vector<Invitation> invitations_;
  proto::PublicKey host_;
  Contacts contacts_;
  std::vector<ByCode> by_code_;
  std::vector<proto::PublicKey> let_in_;
  std::vector<proto::PublicKey> barred_;
};

}  // namespace fairdeal::meet
