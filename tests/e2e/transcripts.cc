#include "tests/e2e/transcripts.h"

#include "crypto/system_rng.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "runtime/state/follow.h"

namespace fairdeal::e2e {

Transcript read_transcript(const fs::path& path) {
  const std::string file = read_file(path);
  auto reader = proto::TranscriptReader::open(as_bytes(file)).value();
  Transcript transcript;
  while (auto part = reader.next().value()) {
    if (auto* charter = std::get_if<proto::SignedCharter>(&*part))
      transcript.charter = std::make_shared<const proto::SignedCharter>(std::move(*charter));
    if (auto* decided = std::get_if<proto::Decided>(&*part))
      transcript.records.push_back(std::move(*decided));
  }
  return transcript;
}

void write_transcript(const fs::path& path, const Transcript& transcript) {
  std::string file(proto::kTranscriptMagic);
  const auto add = [&](const proto::TranscriptPart& part) {
    file += as_text(proto::frame_part(proto::encode(part)));
  };
  add(*transcript.charter);
  for (const auto& decided : transcript.records) add(decided);
  write_file(path, file);
}

state::Table table_before(const Transcript& transcript, Step step) {
  crypto::SystemRng rng;
  auto table = state::Table::create(transcript.charter).value();
  for (std::size_t i = 0; i < step.value; ++i)
    table = state::follow(table, transcript.records.at(i), rng).value().next;
  return table;
}

proto::Decided decide(const state::Table& table, const std::map<Seat, proto::Payload>& answers,
                      const Coalition& coalition) {
  consensus::Record record{table.step(), table.head(), {}};
  for (const auto& slot : table.slots()) {
    const auto answer = answers.find(slot.seat);
    if (answer == answers.end()) {
      record.answers.emplace_back(proto::AbsentSeat{slot.seat});
      continue;
    }
    proto::Entry entry{table.id(), table.step(), table.head(), answer->second, {}};
    record.answers.emplace_back(
        table.assume_valid(proto::sign(slot.seat, std::move(entry), coalition.at(slot.seat))));
  }
  const proto::Outcome outcome{consensus::digest(record), table.after(record).value().digest()};
  proto::Decided decided{table.step(), consensus::to_wire(record), {}};
  for (const auto& [seat, key] : coalition) {
    if (!table.quorum().voters.has(seat)) continue;
    const proto::Vote vote{table.id(), table.step(), Round(1), proto::Phase::precommit, outcome};
    decided.certificate.push_back(proto::envelope(proto::sign(seat, vote, key)));
  }
  return decided;
}

void play_on(Transcript& transcript, const Coalition& coalition) {
  crypto::SystemRng rng;
  auto table = table_before(transcript, Step(transcript.records.size()));
  while (!table.over()) {
    std::map<Seat, proto::Payload> answers;
    for (const auto& slot : table.slots()) {
      if (!coalition.contains(slot.seat)) continue;
      if (slot.kind == proto::Kind::move)
        answers[slot.seat] = proto::MovePayload{table.game().legal(slot.seat).front().action.text};
      if (slot.kind == proto::Kind::end) answers[slot.seat] = proto::EndPayload{};
    }
    transcript.records.push_back(decide(table, answers, coalition));
    table = state::follow(table, transcript.records.back(), rng).value().next;
  }
}

}  // namespace fairdeal::e2e
