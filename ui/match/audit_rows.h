#pragma once

#include <array>

#include "ui/match/audit_words.h"
#include "ui/match/frames.h"

namespace fairdeal::match {

/// A good record, as a row of a report.
struct AuditRow {
  std::uint64_t record = 0;
  std::int64_t hand = 0;
  std::string street{};
  std::vector<std::string> lines{};
  SeatSet absent{};  ///< whom it counts as absent
  SeatSet voted{};   ///< whose votes decided it
  std::size_t voters = 0;
  std::string head{};  ///< the first 16 hexadecimal digits
};

/// An answer of the record that fails, beside what that place asks for.
struct AuditAnswer {
  std::string expected;     ///< "Carol: Shuffle"
  std::string found{};      ///< "an entry of 4,312 bytes"
  std::string digest{};     ///< of the signed bytes; "" if there are none
  std::string signature{};  ///< in hexadecimal; "" if there is none
  std::string wrong{};      ///< why it cannot stand there; "" if it can
};

/// The record that fails, taken apart.
struct AuditFailure {
  bool read = false;  ///< whether the bytes are a record at all
  std::vector<AuditAnswer> answers{};
  std::vector<std::string> other_places{};  ///< what is asked for and not there
  SeatSet voted{};                          ///< whose name is on a vote for it
  std::size_t needed = 0;                   ///< how many votes it needs
  std::string head{};                       ///< the head that it has to follow
  std::uint64_t after = 0;                  ///< how many records come after it, which nobody judged
};

/// Gathers what a report says of one transcript while an audit reads it.
class AuditRows {
 public:
  explicit AuditRows(const std::filesystem::path& transcript)
      : frames_(transcript, Frames::Keep::last) {}

  void on(const audit::Audited& audited);
  /// Takes the record apart at which the audit stopped of the transcript that begins at this byte
  /// of a file.
  AuditFailure failure(const std::filesystem::path& file, std::uint64_t begins, Rng& rng) const;

  const std::vector<AuditRow>& rows() const { return rows_; }
  /// Returns how many answers of this kind were checked.
  std::uint64_t count(proto::Kind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
  std::uint64_t votes() const { return votes_; }
  std::uint64_t proofs() const { return proofs_; }
  std::uint64_t answers() const;

 private:
  static constexpr std::size_t kKinds = std::variant_size_v<proto::Payload>;

  Frames frames_;
  std::optional<state::Table> table_{};  ///< after the last good record
  std::vector<AuditRow> rows_{};
  std::array<std::uint64_t, kKinds> kinds_{};
  std::uint64_t votes_ = 0, proofs_ = 0;
};

}  // namespace fairdeal::match
