// The chat of members: how much each may say, whom a line reaches, and where it is not kept.
#include "runtime/node/chat_lines.h"

#include "proto/limits.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using node::ChatLine;

/// Seat 0, connected to the three others of the table, of whom seat 3 does not reach seat 2.
class Chat : public StepFour {
 protected:
  static constexpr Seat kMe{0}, kBob{2}, kCat{3};

  Chat() {
    for (const Seat peer : {kMover, kBob, kCat}) m.link(peer, true);
    m.sent.clear();
    m.notices.clear();
    proto::Status cats{table->id(), kStep, table->head()};
    cats.links = SeatSet::of({kMe, kMover}).bits();
    m.hear(kCat, cats);
  }

  proto::Chat line(std::uint64_t number, std::string text = "hello") {
    return {table->id(), number, std::move(text)};
  }
  proto::ChatFrame frame(Seat by, const proto::Chat& line) {
    return {proto::envelope(proto::sign(by, line, world.key(by)))};
  }
  /// Hears a line from its author.
  bool hear(Seat by, std::uint64_t number, const std::string& text = "hello") {
    return m.hear(by, frame(by, line(number, text)));
  }
  Result<> say(const std::string& text, std::uint64_t utc_ms = 1) {
    FD_TRY(auto effects, m.node.on_say(text, utc_ms, m.now));
    m.take(std::move(effects));
    return {};
  }
  std::vector<std::string> shown() {
    std::vector<std::string> texts;
    for (const auto& l : m.noticed<ChatLine>()) texts.push_back(l.text);
    return texts;
  }
  std::vector<Seat> sent_to() {
    std::vector<Seat> seats;
    for (const auto& out : m.sent)
      if (std::holds_alternative<proto::ChatFrame>(*proto::decode_message(out.frame)))
        seats.push_back(out.to);
    return seats;
  }

  Member m{world, kMe};
};

TEST_F(Chat, ALineGoesToAllThatAreConnectedAndIsNotStored) {
  const std::size_t writes = m.writes.size();
  ASSERT_TRUE(say("good luck"));
  EXPECT_EQ(sent_to(), (std::vector{kMover, kBob, kCat}));
  EXPECT_EQ(shown(), std::vector<std::string>{"good luck"}) << "its author sees that it was said";
  EXPECT_TRUE(hear(kBob, 1, "thanks"));
  EXPECT_EQ(m.writes.size(), writes);
  EXPECT_EQ(m.node.parts().chat.all().size(), 2u);
}

TEST_F(Chat, ALineIsRepeatedToWhoIsConnectedAMomentLater) {
  m.link(kBob, false);
  ASSERT_TRUE(say("good luck"));
  m.sent.clear();
  m.link(kBob, true);
  EXPECT_EQ(sent_to(), std::vector{kBob});
  m.now = m.now + node::ChatLines::kRepeated + Duration{1};
  m.sent.clear();
  m.link(kBob, false);
  m.link(kBob, true);
  EXPECT_EQ(sent_to(), std::vector<Seat>{}) << "it is old";
}

TEST_F(Chat, ALineIsForwardedToWhomItsAuthorDoesNotReachAndCountsOnce) {
  EXPECT_TRUE(hear(kBob, 7));
  EXPECT_EQ(sent_to(), std::vector{kCat});
  EXPECT_TRUE(m.hear(kMover, frame(kBob, line(7)))) << "by another way";
  EXPECT_TRUE(hear(kBob, 6, "an older one"));
  EXPECT_EQ(shown(), std::vector<std::string>{"hello"});
  EXPECT_EQ(sent_to().size(), 1u);
}

TEST_F(Chat, A106_AWrongSignatureIsNobodysLineAndEndsTheConnection) {
  proto::ChatFrame forged = frame(kCat, line(1));
  forged.envelope.by = kBob;
  EXPECT_TRUE(m.hear(kCat, forged));
  EXPECT_TRUE(shown().empty());
  EXPECT_TRUE(sent_to().empty());
  EXPECT_EQ(m.noticed<node::Refused>().back().error, (Error{Fault::bad_signature}));
  bool stays = true;
  for (int i = 0; i < 8 && stays; ++i) stays = m.hear(kCat, forged);
  EXPECT_FALSE(stays);
  EXPECT_TRUE(hear(kBob, 1)) << "which costs Bob nothing";
  EXPECT_EQ(shown().size(), 1u);
}

TEST_F(Chat, A106_ASignatureOfAnotherKindIsNone) {
  const Bytes body = proto::encode(line(1));
  const crypto::Signature signature = world.key(kBob).sign("presence", body);
  m.hear(kBob, proto::ChatFrame{{kBob, body, signature}});
  EXPECT_TRUE(shown().empty());
}

