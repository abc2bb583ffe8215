#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/json.h"
#include "runtime/meet/evening_break.h"
#include "runtime/state/charter.h"
#include "runtime/state/evening.h"
#include "tests/runtime/transcript_parts.h"

/// Tables of an evening that peers have played, and their transcripts.
namespace fairdeal::sim {

/// Three people who play three hands at each table. So the big blind comes to the same seats again,
/// and everybody keeps their seat, as a World has it.
struct EveningTables {
  using Order = proto::Order;

  EveningTables() {
    const World once(options({}));
    for (std::uint32_t i = 0; i < 3; ++i) keys.push_back(once.key(Seat(i)).clone());
  }

  static Options options(std::function<void(proto::Charter&)> change) {
    return {.game = "holdem",
            .params = rules::text({{"betting", "fixed-limit"}, {"hands", 3}}),
            .seats = 3,
            .seed = 3,
            .change_charter = std::move(change)};
  }

  proto::SignedOrder order(std::size_t who, Order::Kind kind, proto::Chips chips,
                           std::uint32_t number, const proto::Digest& continues = {}) const {
    const proto::Break at{{}, continues};
    const Order it{keys[who].public_key(), number, kind, chips};
    return {it, sign_order(at, it, keys[who]), sign_order(at, it, keys[0])};
  }

  /// Plays the table after `last`, or the first one, and returns its audit.
  audit::Report play(const meet::EveningBreak* last, const std::vector<proto::SignedOrder>& orders,
                     const std::function<void(proto::Terms&)>& forge = {}) {
    World world(options([&](proto::Charter& charter) {
      proto::Terms offered = last != nullptr ? last->terms : state::terms_of(charter);
      if (last == nullptr)
        offered.evening = {
            .bank = keys[0].public_key(), .buy_in_min = 500, .buy_in_max = 1000, .room = 3};
      if (forge) forge(offered);
      const auto table = meet::evening_table(offered, last, charter.seats, orders);
      ASSERT_TRUE(table) << describe(table.error());
      const auto seats = std::exchange(charter, state::charter_of(table->terms)).seats;
      ASSERT_EQ(table->seats, seats);
      charter.seats = seats;
      charter.nonce = {std::byte{1}};
    }));
    world.run();
    expect_finished(world);
    files.push_back(world.transcript(Seat(1)));
    return audited(files.back());
  }
  /// Three people buy in, and play three tables.
  void play_three() {
    using enum Order::Kind;
    reports.push_back(play(
        nullptr, {order(0, buy_in, 800, 1), order(1, buy_in, 900, 1), order(2, buy_in, 1000, 1)}));
    for (int more = 0; more < 2; ++more) {
      ASSERT_TRUE(reports.back().evening_break);
      const auto last = *reports.back().evening_break;
      reports.push_back(play(&last, {}));
    }
  }

  std::vector<crypto::SigningKey> keys;
  std::vector<Bytes> files;  ///< the transcripts of all tables that were played
  std::vector<audit::Report> reports;
};

}  // namespace fairdeal::sim
