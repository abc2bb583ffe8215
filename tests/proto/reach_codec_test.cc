// Messages by which members and a relay find each other: one encoding each, and a bound on
// everything. The fields are found in the schema itself, so none is missed.
#include <functional>
#include <map>
#include <memory>
#include <set>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <gtest/gtest.h>

#include "proto/reach.pb.h"
#include "tests/proto/reach_values.h"

namespace fairdeal::proto {
namespace {

using google::protobuf::FieldDescriptor;
using Wire = google::protobuf::Message;

/// Decodes bytes and encodes what came of them.
using Again = std::function<Result<Bytes>(ByteSpan)>;
template <class T>
Again again(Result<T> (*decode)(ByteSpan)) {
  return [decode](ByteSpan bytes) {
    return decode(bytes).map([](const T& value) { return encode(value); });
  };
}

/// An encoded message, the decoder of its kind and its type in the schema.
struct Sample {
  Bytes bytes;
  Again decode;
  std::shared_ptr<Wire> wire;
};

class ReachCodec : public ReachValues {
 protected:
  /// One encoding of each message, with whatever is drawn.
  std::vector<Sample> samples() {
    std::vector<Sample> all;
    const auto add = [&](Bytes bytes, Again decode, std::shared_ptr<Wire> wire) {
      CHECK(wire->ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
      all.push_back({std::move(bytes), std::move(decode), std::move(wire)});
    };
    for (const auto& message : relay_messages())
      add(encode(message), again(decode_relay), std::make_shared<wire::Relay>());
    for (const auto& message : code_messages())
      add(encode(message), again(decode_code), std::make_shared<wire::Code>());
    for (const auto& message : path_messages())
      add(encode(message), again(decode_path), std::make_shared<wire::Path>());
    add(encode(greeting()), again(decode_greeting), std::make_shared<wire::Greeting>());
    add(encode(ask()), again(decode_ask), std::make_shared<wire::Ask>());
    add(encode(ticket()), again(decode_ticket), std::make_shared<wire::Ticket>());
    add(encode(knock()), again(decode_knock), std::make_shared<wire::Knock>());
    return all;
  }
};

template <class T>
void expect_back(const T& value, Result<T> (*decode)(ByteSpan)) {
  const auto back = decode(encode(value));
  ASSERT_TRUE(back) << describe(back.error());
  EXPECT_EQ(*back, value);
}

Bytes serialized(const Wire& wire) { return to_bytes(wire.SerializeAsString()); }

/// Calls `visit` with a message and with every message in it.
void for_each_message(Wire& message, const std::function<void(Wire&)>& visit) {
  visit(message);
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->type() != FieldDescriptor::TYPE_MESSAGE) continue;
    const auto* reflection = message.GetReflection();
    if (!field->is_repeated()) {
      for_each_message(*reflection->MutableMessage(&message, field), visit);
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i)
      for_each_message(*reflection->MutableRepeatedMessage(&message, field, i), visit);
  }
}

/// Calls `visit` with each field of a type that a message or a message in it has.
void for_each_field(Wire& message, FieldDescriptor::Type type,
                    const std::function<void(Wire&, const FieldDescriptor*)>& visit) {
  for_each_message(message, [&](Wire& in) {
    for (int i = 0; i < in.GetDescriptor()->field_count(); ++i)
      if (const auto* field = in.GetDescriptor()->field(i); field->type() == type) visit(in, field);
  });
}

std::string name(const FieldDescriptor* field) {
  return field->containing_type()->name() + "." + field->name();
}

/// Fields of bytes that may have any length up to a bound.
const std::map<std::string, std::size_t> kBodies{{"Visit.body", kVisitBytesMax},
                                                 {"Say.body", kVisitBytesMax},
                                                 {"CodeProof.encrypted", kVisitBytesMax},
                                                 {"CodeGrant.encrypted", kVisitBytesMax}};

/// The longest text of each field, and how many a list may have.
struct TextBound {
  std::size_t bytes;
  std::size_t many = 1;
};
const std::map<std::string, TextBound> kTexts{
    {"Greeting.observed", {kAddressBytesMax}},
    {"Greeting.reflectors", {kRelayUrlBytesMax, kReflectorsMax}},
    {"Greeting.notice", {kNoticeBytesMax}},
    {"Ask.nickname", {kNicknameBytesMax}},
    {"Ask.version", {kNicknameBytesMax}},
    {"Ticket.addresses", {kAddressBytesMax, kTicketAddressesMax}},
    {"Candidate.address", {kAddressBytesMax}},
    {"Where.relays", {kRelayUrlBytesMax, kRelaysMax}},
    {"Punch.at", {kAddressBytesMax}}};

TEST_F(ReachCodec, EveryMessageComesBackAsItWas) {
  for (int i = 0; i < 200; ++i) {
    expect_back(greeting(), decode_greeting);
    for (const auto& message : relay_messages()) expect_back(message, decode_relay);
    for (const auto& message : code_messages()) expect_back(message, decode_code);
    for (const auto& message : path_messages()) expect_back(message, decode_path);
    expect_back(ask(), decode_ask);
    expect_back(ticket(), decode_ticket);
    expect_back(knock(), decode_knock);
  }
  std::set<std::size_t> relay, code, path;
  for (const auto& message : relay_messages()) relay.insert(message.index());
  for (const auto& message : code_messages()) code.insert(message.index());
  for (const auto& message : path_messages()) path.insert(message.index());
  EXPECT_EQ(relay.size(), std::variant_size_v<RelayMessage>);
  EXPECT_EQ(code.size(), std::variant_size_v<CodeMessage>);
  EXPECT_EQ(path.size(), std::variant_size_v<PathMessage>);
}

/// Any bytes that decode are the one encoding of what they decode to.
TEST_F(ReachCodec, OneEncodingOnlyOfWhatAnyDamageLeaves) {
  for (const Sample& sample : samples()) {
    for (std::size_t bit = 0; bit < 8 * sample.bytes.size(); ++bit) {
      Bytes damaged = sample.bytes;
      damaged[bit / 8] ^= std::byte(1 << bit % 8);
      if (const auto back = sample.decode(damaged)) {
        EXPECT_EQ(*back, damaged) << bit;
      }
    }
    for (std::size_t length = 0; length < sample.bytes.size(); ++length) {
      const ByteSpan cut = ByteSpan(sample.bytes).first(length);
      if (const auto back = sample.decode(cut)) {
        EXPECT_TRUE(equal(*back, cut)) << length;
      }
    }
    for (int byte = 0; byte < 256; ++byte) {
      Bytes longer = sample.bytes;
      longer.push_back(static_cast<std::byte>(byte));
      EXPECT_FALSE(sample.decode(longer)) << byte;
    }
  }
}

TEST_F(ReachCodec, AnUnknownFieldIsRefusedWhereverItIs) {
  for (const Sample& sample : samples()) {
    std::size_t inside = 0;
    for_each_message(*sample.wire, [&](Wire& message) {
      auto* unknown = message.GetReflection()->MutableUnknownFields(&message);
      unknown->AddVarint(15, 1);
      EXPECT_FALSE(sample.decode(serialized(*sample.wire))) << message.GetTypeName();
      unknown->Clear();
      unknown->AddLengthDelimited(15, "text");
      EXPECT_FALSE(sample.decode(serialized(*sample.wire))) << message.GetTypeName();
      unknown->Clear();
      ++inside;
    });
    EXPECT_GT(inside, 0u);
    EXPECT_TRUE(sample.decode(serialized(*sample.wire)));
  }
}

TEST_F(ReachCodec, DoubledReorderedAndPaddedFieldsAreRefused) {
  const auto decodes = [](std::string_view bytes) {
    return decode_relay(as_bytes(bytes)).has_value();
  };
  using namespace std::string_view_literals;
  ASSERT_EQ(encode(RelayMessage(Say{1, {std::byte{'a'}}})), to_bytes("\x32\x05\x08\x01\x12\x01"
                                                                     "a"));
  EXPECT_TRUE(
      decodes("\x32\x05\x08\x01\x12\x01"
              "a"));
  EXPECT_FALSE(
      decodes("\x32\x05\x12\x01"
              "a\x08\x01"))
      << "reordered";
  EXPECT_FALSE(
      decodes("\x32\x07\x08\x01\x08\x01\x12\x01"
              "a"))
      << "doubled";
  EXPECT_FALSE(
      decodes("\x32\x06\x08\x81\x00\x12\x01"
              "a"sv))
      << "a number not minimal";
  EXPECT_FALSE(
      decodes("\x32\x05\x08\x00\x12\x01"
              "a"sv))
      << "a default written out";
  EXPECT_FALSE(
      decodes("\x32\x85\x00\x08\x01\x12\x01"
              "a"sv))
      << "a length not minimal";
  EXPECT_FALSE(
      decodes("\x32\x02\x08\x01\x32\x03\x12\x01"
              "a"))
      << "a message in two parts";
  EXPECT_FALSE(decodes("\x32\x02\x08\x01\x42\x00"sv)) << "two messages in one";
}

TEST_F(ReachCodec, EveryLengthIsExact) {
  std::set<std::string> tried;
  for (const Sample& sample : samples())
    for_each_field(*sample.wire, FieldDescriptor::TYPE_BYTES, [&](Wire& in, const auto* field) {
      const auto* reflection = in.GetReflection();
      if (kBodies.contains(name(field)) || !reflection->HasField(in, field)) return;
      const std::string good = reflection->GetString(in, field);
      for (const std::size_t length :
           {std::size_t{0}, std::size_t{1}, good.size() - 1, good.size() + 1, 2 * good.size()}) {
        if (length == 0 && name(field) == "Claim.keep") continue;  // it names no old number
        reflection->SetString(&in, field, std::string(length, '\x01'));
        EXPECT_FALSE(sample.decode(serialized(*sample.wire))) << name(field) << " " << length;
      }
      reflection->SetString(&in, field, good);
      EXPECT_TRUE(sample.decode(serialized(*sample.wire))) << name(field);
      tried.insert(name(field));
    });
  EXPECT_GE(tried.size(), 20u);
}

TEST_F(ReachCodec, A29_ATextOverItsBoundOrTooManyAreRefused) {
  std::set<std::string> tried;
  for (int i = 0; i < 5; ++i)  // candidates are drawn, and may be none
    for (const Sample& sample : samples()) {
      for_each_field(*sample.wire, FieldDescriptor::TYPE_STRING, [&](Wire& in, const auto* field) {
        ASSERT_TRUE(kTexts.contains(name(field))) << name(field) << ": say its bound";
        const TextBound bound = kTexts.at(name(field));
        const auto* reflection = in.GetReflection();
        const std::unique_ptr<Wire> good(in.New());
        good->CopyFrom(in);
        const auto decoded = [&](const std::string& text, std::size_t many) {
          reflection->ClearField(&in, field);
          for (std::size_t n = 0; n < many; ++n)
            field->is_repeated() ? reflection->AddString(&in, field, text)
                                 : reflection->SetString(&in, field, text);
          return sample.decode(serialized(*sample.wire));
        };
        EXPECT_TRUE(decoded(std::string(bound.bytes, 'a'), 1)) << name(field);
        const auto refused = decoded(std::string(bound.bytes + 1, 'a'), 1);
        ASSERT_FALSE(refused) << name(field);
        EXPECT_EQ(refused.error().fault, Fault::too_large);
        for (const char* moves : {"\x1b[2J", "a\nb", "a\x7f",
                                  "\xc2\x9b"
                                  "2J",
                                  "\xff\xfe"})
          EXPECT_FALSE(decoded(moves, 1)) << name(field);
        if (field->is_repeated()) {
          EXPECT_TRUE(decoded("a", bound.many)) << name(field);
          EXPECT_FALSE(decoded("a", bound.many + 1)) << name(field);
        }
        in.CopyFrom(*good);
        tried.insert(name(field));
      });
    }
  EXPECT_EQ(tried.size(), kTexts.size());
}

template <class T>
bool decodes(Result<T> (*decode)(ByteSpan), const T& value) {
  return decode(encode(value)).has_value();
}

TEST_F(ReachCodec, A29_NumbersOutOfTheirBoundsAreRefused) {
  for (const std::uint32_t nameplate : {0u, 1u, kNameplateMax, kNameplateMax + 1, ~0u}) {
    const bool fits = nameplate >= 1 && nameplate <= kNameplateMax;
    EXPECT_EQ(decodes<RelayMessage>(decode_relay, Claimed{nameplate, 60, {}}), fits);
    EXPECT_EQ(decodes<RelayMessage>(decode_relay, ClosePlace{nameplate}), fits);
    EXPECT_EQ(decodes<RelayMessage>(decode_relay, Visit{0, nameplate, {}}), fits);
  }
  for (const std::uint32_t minutes : {0u, 1u, 60u, 61u, ~0u})
    EXPECT_EQ(decodes<RelayMessage>(decode_relay, Claim{minutes, {}}),
              minutes >= 1 && minutes <= 60);
  for (const std::uint32_t why : {0u, 1u, 5u, 6u, 7u, ~0u}) {
    EXPECT_EQ(decodes<RelayMessage>(decode_relay, Gone{1, Gone::Why{why}}), why >= 1 && why <= 6);
    EXPECT_EQ(decodes<CodeMessage>(decode_code, CodeDeny{CodeDeny::Why{why}}),
              why >= 1 && why <= 5);
  }
  for (const std::uint32_t rung : {0u, 2u, 3u, ~0u})
    EXPECT_EQ(decodes<PathMessage>(decode_path, Where{{{"10.0.0.1:7", rung}}, {}}), rung <= 2);
  EXPECT_TRUE(decodes<PathMessage>(decode_path, Where{std::vector<Candidate>(kCandidatesMax), {}}));
  EXPECT_FALSE(
      decodes<PathMessage>(decode_path, Where{std::vector<Candidate>(kCandidatesMax + 1), {}}));
}

TEST_F(ReachCodec, A29_ABodyOrAMessageOverItsBoundIsRefused) {
  for (const std::size_t over : {std::size_t{0}, std::size_t{1}}) {
    const Bytes body(kVisitBytesMax + over, std::byte{1});
    EXPECT_EQ(decodes<RelayMessage>(decode_relay, Visit{1, 7u, body}), over == 0);
    EXPECT_EQ(decodes<RelayMessage>(decode_relay, Say{1, body}), over == 0);
    // 40 bytes stand beside what is encrypted: 34 of the tag, and two heads of three bytes.
    const Bytes encrypted(kVisitBytesMax - 40 + over, std::byte{1});
    EXPECT_EQ(decodes<CodeMessage>(decode_code, CodeProof{{}, encrypted}), over == 0);
    EXPECT_EQ(decodes<CodeMessage>(decode_code, CodeGrant{{}, encrypted}), over == 0);
  }
  const std::pair<std::size_t, Again> bounds[] = {{kRelayBytesMax, again(decode_relay)},
                                                  {kRelayBytesMax, again(decode_greeting)},
                                                  {kVisitBytesMax, again(decode_code)},
                                                  {kPathBytesMax, again(decode_path)}};
  for (const auto& [max, decode] : bounds) {
    EXPECT_EQ(decode(Bytes(max)).error().fault, Fault::not_canonical);
    EXPECT_EQ(decode(Bytes(max + 1)).error().fault, Fault::too_large);
  }
}

TEST_F(ReachCodec, WhatSaysNothingIsRefused) {
  EXPECT_FALSE(decode_relay({}));
  EXPECT_FALSE(decode_code({}));
  EXPECT_FALSE(decode_path({}));
  EXPECT_FALSE(decode_greeting({})) << "no limits";
  EXPECT_FALSE(decode_ask({})) << "no key";
  EXPECT_FALSE(decode_ticket({})) << "no pipe";
  EXPECT_FALSE(decode_knock({})) << "no key";
  wire::Relay no_place;
  no_place.mutable_visit()->set_body("body");
  EXPECT_FALSE(decode_relay(serialized(no_place)));
  no_place.mutable_close();
  EXPECT_FALSE(decode_relay(serialized(no_place)));
}

}  // namespace
}  // namespace fairdeal::proto