TEST_F(Chat, A106_AFloodIsCutToItsRateAndTakesNothingFromOthers) {
  for (std::uint64_t i = 1; i <= 100; ++i) m.hear(i % 2 == 0 ? kBob : kMover, frame(kBob, line(i)));
  EXPECT_EQ(shown().size(), 5u);
  EXPECT_TRUE(hear(kCat, 1, "I am here, too"));
  EXPECT_EQ(shown().size(), 6u);
  m.now = m.now + Duration{999};
  hear(kBob, 101);
  EXPECT_EQ(shown().size(), 6u);
  m.now = m.now + Duration{1};
  hear(kBob, 102);
  hear(kBob, 103);
  EXPECT_EQ(shown().size(), 7u);
  m.now = m.now + Duration{60'000};
  for (std::uint64_t i = 200; i < 220; ++i) hear(kBob, i);
  EXPECT_EQ(shown().size(), 12u);
}

TEST_F(Chat, A106_AnotherTablesLineIsRefused) {
  proto::Chat other = line(1);
  other.table = crypto::hash("table", {});
  m.hear(kBob, frame(kBob, other));
  EXPECT_TRUE(shown().empty());
  EXPECT_EQ(m.noticed<node::Refused>().back().error.fault, Fault::wrong_table);
}

TEST_F(Chat, A106_WhatIsTooLongOrCannotBeShownIsRefused) {
  for (const std::string& text :
       {std::string(proto::kChatBytesMax + 1, 'a'), std::string(), std::string("\x1b[2J"),
        std::string("a\u202Eb"), std::string("a\nb"), std::string("\xff")}) {
    m.notices.clear();
    m.hear(kBob, frame(kBob, line(1, text)));
    EXPECT_TRUE(shown().empty()) << text;
    EXPECT_EQ(m.noticed<node::Refused>().size(), 1u) << text;
    EXPECT_FALSE(say(text)) << text;
    m.now = m.now + Duration{60'000};
  }
  EXPECT_TRUE(hear(kBob, 1, std::string(proto::kChatBytesMax, 'a')));
  EXPECT_EQ(shown().size(), 1u);
}

TEST_F(Chat, A106_AMemberThatLeftSaysNothingMore) {
  const proto::Presence leaves{table->id(), kStep, proto::Presence::What::leaves};
  const auto move = said(
      proto::MovePayload{table->game().legal(kMover).front().action.text},
      {proto::PresenceAttachment{proto::envelope(proto::sign(kBob, leaves, world.key(kBob)))}});
  const consensus::Record record{kStep, table->head(), {table->assume_valid(move)}};
  m.hear(kMover, frame_of(move));
  for (const Seat voter : {kMover, kBob, kCat})
    m.hear(voter, vote(voter, 0, proto::Phase::prevote, outcome(record)));
  ASSERT_EQ(m.node.table().step(), kStep.next());
  ASSERT_TRUE(m.node.table().members().standing(kBob).left());
  hear(kBob, 1, "and yet");
  EXPECT_TRUE(shown().empty());
  hear(kCat, 1);
  EXPECT_EQ(shown().size(), 1u);
}

TEST_F(Chat, NobodySaysAnythingWhereTheHostWantsNone) {
  SeededRng rng(3);
  auto node = *node::Node::create({world.charter(), kMe, world.key(kMe).clone(), false}, rng);
  (void)node.start(m.now);
  EXPECT_EQ(node.on_say("hello", 1, m.now).error().fault, Fault::not_wanted);
  const auto heard =
      node.on_frame(kBob, proto::encode(proto::Message(frame(kBob, line(1)))), m.now);
  ASSERT_TRUE(heard);
  EXPECT_TRUE(heard->notices.empty() && heard->chat.empty());
}

TEST_F(Chat, AnAuthorsOwnProgramKeepsToTheRateAndItsNumbersGoOnAfterARestart) {
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(say("again", 1000)) << "in one millisecond";
  EXPECT_EQ(say("again", 1000).error().fault, Fault::not_wanted);
  const auto number_of = [](const proto::ChatFrame& f) {
    return proto::decode_chat(f.envelope.body)->number;
  };
  const auto before = number_of(m.sent_of<proto::ChatFrame>().back());
  m.restart();
  m.link_all();
  ASSERT_TRUE(say("I am back", 2000)) << "though it still asks what it signed";
  EXPECT_GT(number_of(m.sent_of<proto::ChatFrame>().back()), before);
}

TEST(ChatLines, TheLastTwoHundredAreKept) {
  SeededRng rng(1);
  const auto key = crypto::SigningKey::generate(rng);
  node::ChatLines lines(2);
  for (std::uint64_t i = 1; i <= 250; ++i) {
    const Instant now{static_cast<std::int64_t>(1000 * i)};
    ASSERT_TRUE(lines.wants(Seat(1), i, now));
    lines.add(proto::sign(Seat(1), proto::Chat{{}, i, std::to_string(i)}, key), now);
  }
  EXPECT_EQ(lines.all().size(), node::ChatLines::kLinesMax);
  EXPECT_EQ(lines.all().front().text, "51");
}

/// Seat 0 has no connection to seat 2: what it says comes by seat 1.
TEST(ChatLines, CrossAPairWithoutAConnection) {
  World world({.game = "kuhn", .witnesses = 1});
  world.link(Seat(0), Seat(2), false);
  while (world.node(Seat(1)).table().step() < Step(2)) ASSERT_TRUE(world.step());
  const auto says = world.node(Seat(0)).on_say("hello", 1, world.clock(Seat(0)));
  ASSERT_TRUE(says);
  ASSERT_EQ(says->chat.size(), 1u);
  world.inject(Seat(0), says->chat[0].to, says->chat[0].frame);
  world.run();
  for (const Seat other : {Seat(1), Seat(2)}) {
    const auto heard = noticed<ChatLine>(world, other);
    ASSERT_EQ(heard.size(), 1u) << other.value;
    EXPECT_EQ(heard[0].by, Seat(0));
    EXPECT_EQ(heard[0].text, "hello");
  }
  const std::string kept(as_text(world.transcript(Seat(2))));
  EXPECT_EQ(kept.find("hello"), std::string::npos);
  for (const auto& put : world.stored(Seat(2)))
    EXPECT_EQ(as_text(put.value).find("hello"), std::string::npos) << put.key;
  expect_finished(world);
}

}  // namespace
}  // namespace fairdeal::sim
