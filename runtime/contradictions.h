#pragma once

#include "runtime/links.h"
#include "runtime/table.h"

namespace fairdeal::runtime {

/// Every contradiction that this member has seen, once each, and how the others come to know it: it
/// is sent to all, and attached to an entry, which makes the table convict its author.
class Contradictions {
 public:
  /// Notes one, shows it, and sends it to all but its author, who chose what to tell whom. Of one
  /// author a few are enough.
  void found(consensus::Equivocation evidence, const Links& links, Effects& out);
  /// Those that the table may still attach, one of each author, in `room` bytes; takes what they
  /// need off `room`.
  std::vector<proto::Attachment> attachments(const Table& table, std::size_t& room) const;
  const std::vector<consensus::Equivocation>& all() const { return all_; }

 private:
  std::vector<consensus::Equivocation> all_;
};

}  // namespace fairdeal::runtime
