// Points, lists and lengths that must be refused: every field of every payload, found in the schema
// itself, so none is missed.
#include <map>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <gtest/gtest.h>

#include "base/hex.h"
#include "base/seeded_rng.h"
#include "crypto/curve/point.h"
#include "proto/codec.h"
#include "proto/entry.pb.h"
#include "proto/limits.h"

namespace fairdeal::proto {
namespace {

using google::protobuf::FieldDescriptor;

/// The make of a field of bytes, 32 bytes a letter: P a point, S a scalar, x anything.
const std::map<std::string, std::string> kFields{
    {"KeyPayload.key", "P"},
    {"KeyPayload.proof", "PS"},
    {"KeyPayload.encryption_key", "P"},
    {"KeyPayload.encryption_proof", "PS"},
    {"SharesPayload.commitments", "PPP"},
    {"SharesPayload.encrypted", "PPSo"},  // o: 48 bytes of anything
    {"ShufflePayload.deck", "PPPPPP"},
    {"ShufflePayload.proof", "PPPPSSSSPPPSSSSSSS"},
    {"CopyPayload.cards", "PPPP"},
    {"CopyPayload.proofs", "PPSPPS"},
    {"DecryptPayload.shares", "PPP"},
    {"DecryptPayload.proof", "PPS"},
    {"CommitPayload.commitment", "xx"},
    {"RevealPayload.value", "x"},
    {"RevealPayload.salt", "x"},
};
/// Fields that may have another number of elements; the table says how many, which runtime/ checks.
const std::map<std::string, std::size_t> kLists{
    {"SharesPayload.commitments", 32}, {"DecryptPayload.shares", 32}, {"RevealPayload.value", 1}};

std::string name(const FieldDescriptor* field) {
  return field->containing_type()->name() + "." + field->name();
}

class Fields : public testing::Test {
 protected:
  std::string part(char kind) {
    ByteArray<48> opaque;
    rng_.fill(opaque);
    if (kind == 'P')
      return std::string(as_text(crypto::mul_base(crypto::Scalar::random_nonzero(rng_)).encode()));
    if (kind == 'S') return std::string(as_text(crypto::Scalar::random_nonzero(rng_).encode()));
    return std::string(as_text(ByteSpan(opaque).first(kind == 'o' ? 48 : 32)));
  }

  std::string honest(const FieldDescriptor* field) {
    std::string value;
    for (const char kind : kFields.at(name(field))) value += part(kind);
    return value;
  }

  static void set(google::protobuf::Message& payload, const FieldDescriptor* field,
                  const std::string& value) {
    const auto* reflection = payload.GetReflection();
    if (field->is_repeated()) {
      reflection->ClearField(&payload, field);
      for (int i = 0; i < 3; ++i) reflection->AddString(&payload, field, value);
    } else {
      reflection->SetString(&payload, field, value);
    }
  }

  /// Each payload of the schema with honest bytes, and the fields of bytes in it.
  template <class Check>
  void for_each_payload(Check check) {
    const auto* entry = wire::Entry::descriptor();
    for (int i = 0; i < entry->FindOneofByName("payload")->field_count(); ++i) {
      wire::Entry wire;
      wire.set_table(std::string(32, 't'));
      wire.set_parent(std::string(32, 'p'));
      const auto* which = entry->FindOneofByName("payload")->field(i);
      auto& payload = *wire.GetReflection()->MutableMessage(&wire, which);
      std::vector<const FieldDescriptor*> fields;
      for (int k = 0; k < payload.GetDescriptor()->field_count(); ++k) {
        const auto* field = payload.GetDescriptor()->field(k);
        if (field->type() != FieldDescriptor::TYPE_BYTES) continue;
        ASSERT_TRUE(kFields.contains(name(field))) << name(field) << ": say what it is made of";
        set(payload, field, honest(field));
        fields.push_back(field);
      }
      ASSERT_TRUE(decodes(wire)) << which->name();
      for (const auto* field : fields) check(wire, payload, field);
    }
  }

  static bool decodes(const wire::Entry& wire) {
    return decode_entry(as_bytes(wire.SerializeAsString())).has_value();
  }

  /// Whether `bad` in place of `field` is refused, and the honest value taken again.
  void expect_refused(wire::Entry& wire, google::protobuf::Message& payload,
                      const FieldDescriptor* field, const std::string& bad,
                      const std::string& what) {
    const auto* reflection = payload.GetReflection();
    const std::string good = field->is_repeated() ? reflection->GetRepeatedString(payload, field, 0)
                                                  : reflection->GetString(payload, field);
    set(payload, field, bad);
    EXPECT_FALSE(decodes(wire)) << name(field) << ": " << what;
    set(payload, field, good);
  }

  SeededRng rng_{1};
};

std::string unhex_text(const char* hex) { return std::string(as_text(*from_hex(hex))); }

TEST_F(Fields, EveryPointAndScalarRefusesWhatIsNone) {
  const std::map<std::string, std::string> no_points{
      {"the identity", std::string(32, '\0')},
      {"not below p", std::string(32, '\xff')},
      {"p", unhex_text("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")},
      {"negative", unhex_text("0100000000000000000000000000000000000000000000000000000000000000")},
      {"an Ed25519 point of order 8",
       unhex_text("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")}};
  const std::map<std::string, std::string> no_scalars{
      {"the order", unhex_text("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")},
      {"all ones", std::string(32, '\xff')}};
  std::size_t tried = 0;
  for_each_payload([&](auto& wire, auto& payload, const FieldDescriptor* field) {
    const std::string& parts = kFields.at(name(field));
    const std::string good = honest(field);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] != 'P' && parts[i] != 'S') continue;
      auto wrong = parts[i] == 'P' ? no_points : no_scalars;
      wrong["top bit"] = good.substr(32 * i, 32);
      wrong["top bit"][31] = static_cast<char>(wrong["top bit"][31] | '\x80');
      for (const auto& [what, bytes] : wrong) {
        std::string bad = good;
        bad.replace(32 * i, 32, bytes);
        expect_refused(wire, payload, field, bad, "part " + std::to_string(i) + ": " + what);
        ++tried;
      }
    }
  });
  EXPECT_GT(tried, 200u);
}

TEST_F(Fields, EveryLengthIsExact) {
  for_each_payload([&](auto& wire, auto& payload, const FieldDescriptor* field) {
    const std::string good = honest(field);
    const auto list = kLists.find(name(field));
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{33}, good.size() - 32,
          good.size() - 1, good.size() + 1, good.size() + 32}) {
      if (list != kLists.end() && length % list->second == 0) continue;
      std::string bad = good;
      bad.resize(length, '\x01');
      expect_refused(wire, payload, field, bad, std::to_string(length) + " bytes");
    }
  });
}

TEST_F(Fields, A29_AListLongerThanItsLimitIsRefused) {
  const std::map<std::string, std::size_t> limits{{"SharesPayload.commitments", kSeatsMax},
                                                  {"DecryptPayload.shares", kSharesMax},
                                                  {"ShufflePayload.deck", 2 * kDeckMax},
                                                  {"RevealPayload.value", kRevealBytesMax / 32}};
  for_each_payload([&](auto& wire, auto& payload, const FieldDescriptor* field) {
    const auto limit = limits.find(name(field));
    if (limit == limits.end()) return;
    const std::string element = part(kFields.at(name(field)).front());
    std::string bad;
    for (std::size_t i = 0; i <= limit->second; ++i) bad += element;
    expect_refused(wire, payload, field, bad, "too many");
  });
}

}  // namespace
}  // namespace fairdeal::proto
