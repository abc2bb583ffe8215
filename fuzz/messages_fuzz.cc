// Fuzzes the codec: whatever it accepts, it encodes again as it was. An envelope with a good
// signature verifies if its body decodes; if not, its signer is blamed. One with a bad signature
// blames nobody.
#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/target.h"
#include "proto/beacon.h"
#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal {
namespace {

using namespace proto;

template <class T>
std::optional<T> check(Result<T> (*decode)(ByteSpan), ByteSpan input) {
  const auto value = decode(input);
  if (!value) return std::nullopt;
  CHECK(equal(encode(*value), input));
  return *value;
}

/// A table of one member, whose key we have, so that any bytes can be signed as a body of its.
struct Alone {
  crypto::SigningKey key;
  Charter charter;
  Alone()
      : key([] {
          SeededRng rng(1);
          return crypto::SigningKey::generate(rng);
        }()) {
    charter.seats = {{key.public_key(), "Ann"}};
  }
};

template <class T>
void check_envelope(const Alone& alone, std::string_view domain, ByteSpan body, bool decodes,
                    Result<Signed<T>> (*open)(const Envelope&, const Charter&)) {
  Envelope envelope{Seat(0), to_bytes(body), alone.key.sign(domain, body)};
  const auto opened = open(envelope, alone.charter);
  CHECK(opened.has_value() == decodes);
  if (!opened) CHECK(opened.error().culprit == Seat(0));
  if (opened) CHECK(opened->body() == envelope.body && opened->by() == Seat(0));
  envelope.signature.bytes[0] ^= std::byte{1};
  const auto forged = open(envelope, alone.charter);
  CHECK(!forged && !forged.error().culprit);
}

}  // namespace

void fuzz(ByteSpan input) {
  static const Alone alone;
  (void)check(decode_message, input);
  (void)check(decode_transcript_part, input);
  (void)check(decode_proposal, input);
  (void)check(decode_presence, input);
  (void)check(decode_chat, input);
  (void)check(decode_charter, input);
  (void)check(decode_beacon, input);
  const bool entry = check(decode_entry, input).has_value();
  const bool vote = check(decode_vote, input).has_value();
  const bool passed = check(decode_passed, input).has_value();
  if (entry || vote || passed || input.size() % 16 == 0) {  // signing costs more than the rest
    check_envelope(alone, "entry", input, entry, verify_entry);
    check_envelope(alone, "vote", input, vote, verify_vote);
    check_envelope(alone, "passed", input, passed, verify_passed);
  }
}

}  // namespace fairdeal
