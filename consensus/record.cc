#include "consensus/record.h"

#include "base/encode.h"
#include "base/overloaded.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {

const proto::Signed<proto::Entry>* entry_in(const Answer& answer) {
  return std::visit(Overloaded{[](const proto::AbsentSeat&) {
                                 return static_cast<const proto::Signed<proto::Entry>*>(nullptr);
                               },
                               [](const auto& examined) { return &*examined; }},
                    answer);
}

bool is_absence(const Answer& answer) {
  const auto* entry = std::get_if<Checked>(&answer);
  return std::holds_alternative<proto::AbsentSeat>(answer) ||
         (entry != nullptr && proto::kind_of((*entry)->message().payload) == proto::Kind::none);
}

namespace {

/// Writes one answer into what a record's digest is taken of: whether it is an absence, a valid or
/// a false entry; its seat; and the bytes that the seat signed.
enum class Sort : std::uint8_t { absent, sound, wrong };
void write(Writer& writer, Sort sort, Seat seat, const Bytes* body) {
  writer.u8(static_cast<std::uint8_t>(sort)).u32(seat.value);
  if (body != nullptr) writer.frame(*body);
}

}  // namespace

Digest digest(const Record& record) {
  Writer writer;
  writer.raw(record.parent.bytes).u64(record.step.value);
  for (const Answer& answer : record.answers)
    std::visit(
        Overloaded{
            [&](const Checked& e) { write(writer, Sort::sound, e->by(), &e->body()); },
            [&](const proto::AbsentSeat& a) { write(writer, Sort::absent, a.seat, nullptr); },
            [&](const InvalidEntry& e) { write(writer, Sort::wrong, e->by(), &e->body()); }},
        answer);
  return crypto::hash("record", writer.bytes());
}

Digest digest(Step step, const Digest& parent, std::span<const proto::Answer> answers) {
  Writer writer;
  writer.raw(parent.bytes).u64(step.value);
  for (const proto::Answer& answer : answers)
    std::visit(
        Overloaded{
            [&](const proto::Envelope& e) { write(writer, Sort::sound, e.by, &e.body); },
            [&](const proto::AbsentSeat& a) { write(writer, Sort::absent, a.seat, nullptr); },
            [&](const proto::WrongEntry& w) {
              write(writer, Sort::wrong, w.envelope.by, &w.envelope.body);
            }},
        answer);
  return crypto::hash("record", writer.bytes());
}

std::vector<proto::Answer> to_wire(const Record& record) {
  std::vector<proto::Answer> answers;
  for (const Answer& answer : record.answers) {
    answers.push_back(std::visit(
        Overloaded{[](const Checked& entry) { return proto::Answer(proto::envelope(*entry)); },
                   [](const proto::AbsentSeat& absent) { return proto::Answer(absent); },
                   [](const InvalidEntry& w) {
                     return proto::Answer(proto::WrongEntry{proto::envelope(*w)});
                   }},
        answer));
  }
  return answers;
}

Digest next_head(const Digest& parent, const proto::Outcome& outcome) {
  return crypto::hash(
      "head",
      Writer().raw(parent.bytes).raw(outcome.record.bytes).raw(outcome.state.bytes).bytes());
}

Digest first_head(const Digest& table) { return crypto::hash("head", table.bytes); }

}  // namespace fairdeal::consensus
