// Ambiguous encodings and unbounded input: messages as bytes, one encoding each, and limits before
// anything is made of them.
#include "proto/codec.h"

#include <functional>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/limits.h"

namespace fairdeal::proto {
namespace {

Charter charter(std::size_t seats = 2, std::size_t witnesses = 1) {
  Charter charter{"kuhn", "1", {}, "{}", {}, {}, 3, 0, Randomness::coin, {}};
  SeededRng rng(1);
  rng.fill(charter.nonce);
  for (std::size_t i = 0; i < seats + witnesses; ++i)
    (i < seats ? charter.seats : charter.witnesses)
        .push_back({crypto::SigningKey::generate(rng).public_key(), "Ann"});
  return charter;
}

Terms terms() {
  return {.module = "kuhn",
          .module_version = "1",
          .params = "{}",
          .seats = 2,
          .witnesses = 1,
          .quorum = 3,
          .recovery = 4,
          .randomness = Randomness::coin,
          .pace = {{1}, {2}, {3}, {4}, {5}, {6}, 7}};
}

SignedOrder order(std::uint8_t player, std::uint32_t number, Order::Kind kind, Chips chips) {
  return {{PublicKey{{std::byte{player}}}, number, kind, chips}, {}, {}};
}

Evening evening() {
  return {.id = {{std::byte{9}}},
          .bank = {{std::byte{8}}},
          .buy_in_min = 100,
          .buy_in_max = 1000,
          .room = 6,
          .table = 3,
          .accounts = {{{{std::byte{1}}}, "Ann", 2, 1500, 200, 900},
                       {{{std::byte{2}}}, "Bob", 1, 500, 0, 900}},
          .orders = {order(1, 3, Order::Kind::cash_out, 900), order(2, 2, Order::Kind::top_up, 100),
                     order(3, 1, Order::Kind::buy_in, 100)},
          .withdrawn = {{{std::byte{4}}}}};
}

Envelope envelope(std::uint32_t by = 1) { return {Seat(by), to_bytes("body"), {}}; }

std::vector<Message> one_of_each() {
  Bytes raw = encode(charter());
  return {Join{"Ann", 7777, true, {std::byte{1}}, Bytes(32), Invited::by_link, true},
          Gathering{terms(),
                    {"Ann", "Bob"},
                    {"Cat"},
                    Policy::ask,
                    ByteArray<32>{std::byte{3}},
                    {"relay.example.org"},
                    false,
                    WatchDelay{2, 90},
                    ScriptOffer{1234, PublicKey{}, {}, true, false, true, 0b11101010},
                    {"Dan"},
                    true,
                    Duration{20'000}},
          Propose{raw, {"", "10.0.0.1:7"}, {{std::byte{1}}, {std::byte{2}}}},
          Sign{},
          *signed_charter(raw, std::vector<Signature>(3)),
          Refuse{Refusal::full, "the table is full"},
          EntryFrame{envelope()},
          VoteFrame{envelope()},
          Status{{}, Step(300), {}, 1, 2, 3, Round(4), 5, 6, true, true},
          Decided{Step(7),
                  {envelope(), AbsentSeat{Seat(1)}, WrongEntry{envelope(2)}},
                  {envelope(0), envelope(1)}},
          ProposalFrame{envelope(),
                        {envelope(0), envelope(2)},
                        {envelope(), AbsentSeat{Seat(1)}, WrongEntry{envelope(2)}}},
          PresenceFrame{envelope()},
          PassedFrame{envelope()},
          Recall{{}, Step(5), {Digest{}, Digest{}}},
          HistoryQuery{{}, Step(6), {Digest{}}},
          HistoryAnswer{{Step(7), {envelope(), AbsentSeat{Seat(1)}}, {envelope(0)}},
                        {envelope(0), envelope(1)},
                        {envelope(1)}},
          Waiting{},
          ChatFrame{envelope()},
          Watch{Digest{}, Step(5), Bytes(32)},
          Watchers{{PublicKey{}, PublicKey{{std::byte{1}}}}},
          FetchScript{{}},
          ScriptText{"return {}"},
          PlaceOrder{2, Order::Kind::top_up, 100, {}},
          RefuseOrder{2, "they have no chips", OrderProblem::has_no_chips}};
}

bool decodes(const Bytes& bytes) { return decode_message(bytes).has_value(); }

Bytes joined(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Codec, ABreakHasALengthOrNoneAndLastsNoLongerThanAHostMayAsk) {
  const auto back = [](std::optional<Duration> left) {
    Gathering gathering{terms(), {"Ann"}};
    gathering.break_left = left;
    return decode_message(encode(Message(gathering)));
  };
  for (const std::optional<Duration> left : {std::optional<Duration>(), std::optional(Duration{1}),
                                             std::optional(Duration{kBreakLeftMax_ms})}) {
    const auto message = back(left);
    ASSERT_TRUE(message);
    EXPECT_EQ(std::get<Gathering>(*message).break_left, left);
  }
  EXPECT_FALSE(back(Duration{kBreakLeftMax_ms + 1}));
}

TEST(Codec, AnOrderIsRefusedForAReasonThatExists) {
  for (std::uint32_t why = 0; why < 30; ++why) {
    const RefuseOrder refused{2, "no", static_cast<OrderProblem>(why)};
    const auto back = decode_message(encode(Message(refused)));
    ASSERT_EQ(back.has_value(), refused.why <= OrderProblem::evening_over) << why;
    EXPECT_TRUE(!back || std::get<RefuseOrder>(*back).why == refused.why);
  }
}

TEST(Codec, EveryMessageComesBackAsItWas) {
  const auto messages = one_of_each();
  ASSERT_EQ(messages.size(), std::variant_size_v<Message>);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    ASSERT_EQ(messages[i].index(), i);
    const Bytes bytes = encode(messages[i]);
    const auto back = decode_message(bytes);
    ASSERT_TRUE(back) << i << ": " << describe(back.error());
    EXPECT_EQ(back->index(), i);
    EXPECT_EQ(encode(*back), bytes) << i;
  }
}

TEST(Codec, ACharterHasTheScriptThatItNamesAndNoOther) {
  Charter named = charter();
  named.rules = script_digest("return {}");
  SignedCharter agreed = *signed_charter(encode(named), std::vector<Signature>(3));
  agreed.script = "return {}";
  const auto back = decode_message(encode(Message(agreed)));
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<SignedCharter>(*back).script, agreed.script);
  agreed.script = "return { }";
  EXPECT_FALSE(decodes(encode(Message(agreed))));
}

TEST(Codec, TermsAndVotesComeBackAsTheyWere) {
  EXPECT_EQ(*decode_charter(encode(charter())), charter());
  Charter of_a_script = charter();
  of_a_script.interpreter = "Lua 5.4.4, model 2";
  EXPECT_EQ(*decode_charter(encode(of_a_script)), of_a_script);
  EXPECT_GT(encode(of_a_script).size(), encode(charter()).size())
      << "only tables of scripts name an interpreter";
  const Vote nil{{}, Step(1), Round(2), Phase::precommit, {}};
  const Vote some{{}, Step(1), Round(0), Phase::prevote, Outcome{{}, {}}};
  EXPECT_EQ(*decode_vote(encode(nil)), nil);
  EXPECT_EQ(*decode_vote(encode(some)), some);
  EXPECT_NE(encode(nil), encode(some));
}

TEST(Codec, AnEveningComesBackAsItWasInATableAndInItsTerms) {
  Charter of_an_evening = charter();
  of_an_evening.evening = evening();
  EXPECT_EQ(*decode_charter(encode(of_an_evening)), of_an_evening);
  Gathering gathering{terms(), {"Ann"}};
  gathering.terms.evening = evening();
  const auto back = decode_message(encode(Message(gathering)));
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<Gathering>(*back).terms, gathering.terms);
}

TEST(Codec, AnEveningHasOneOrderOfItsAccountsAndOrdersAndBounds) {
  const auto fault = [](const std::function<void(Evening&)>& change) {
    Charter changed = charter();
    changed.evening = evening();
    change(*changed.evening);
    const auto decoded = decode_charter(encode(changed));
    return decoded ? std::optional<Fault>() : decoded.error().fault;
  };
  const auto canonical = Fault::not_canonical, large = Fault::too_large;
  EXPECT_EQ(fault([](Evening&) {}), std::nullopt);
  EXPECT_EQ(fault([](Evening& e) { std::swap(e.accounts[0], e.accounts[1]); }), canonical);
  EXPECT_EQ(fault([](Evening& e) { e.accounts[1].key = e.accounts[0].key; }), canonical);
  EXPECT_EQ(fault([](Evening& e) { std::swap(e.orders[0], e.orders[1]); }), canonical);
  EXPECT_EQ(fault([](Evening& e) { e.orders[1] = e.orders[0]; }), canonical) << "an order twice";
  EXPECT_EQ(fault([](Evening& e) { e.orders[0].order.number = 0; }), canonical);
  EXPECT_EQ(fault([](Evening& e) { e.orders[0].order.kind = Order::Kind{4}; }), canonical);
  EXPECT_EQ(fault([](Evening& e) { e.orders[0].order.chips = 0; }), large);
  EXPECT_EQ(fault([](Evening& e) { e.orders[0].order.chips = kAccountChipsMax + 1; }), large);
  EXPECT_EQ(fault([](Evening& e) { e.orders[0].order.chips = -1; }), large);
  EXPECT_EQ(fault([](Evening& e) { e.accounts[0].kept = kAccountChipsMax + 1; }), large);
  EXPECT_EQ(fault([](Evening& e) { e.accounts[0].bought = -1; }), large);
  EXPECT_EQ(fault([](Evening& e) { e.buy_in_max = kOrderChipsMax + 1; }), large);
  EXPECT_EQ(fault([](Evening& e) { e.room = 0; }), large);
  EXPECT_EQ(fault([](Evening& e) { e.table = 0; }), canonical);
  EXPECT_EQ(fault([](Evening& e) { e.withdrawn.resize(kWithdrawnMax + 1); }), large);
  EXPECT_EQ(fault([](Evening& e) { e.room = kSeatsMax; }), std::nullopt);
  EXPECT_EQ(fault([](Evening& e) { e.room = kSeatsMax + 1; }), large);
  EXPECT_EQ(fault([](Evening& e) {
              for (std::uint8_t i = 3; e.accounts.size() <= kAccountsMax; ++i)
                e.accounts.push_back({PublicKey{{std::byte{i}}}});
            }),
            large);
  EXPECT_EQ(fault([](Evening& e) {
              while (e.orders.size() <= kOrdersMax)
                e.orders.push_back(order(3, e.orders.back().order.number + 1, {}, 1));
            }),
            large);
}

/// An order is worth nothing in another evening or break, for another player, or as another order.
TEST(Codec, ASignatureOfAnOrderIsOfAllOfIt) {
  SeededRng rng(1);
  const auto key = crypto::SigningKey::generate(rng);
  const Break at{{{std::byte{9}}}, {{std::byte{8}}}};
  const Order signed_one{key.public_key(), 2, Order::Kind::top_up, 100};
  const Signature signature = sign_order(at, signed_one, key);
  EXPECT_TRUE(order_signed(at, signed_one, key.public_key(), signature));
  EXPECT_FALSE(order_signed({{}, at.continues}, signed_one, key.public_key(), signature));
  EXPECT_FALSE(order_signed({at.evening, {}}, signed_one, key.public_key(), signature));
  const auto holds = [&](const std::function<void(Order&)>& change) {
    Order other = signed_one;
    change(other);
    return order_signed(at, other, key.public_key(), signature);
  };
  EXPECT_FALSE(holds([](Order& o) { o.key = {}; }));
  EXPECT_FALSE(holds([](Order& o) { o.number = 3; }));
  EXPECT_FALSE(holds([](Order& o) { o.kind = Order::Kind::rebuy; }));
  EXPECT_FALSE(holds([](Order& o) { o.chips = 101; }));
}

TEST(Codec, ALineOfChatComesBackAsItWasAndNoOtherIsOne) {
  const Chat line{{}, 300, "Zo\u00EB: \u2660 \"well played\""};
  const auto back = decode_chat(encode(line));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->number, line.number);
  EXPECT_EQ(back->text, line.text);
  EXPECT_EQ(decode_chat(encode(Chat{{}, 1, std::string(kChatBytesMax + 1, 'a')})).error().fault,
            Fault::too_large);
  EXPECT_FALSE(decode_chat(encode(Chat{{}, 1, "a\u202Eb"})));
  EXPECT_FALSE(decode_chat(encode(Chat{{}, 1, ""})));
}

