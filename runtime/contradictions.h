#pragma once

#include "runtime/links.h"
#include "runtime/table.h"

namespace fairdeal::runtime {

/// The contradictions that this member has seen, each once. Each is sent to the others and attached
/// to an entry; the record that has the entry convicts their author.
class Contradictions {
 public:
  /// Keeps a contradiction, shows it in a notice, and sends it to everybody connected but its
  /// author. It keeps only a few of each author.
  void found(consensus::Equivocation evidence, const Links& links, Effects& out);
  /// Returns the contradictions that an entry of this step may attach, one of each author, in at
  /// most `room` bytes, and subtracts their size from `room`.
  std::vector<proto::Attachment> attachments(const Table& table, std::size_t& room) const;
  const std::vector<consensus::Equivocation>& all() const { return all_; }

 private:
  std::vector<consensus::Equivocation> all_;
};

}  // namespace fairdeal::runtime
