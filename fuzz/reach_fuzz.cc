// Fuzzes what members and a relay say so that members find each other, and the codes that people
// type: whatever a decoder accepts, it encodes again as it was, and a code that was read is read
// from its own text.
#include "base/check.h"
#include "fuzz/target.h"
#include "proto/reach.h"
#include "runtime/meet/invite_code.h"

namespace fairdeal {
namespace {

template <class T>
void check(Result<T> (*decode)(ByteSpan), ByteSpan input) {
  const auto value = decode(input);
  if (value) CHECK(equal(proto::encode(*value), input));
}

void check_code(std::string_view typed) {
  const auto code = meet::InviteCode::parse(typed);
  if (!code) return;
  const std::string text = code->text();
  const auto again = meet::InviteCode::parse(text);
  CHECK(again && again->text() == text);
}

}  // namespace

void fuzz(ByteSpan input) {
  check(proto::decode_greeting, input);
  check(proto::decode_relay, input);
  check(proto::decode_code, input);
  check(proto::decode_ask, input);
  check(proto::decode_ticket, input);
  check(proto::decode_knock, input);
  check(proto::decode_path, input);
  check_code(as_text(input));
}

}  // namespace fairdeal