TEST(Codec, NothingCutOrContinuedIsAMessage) {
  for (const Message& message : one_of_each()) {
    const Bytes bytes = encode(message);
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      const auto cut = decode_message(ByteSpan(bytes).first(n));
      if (cut) {
        EXPECT_TRUE(equal(encode(*cut), ByteSpan(bytes).first(n))) << message.index();
      }
    }
    for (int byte = 0; byte < 256; ++byte)
      EXPECT_FALSE(decodes(joined(bytes, {std::byte(byte)}))) << message.index() << "+" << byte;
  }
}

/// Any bytes that decode are the one encoding of what they decode to.
TEST(Codec, OneEncodingOnlyOfWhatAnyDamageLeaves) {
  for (const Message& message : one_of_each()) {
    const Bytes bytes = encode(message);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      Bytes damaged = bytes;
      damaged[bit / 8] ^= std::byte(1 << bit % 8);
      if (const auto back = decode_message(damaged)) {
        EXPECT_EQ(encode(*back), damaged) << bit;
      }
    }
  }
}

TEST(Codec, UnknownDoubledReorderedAndPaddedFieldsAreRefused) {
  const Message status = Status{{}, Step(5), {}, 1, 0, 0};
  const Bytes table = joined({std::byte{0x0a}, std::byte{32}}, Bytes(32));
  const Bytes step = {std::byte{0x10}, std::byte{5}}, entries = {std::byte{0x18}, std::byte{1}};
  const Bytes head = joined({std::byte{0x5a}, std::byte{32}}, Bytes(32));
  const auto frame = [](std::initializer_list<Bytes> fields) {
    Bytes inside;
    for (const Bytes& field : fields) inside = joined(inside, field);
    return joined({std::byte{0x62}, static_cast<std::byte>(inside.size())}, inside);
  };
  ASSERT_EQ(frame({table, step, entries, head}), encode(status));
  const Bytes padded = {std::byte{0x10}, std::byte{0x85}, std::byte{0}};
  const Bytes zero = {std::byte{0x20}, std::byte{0}};
  const Bytes unknown = {std::byte{0x78}, std::byte{1}};
  const Bytes group = {std::byte{0x7b}, std::byte{0x7c}};
  EXPECT_FALSE(decodes(frame({table, entries, step, head}))) << "reordered";
  EXPECT_FALSE(decodes(frame({table, step, step, entries, head}))) << "doubled";
  EXPECT_FALSE(decodes(frame({table, padded, entries, head}))) << "a number not minimal";
  EXPECT_FALSE(decodes(frame({table, step, entries, zero, head}))) << "a default written out";
  EXPECT_FALSE(decodes(frame({table, step, entries, head, unknown}))) << "an unknown field";
  EXPECT_FALSE(decodes(frame({table, step, entries, head, group}))) << "an unknown group";
  EXPECT_FALSE(decodes(frame({table, step, entries}))) << "a digest left out";
  EXPECT_FALSE(decodes(joined(encode(status), encode(status)))) << "two messages in one";
  EXPECT_FALSE(decodes({})) << "none";
}

