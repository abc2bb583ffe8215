#include "consensus/record.h"

#include "base/encode.h"
#include "base/overloaded.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {

const proto::Signed<proto::Entry>* entry_in(const Answer& answer) {
  return std::visit(Overloaded{[](const proto::AbsentSeat&) {
                                 return static_cast<const proto::Signed<proto::Entry>*>(nullptr);
                               },
                               [](const auto& judged) { return &*judged; }},
                    answer);
}

Digest digest(const Record& record) {
  Writer writer;
  writer.raw(record.parent.bytes).u64(record.step.value);
  for (const Answer& answer : record.answers) {
    std::visit(
        Overloaded{
            [&](const Checked& entry) { writer.u8(1).u32(entry->by().value).frame(entry->body()); },
            [&](const proto::AbsentSeat& absent) { writer.u8(0).u32(absent.seat.value); },
            [&](const Wrong& entry) { writer.u8(2).u32(entry->by().value).frame(entry->body()); }},
        answer);
  }
  return crypto::hash("record", writer.bytes());
}

std::vector<proto::Answer> to_wire(const Record& record) {
  std::vector<proto::Answer> answers;
  for (const Answer& answer : record.answers) {
    answers.push_back(std::visit(
        Overloaded{
            [](const Checked& entry) { return proto::Answer(proto::envelope(*entry)); },
            [](const proto::AbsentSeat& absent) { return proto::Answer(absent); },
            [](const Wrong& w) { return proto::Answer(proto::WrongEntry{proto::envelope(*w)}); }},
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
