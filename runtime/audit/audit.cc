#include "runtime/audit/audit.h"

#include <algorithm>
#include <utility>

#include "proto/envelope.h"
#include "proto/transcript.h"
#include "runtime/state/charter.h"
#include "runtime/state/follow.h"

namespace fairdeal::audit {
namespace {

/// One audit: it reads a transcript part by part, and builds the report as it goes.
class Auditor {
 public:
  Auditor(Rng& rng, const Watch& watch) : rng_(rng), watch_(watch) {}

  /// `alone`: no other table may follow.
  Report run(Result<proto::TranscriptReader>& reader, bool alone) {
    auto result = reader ? read(*reader, alone) : Result<>(fail(reader.error()));
    if (auto settled = settle(); !settled) result = std::move(settled);
    if (result) {
      report_.verdict = Verdict::valid;
      if (report_.rules_fault = table_->rules_fault(); !report_.rules_fault)
        report_.next = meet::next_match(*table_);
      if (table_->charter().evening) report_.evening_break = meet::break_after(*table_);
    } else {
      report_.error = result.error();
      report_.verdict = has_others_ ? Verdict::cannot_check : verdict_on(result.error());
      // A record that is false, or goes on beyond the end, decided nothing.
      if (report_.verdict == Verdict::invalid) report_.result.reset();
    }
    return std::move(report_);
  }

 private:
  static Verdict verdict_on(const Error& error) {
    if (error.fault == Fault::incomplete || error.fault == Fault::empty) return Verdict::incomplete;
    if (error.fault == Fault::unknown_version || error.fault == Fault::unknown_module ||
        error.fault == Fault::storage)
      return Verdict::cannot_check;
    return Verdict::invalid;
  }

  Result<> read(proto::TranscriptReader& reader, bool alone) {
    auto first = reader.next();
    if (!first && first.error().fault == Fault::incomplete)
      return fail(Fault::incomplete, "transcript, at record 0, in the terms of its table");
    if (!first) return fail(first.error());
    if (!*first) return fail(Fault::incomplete, "transcript without a table");
    FD_TRY(open(**first));
    while (!table_->over()) {
      const auto part = reader.next();
      if (part ? !*part : part.error().fault == Fault::incomplete)
        return fail(Fault::incomplete,
                    "transcript, at step " + std::to_string(table_->step().value));
      if (const auto another = reader.another_begins(); !part && another && *another)
        return fail(Fault::not_canonical, "another table begins before the end of this match");
      if (!part) return fail(part.error());
      const auto* decided = std::get_if<proto::Decided>(&**part);
      if (decided == nullptr) return fail(Fault::not_canonical, "no record where one should be");
      FD_TRY(apply(*decided));
    }
    FD_TRY(const bool another, reader.another_begins());
    if (another && !alone) return {};
    if (another && reader.begin_another()) {
      has_others_ = true;
      return fail(Fault::too_large, "the file has several tables, and one is read here");
    }
    const auto rest = reader.next();
    if (another || !rest || *rest) return fail(Fault::not_canonical, "something after the end");
    return {};
  }

  Result<> open(const proto::TranscriptPart& part) {
    const auto* charter = std::get_if<proto::SignedCharter>(&part);
    if (charter == nullptr) return fail(Fault::not_canonical, "a record before the table");
    if (!proto::verify_charter(*charter))
      return fail(Fault::bad_signature, "the terms of the table");
    report_.module = charter->charter.module + " " + charter->charter.module_version;
    report_.table = proto::table_id(charter->raw);
    report_.terms = state::terms_of(charter->charter);
    report_.charter = charter->charter;
    report_.seats = charter->charter.seats.size();
    for (const auto& member : charter->charter.seats)
      report_.keys.push_back(member.key.public_key());
    for (std::uint32_t i = 0; i < charter->charter.validators(); ++i)
      report_.nicknames.push_back(charter->charter.member(Seat(i)).nickname);
    FD_TRY(table_, state::Table::create(std::make_shared<const proto::SignedCharter>(*charter)));
    report_.head = table_->head();
    report_.attendance.members.resize(charter->charter.validators());
    if (watch_) watch_({.table = *table_});
    return {};
  }