TEST(Codec, A29_WhatIsOverALimitIsRefused) {
  const auto refused = [](const Message& message) {
    const auto back = decode_message(encode(message));
    return !back && back.error().fault == Fault::too_large;
  };
  EXPECT_TRUE(refused(Join{std::string(kNicknameBytesMax + 1, 'a'), 0, false, {}}));
  Terms large = terms();
  large.params = std::string(kParamsBytesMax + 1, ' ');
  EXPECT_TRUE(refused(Gathering{large, {}}));
  EXPECT_TRUE(refused(Gathering{terms(), std::vector<std::string>(kSeatsMax + 1, "a")}));
  EXPECT_TRUE(refused(Gathering{terms(), {}, std::vector<std::string>(kWitnessesMax + 1, "a")}));
  EXPECT_TRUE(refused(Propose{{}, {}, std::vector<ByteArray<32>>(kValidatorsMax + 1)}));
  EXPECT_TRUE(refused(Propose{{}, std::vector<std::string>(kValidatorsMax + 1), {}}));
  EXPECT_TRUE(refused(Propose{{}, {std::string(kAddressBytesMax + 1, 'a')}, {}}));
  EXPECT_TRUE(refused(Refuse{Refusal::full, std::string(kTextBytesMax + 1, 'a')}));
  EXPECT_TRUE(refused(Join{.nickname = "Ann", .proof = Bytes(kProofBytesMax + 1)}));
  EXPECT_TRUE(refused(Decided{Step(0), std::vector<Answer>(kSeatsMax + 1, envelope()), {}}));
  EXPECT_TRUE(
      refused(Decided{Step(0), {}, std::vector<Envelope>(2 * kValidatorsMax + 1, envelope())}));
  EXPECT_TRUE(refused(EntryFrame{{Seat(0), Bytes(kFrameBytesMax), {}}}));
  for (const auto& [seats, witnesses] :
       {std::pair(kSeatsMax + 1, std::size_t{0}), std::pair(std::size_t{2}, kWitnessesMax + 1)}) {
    const auto back = decode_charter(encode(charter(seats, witnesses)));
    EXPECT_TRUE(!back && back.error().fault == Fault::too_large);
  }
}

