#include "runtime/meet/admission.h"

#include <algorithm>

#include "crypto/keyed_hash.h"

namespace fairdeal::meet {

/// Returns whether this guest proves to be a contact that may come to this table.
bool Admission::is_wanted_contact(const proto::PublicKey& guest, const proto::Join& join,
                                  const LinkId& link) const {
  const Contact* contact = contact_of(contacts_, guest);
  if (contact == nullptr || contact->blocked) return false;
  if (policy_ != proto::Policy::known && !contact->invited) return false;
  const Bytes proof = contact_proof(contact->secret, link, host_, guest);
  return crypto::same_in_constant_time(proof, join.proof);
}

Admission::Decision Admission::decide(const proto::PublicKey& guest, const proto::Join& join,
                                      const LinkId& link, Instant now) {
  if (std::ranges::count(barred_, guest) > 0) return Decision::kicked;
  if (policy_ == proto::Policy::open || std::ranges::count(let_in_, guest) > 0)
    return Decision::admitted;
  const Decision invited = policy_ == proto::Policy::ask ? Decision::ask : Decision::admitted;
  if (join.how == proto::Invited::by_code) {
    const auto entry = std::ranges::find(by_code_, guest, &ByCode::guest);
    if (entry == by_code_.end() || now >= entry->until) return Decision::not_invited;
    return asks_about_codes_ ? Decision::ask : invited;
  }
  if (join.how == proto::Invited::by_contact)
    return is_wanted_contact(guest, join, link) ? invited : Decision::not_invited;
  if (join.how != proto::Invited::by_link) return Decision::not_invited;
  for (Invitation& invitation : invitations_) {
    const Bytes proof = link_proof(invitation.token, link, host_, guest);
    if (!crypto::same_in_constant_time(proof, join.proof)) continue;
    if (now >= invitation.until) return Decision::link_expired;
    if (invitation.once && invitation.used_by.value_or(guest) != guest) return Decision::link_used;
    if (invitation.once) invitation.used_by = guest;
    return invitation.asks ? invited : Decision::admitted;
  }
  return Decision::not_invited;
}

}  // namespace fairdeal::meet
