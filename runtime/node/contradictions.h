#pragma once

#include <map>

#include "runtime/node/links.h"
#include "runtime/state/table.h"

namespace fairdeal::node {

/// The contradictions that this member has seen, each once. Each is sent to the others and attached
/// to an entry; the record that has the entry convicts their author.
///
/// Of each author one that an entry can attach has a place of its own, however many others are
/// kept. Why: a liar could fill any quota with what is too large or too old to be attached, and
/// nothing that it signs after that would convict it.
class Contradictions {
 public:
  /// Keeps a contradiction, shows it in a notice, and sends it to everybody connected but its
  /// author. It keeps only a few of each author.
  void found(consensus::Equivocation evidence, const state::Table& table, const Links& links,
             Effects& out);
  /// Returns the contradictions that an entry of this step may attach, one of each author, in at
  /// most `room` bytes, and subtracts their size from `room`.
  std::vector<proto::Attachment> attachments(const state::Table& table, std::size_t& room) const;
  const std::vector<consensus::Equivocation>& all() const { return all_; }

 private:
  /// The step and the size of a contradiction.
  struct Place {
    Step step;
    std::size_t size;
  };
  static std::optional<Place> place_of(const consensus::Equivocation& evidence);
  bool takes_place(const consensus::Equivocation& evidence, const Place& place,
                   const state::Table& table) const;

  std::vector<consensus::Equivocation> all_;
  std::map<Seat, consensus::Equivocation> attachable_;  ///< one of each author; it is in all_, too
};

}  // namespace fairdeal::node