TEST(Codec, A29_ALengthThatPromisesMoreThanThereIsIsRefused) {
  // Field 1, length 2^31 - 1, 2^32 - 1 and 2^63, and nothing behind it.
  for (const auto& length :
       {"\xff\xff\xff\xff\x07", "\xff\xff\xff\xff\x0f", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"})
    for (const char tag : {'\x0a', '\x12', '\x52', '\x6a'})
      EXPECT_FALSE(decodes(to_bytes(std::string(1, tag) + length)));
  EXPECT_FALSE(decodes(to_bytes(std::string(kFrameBytesMax + 1, '\x0a'))));
}

TEST(Codec, AMoveWithoutLimitIsNoMoveOfZero) {
  for (const Duration move : {Duration{0}, Duration{60'000}, kUntimed}) {
    Charter one = charter();
    one.pace.move = move;
    EXPECT_EQ(decode_charter(encode(one))->pace.move, move);
    Terms other = terms();
    other.pace.move = move;
    const auto back = decode_message(encode(Message(Gathering{other, {}})));
    EXPECT_EQ(std::get<Gathering>(*back).terms, other);
  }
}

TEST(Codec, WhatCannotBeIsRefused) {
  EXPECT_FALSE(decodes(encode(Message(EntryFrame{envelope(kValidatorsMax)}))));
  EXPECT_FALSE(decodes(encode(Message(Decided{Step(0), {AbsentSeat{Seat(kSeatsMax)}}, {}}))));
  EXPECT_FALSE(decodes(encode(Message(Join{.nickname = "Ann", .how = Invited{4}}))));
  EXPECT_TRUE(decodes(encode(Message(Join{.nickname = "Ann", .how = Invited{3}}))));
  Gathering scripted{terms(), {"Ann"}};
  for (const std::uint32_t size : {std::uint32_t{0}, std::uint32_t{kScriptBytesMax + 1}}) {
    scripted.script = ScriptOffer{.size = size};
    EXPECT_FALSE(decodes(encode(Message(scripted))));
  }
  for (const std::uint32_t secrets : {0b11U, 0b1100U, 0b110000U, 0x100U}) {
    scripted.script = ScriptOffer{.size = 9, .secrets = secrets};
    EXPECT_FALSE(decodes(encode(Message(scripted)))) << secrets;
  }
  EXPECT_FALSE(decodes(encode(Message(ScriptText{std::string(kScriptBytesMax + 1, 'a')}))));
  EXPECT_FALSE(decodes(encode(Message(Gathering{terms(), {"Ann"}, {}, Policy{4}}))));
  const ByteArray<32> secret{};
  const std::vector<std::string> relays(kRelaysMax + 1, "r");
  EXPECT_FALSE(decodes(encode(Message(Gathering{terms(), {}, {}, Policy::open, secret, relays}))));
  EXPECT_FALSE(decodes(encode(Message(Gathering{terms(), {}, {}, Policy::open, secret, {}}))));
  EXPECT_FALSE(decodes(encode(Message(Gathering{terms(), {}, {}, Policy::open, {}, {"r"}}))));
  EXPECT_FALSE(decodes(encode(Message(Gathering{
      terms(), {}, {}, Policy::open, secret, {std::string(kRelayUrlBytesMax + 1, 'r')}}))));
  EXPECT_FALSE(decodes(encode(Message(Refuse{static_cast<Refusal>(9), ""}))));
  for (const auto& [hands, seconds] :
       {std::pair(0u, 60u), std::pair(1u, 0u), std::pair(101u, 60u), std::pair(1u, 3601u)})
    EXPECT_FALSE(decodes(encode(Message(
        Gathering{terms(), {}, {}, Policy::open, {}, {}, true, WatchDelay{hands, seconds}}))));
  EXPECT_FALSE(decodes(encode(Message(Watch{.proof = Bytes(kProofBytesMax + 1)}))));
  EXPECT_FALSE(decodes(encode(Message(Watchers{std::vector<PublicKey>(kWatchersMax + 1)}))));
  EXPECT_FALSE(signed_charter(encode(charter()), std::vector<Signature>(2)));
  Charter odd = charter();
  odd.randomness = static_cast<Randomness>(2);
  EXPECT_FALSE(decode_charter(encode(odd)));
  EXPECT_FALSE(decode_vote(encode(Vote{{}, {}, {}, static_cast<Phase>(2), {}})));
}

TEST(Codec, NothingForAPersonToReadMovesTheCursor) {
  for (const std::string text : {"\x1b[2J", "a\nb", "a\x7f",
                                 "\xc2\x9b"
                                 "2J"}) {
    EXPECT_FALSE(decodes(encode(Message(Join{text, 0, false, {}})))) << text;
    EXPECT_FALSE(decodes(encode(Message(Refuse{Refusal::full, text}))));
    EXPECT_FALSE(decodes(encode(Message(Gathering{terms(), {text}}))));
    EXPECT_FALSE(decodes(encode(Message(Gathering{terms(), {}, {text}}))));
    Terms odd = terms();
    odd.module = text;
    EXPECT_FALSE(decodes(encode(Message(Gathering{odd, {}}))));
    Charter named = charter();
    named.seats[1].nickname = text;
    EXPECT_FALSE(decode_charter(encode(named)));
  }
  EXPECT_TRUE(decodes(encode(Message(Join{"Zoë \xe2\x99\xa0", 0, false, {}}))));
}

TEST(Codec, TextThatIsNoTextIsRefusedWithoutAWord) {
  testing::internal::CaptureStderr();
  EXPECT_FALSE(decodes(to_bytes("\x0a\x04\x0a\x02\xff\xfe")));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace fairdeal::proto
