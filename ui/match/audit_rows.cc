#include "ui/match/audit_rows.h"

#include <numeric>

#include "proto/envelope.h"
#include "proto/transcript.h"
#include "ui/home/read_file.h"
#include "ui/words/entry_words.h"

namespace fairdeal::match {
namespace {

SeatSet signers(const std::vector<proto::Envelope>& certificate) {
  SeatSet seats;
  for (const proto::Envelope& vote : certificate)
    if (vote.by.value < 32) seats.insert(vote.by);
  return seats;
}

/// A record of a file, and how many come after it.
struct FoundRecord {
  std::optional<proto::Decided> decided{};  ///< none if the bytes there are no record
  std::uint64_t after = 0;
};

FoundRecord find_record(const std::filesystem::path& path, std::uint64_t begins,
                        std::uint64_t number) {
  FoundRecord found;
  auto file = home::FileReader::open_at(path, begins);
  if (!file) return found;
  auto reader =
      proto::TranscriptReader::open([&](std::size_t wanted) { return file->more(wanted); });
  if (!reader) return found;
  for (std::uint64_t part = 0;; ++part) {
    auto next = reader->next();
    if (!next || !*next) return found;
    if (part <= number) continue;  // the table is the first part
    if (part > number + 1) ++found.after;
    auto* decided = std::get_if<proto::Decided>(&**next);
    if (part == number + 1 && decided != nullptr) found.decided = std::move(*decided);
  }
}

std::string slot_words(const consensus::EntrySlot& slot, const words::Names& names) {
  return names[slot.seat] + ": " + words::entry_words(slot.kind).answer;
}

void add_envelope(AuditAnswer& answer, const proto::Envelope& envelope, const char* what) {
  answer.found = std::string(what) + " of " + std::to_string(envelope.body.size()) + " bytes";
  answer.digest = crypto::hash("report", envelope.body).hex();
  answer.signature = to_hex(envelope.signature.bytes);
}

}  // namespace

void AuditRows::on(const audit::Audited& audited) {
  frames_.on(audited);
  if (audited.decided != nullptr) {
    const Frame& frame = frames_.list().back();
    const auto slots = table_->slots();
    const auto& record = audited.decided->record;
    for (std::size_t i = 0; i < std::min(slots.size(), record.size()); ++i)
      if (!std::holds_alternative<proto::AbsentSeat>(record[i]))
        ++kinds_[static_cast<std::size_t>(slots[i].kind)];
    votes_ += audited.decided->certificate.size();
    proofs_ += audited.proofs;
    rows_.push_back({.record = rows_.size(),
                     .hand = frame.hand,
                     .street = frame.street,
                     .lines = frame.lines,
                     .absent = frame.absent,
                     .voted = signers(audited.decided->certificate),
                     .voters = table_->quorum().voters.size(),
                     .head = audited.table.head().hex().substr(0, 16)});
  }
  table_ = audited.table;
}

std::uint64_t AuditRows::answers() const {
  return std::accumulate(kinds_.begin(), kinds_.end(), std::uint64_t{0});
}

AuditFailure AuditRows::failure(const std::filesystem::path& file, std::uint64_t begins,
                                Rng& rng) const {
  AuditFailure failure;
  if (!table_) return failure;
  failure.head = table_->head().hex().substr(0, 16);
  failure.needed = table_->quorum().needed;
  const auto slots = table_->slots();
  const auto [decided, after] = find_record(file, begins, rows_.size());
  failure.after = after;
  failure.read = decided.has_value();
  const std::size_t found = decided ? std::min(decided->record.size(), slots.size()) : 0;
  for (std::size_t i = 0; i < found; ++i) {
    AuditAnswer answer{.expected = slot_words(slots[i], frames_.names())};
    const proto::Answer& there = decided->record[i];
    if (const auto* envelope = std::get_if<proto::Envelope>(&there))
      add_envelope(answer, *envelope, "an entry");
    else if (const auto* wrong = std::get_if<proto::WrongEntry>(&there))
      add_envelope(answer, wrong->envelope, "an entry that the others call false,");
    else
      answer.found = "voted absent";
    state::PendingProofs proofs;
    const auto valid = table_->validate(i, there, proofs, rng);
    const auto settled = proofs.settle(rng);
    if (!settled || !valid) {
      const Error& error = settled ? valid.error() : settled.error();
      answer.wrong = describe(Error{error.fault, {}, error.about});
    }
    failure.answers.push_back(std::move(answer));
  }
  for (std::size_t i = found; i < slots.size(); ++i)
    failure.other_places.push_back(slot_words(slots[i], frames_.names()));
  if (decided) failure.voted = signers(decided->certificate);
  return failure;
}

}  // namespace fairdeal::match