  Result<> apply(const proto::Decided& decided) {
    const std::size_t first = proofs_.size();
    const crypto::Digest parent = table_->head();
    auto result = state::follow(*table_, decided, proofs_, rng_);
    const std::size_t proofs = proofs_.size() - first;
    if (proofs > 0) unsettled_.push_back({first, report_.records, report_.result});
    FD_TRY(auto followed, std::move(result));
    report_.attendance.note(*table_, decided, followed, rng_);
    table_ = std::move(followed.next);
    ++report_.records;
    report_.head = table_->head();
    report_.heads.push_back(report_.head);
    report_.result = table_->game().result();
    if (watch_ || proofs_.terms() >= kTermsAtOnce) FD_TRY(settle());
    if (watch_)
      watch_({*table_, consensus::digest(decided.step, parent, decided.record), proofs, &decided});
    return {};
  }

  /// Checks all proofs that are pending. If one is false, it takes the report back to what it was
  /// before the record of that proof.
  Result<> settle() {
    const auto proofs = std::exchange(proofs_, {});
    const auto records = std::exchange(unsettled_, {});
    const auto false_one = proofs.first_false(rng_);
    if (!false_one) return {};
    const auto after = std::ranges::upper_bound(records, *false_one, {}, &Unsettled::first_proof);
    take_back(*std::prev(after));
    return fail(proofs.error(*false_one));
  }

  /// A record whose proofs are pending, and the part of the report before it that take_back()
  /// needs.
  struct Unsettled {
    std::size_t first_proof;
    std::uint64_t records;
    std::optional<rules::Payoff> result;
  };

  void take_back(const Unsettled& record) {
    report_.records = record.records;
    report_.result = record.result;
    report_.heads.resize(static_cast<std::size_t>(record.records));
    report_.head =
        report_.heads.empty() ? consensus::first_head(report_.table) : report_.heads.back();
    report_.attendance.forget_from(Step(record.records));
  }

  Rng& rng_;
  state::PendingProofs proofs_;
  std::vector<Unsettled> unsettled_;
  const Watch& watch_;
  std::optional<state::Table> table_;
  bool has_others_ = false;  ///< whether tables follow that nobody reads
  Report report_;
};

}  // namespace

std::string name(Verdict verdict) {
  switch (verdict) {
    case Verdict::valid:
      return "VALID";
    case Verdict::invalid:
      return "INVALID";
    case Verdict::incomplete:
      return "INCOMPLETE";
    case Verdict::cannot_check:
      return "CANNOT CHECK";
  }
  return {};
}

bool Report::damaged() const {
  // All members signed terms that are out of bounds. Whatever else names no culprit may be the
  // doing of anybody who held the file.
  return verdict == Verdict::invalid && !error->culprit && error->fault != Fault::bad_parameters;
}

Report audit(ByteSpan transcript, Rng& rng, const Watch& watch) {
  auto reader = proto::TranscriptReader::open(transcript);
  return Auditor(rng, watch).run(reader, true);
}

Report audit(proto::MoreBytes transcript, Rng& rng, const Watch& watch) {
  auto reader = proto::TranscriptReader::open(std::move(transcript));
  return Auditor(rng, watch).run(reader, true);
}

std::vector<FoundTable> audit_tables(proto::MoreBytes file, Rng& rng, const WatchTable& watch) {
  auto reader = proto::TranscriptReader::open(std::move(file));
  std::vector<FoundTable> tables;
  for (std::uint64_t begins = 0;;) {
    const Watch of_this = watch ? watch(tables.size()) : Watch();
    tables.push_back({.report = Auditor(rng, of_this).run(reader, false), .begins = begins});
    if (tables.back().report.verdict != Verdict::valid) return tables;
    begins = tables.back().ends = reader->place();
    const auto another = reader->another_begins();
    if (!another || !*another) return tables;
    if (auto begun = reader->begin_another(); !begun) reader = fail(begun.error());
  }
}

}  // namespace fairdeal::audit
