// Cash evenings from their first break to who owes whom, each from one seed: the breaks by the
// production lobbies of the bank and its guests, the tables by the production Node in a World, and
// an audit of every table. FD_EVENINGS says how many.
#include <array>

#include "runtime/audit/settlement.h"
#include "runtime/meet/bank.h"
#include "runtime/state/charter.h"
#include "tests/run_size.h"
#include "tests/runtime/evening_lobby.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::meet {
namespace {

using proto::Account;

constexpr std::int64_t kTenMinutes = 600'000, kHour = 3'600'000;

/// An evening, and a ledger of its own that the test keeps by what people ordered and won.
class SimulatedEvening : public EveningLobby {
 protected:
  SimulatedEvening() { room = 6; }

  /// Begins another evening, of which everything follows from the seed.
  void begin_evening(std::uint64_t number) {
    seed = number;
    rng = SeededRng(number);
    params = rules::text({{"betting", "fixed-limit"},
                          {"hands", 10},
                          {"small_blind", 5},
                          {"big_blind", 10},
                          {"level_minutes", 8},
                          {"levels", {level(10), level(15), level(20), level(25), level(30)}}});
    last.reset();
    restarted.reset();
    told.clear();
    guests.clear();
    memories.clear();
    refused.clear();
    reports.clear();
    big_blinds.clear();
    file.clear();
    bought.clear();
    cashed.clear();
    won.clear();
    hands = 0;
    open();
  }
  static rules::Json level(int small) {
    return {{"ante", 0}, {"small", small}, {"big", 2 * small}};
  }

  void buys(std::size_t i, Chips chips) {
    bought[i] += chips;
    i == 0 ? from_host(*lobby->order(chips, now)) : orders(i, chips);
  }
  /// Somebody of the evening comes back, agrees to the break, and buys chips if they have none.
  void comes_back(std::size_t i) {
    if (i > 0) {
      comes(i);
      ASSERT_TRUE(guests.contains(i)) << refused[i];
      from_guest(i, guests.at(i).agree());
    }
    if (kept_by(i) == 0) buys(i, 600);
  }
  /// Somebody whose connection was lost comes back. The bank has what they had ordered.
  void joins_again(std::size_t i) {
    comes(i);
    ASSERT_TRUE(guests.contains(i)) << refused[i];
    from_guest(i, guests.at(i).agree());
  }
  void cashes_out(std::size_t i) {
    comes(i);
    const Chips all = kept_by(i);
    if (all > 0) from_guest(i, *guests.at(i).cash_out());
    cashed[i] += all;
    goes(i);
  }

  /// Plays a table that all its members have signed, each by its own Node, and audits all their
  /// transcripts. Returns the audit of one of them.
  audit::Report played(const proto::SignedCharter& charter, sim::Faults faults = {}) {
    auto table = std::make_shared<sim::SetUpTable>(charter);
    for (const proto::Member& member : charter.charter.seats)
      table->keys.push_back(
          std::ranges::find(keys, member.key.public_key(), &crypto::SigningKey::public_key)
              ->clone());
    faults.skew_max = kHour;
    faults.think_max = {8'000};
    faults.delay_max = {40};
    sim::World world({.game = "holdem", .seed = rng.next(), .faults = faults, .table = table});
    world.run({20 * kHour});
    sim::expect_finished(world);
    for (std::uint32_t i = 0; i < world.size(); ++i)
      EXPECT_EQ(break_after(world.node(Seat(i)).table()).terms,
                break_after(world.node(Seat(0)).table()).terms);
    const auto of = static_cast<std::uint32_t>(rng.below(world.size()));
    transcript = world.transcript(Seat(of));
    return sim::audited(transcript);
  }
  /// Plays the table that has begun, checks the ledger after it, and opens the next break.
  void play_on(const sim::Faults& faults = {}) {
    ASSERT_TRUE(lobby->formed());
    const proto::SignedCharter charter = lobby->formed()->charter;
    EXPECT_EQ(big_blind(charter.charter.params), big_blinds.empty() ? 10 : big_blinds.back())
        << "a table begins with the blinds that the one before it has left";
    const auto report = played(charter, faults);
    ASSERT_EQ(report.verdict, audit::Verdict::valid);
    if (!reports.empty()) {
      const auto stands = audit::check_stands_after(reports.back(), report);
      EXPECT_TRUE(stands) << describe(stands.error());
    }
    for (std::size_t i = 0; i < charter.charter.seats.size(); ++i)
      won[who(charter.charter.seats[i].key)] += (*report.result)[i];
    reports.push_back(report);
    file.insert(file.end(), transcript.begin(), transcript.end());
    hands += report.evening_break->game.json().at("hand").get<int>();
    go_on(*report.evening_break);
    big_blinds.push_back(big_blind(last->terms.params));
    expect_ledger();
  }
  static std::int64_t big_blind(const std::string& params) {
    return rules::Json::parse(params).at("big_blind").get<std::int64_t>();
  }
  /// Returns how many orders of this kind the tables of this evening had.
  std::ptrdiff_t ordered(Order::Kind kind) const {
    std::ptrdiff_t count = 0;
    for (const auto& report : reports)
      count += std::ranges::count_if(report.charter->evening->orders,
                                     [&](const auto& order) { return order.order.kind == kind; });
    return count;
  }
  std::size_t who(const proto::PublicKey& key) const {
    return static_cast<std::size_t>(std::ranges::find(keys, key, &crypto::SigningKey::public_key) -
                                    keys.begin());
  }

  /// Everybody has exactly the chips that they bought, less those cashed out, and those won.
  void expect_ledger() {
    Chips in = 0, out = 0;
    for (const Account& account : last->terms.evening->accounts) {
      const std::size_t i = who(account.key);
      SCOPED_TRACE(name_of(i));
      EXPECT_EQ(account.bought, bought[i]);
      EXPECT_EQ(account.cashed, cashed[i]);
      EXPECT_EQ(account.kept, bought[i] - cashed[i] + won[i]);
      in += account.bought;
      out += account.cashed + account.kept;
    }
    EXPECT_EQ(in, out);
  }
  /// All tables as one file are one evening, and say who owes whom.
  void expect_whole() {
    SeededRng weights(seed);
    std::size_t at = 0;
    const auto found = audit::audit_tables(
        [&](std::size_t wanted) -> Result<Bytes> {
          const ByteSpan next = ByteSpan(file).subspan(at, std::min(wanted, file.size() - at));
          at += next.size();
          return to_bytes(next);
        },
        weights);
    ASSERT_EQ(found.size(), reports.size());
    std::vector<audit::TablesOfFile> one_file(1);
    auto& all = one_file.front();
    for (const auto& table : found) {
      EXPECT_EQ(table.report.verdict, audit::Verdict::valid);
      EXPECT_TRUE(all.empty() || audit::check_stands_after(*all.back(), table.report));
      all.push_back(&table.report);
    }
    const auto settled = audit::settle_evenings(one_file);
    ASSERT_EQ(settled.size(), 1U);
    EXPECT_EQ(settled[0].why, "");
    EXPECT_TRUE(settled[0].whole);
    std::map<std::size_t, Chips> left;
    for (const Account& account : settled[0].accounts) {
      left[who(account.key)] = audit::won(account);
      EXPECT_EQ(audit::won(account), won[who(account.key)]);
    }
    for (const auto& payment : settled[0].payments) {
      left[who(settled[0].accounts[payment.from].key)] += payment.chips;
      left[who(settled[0].accounts[payment.to].key)] -= payment.chips;
    }
    for (const auto& [i, chips] : left) EXPECT_EQ(chips, 0) << "after all payments";
  }
  /// Returns the seat of somebody at the table that has begun.
  Seat seat_of(std::size_t i) {
    const auto seat = std::ranges::find(formed().seats, id(i),
                                        [](const auto& member) { return member.key.public_key(); });
    return Seat(static_cast<std::uint32_t>(seat - formed().seats.begin()));
  }
  /// Returns faults by which a seat is cut off from all others for ten minutes.
  sim::Faults cut_off(Seat seat) {
    SeatSet alone;
    alone.insert(seat);
    return {.incidents = {{.what = sim::Faults::Incident::What::partition,
                           .group = alone,
                           .step = 20 + rng.below(40),
                           .lasts = Duration{kTenMinutes}}}};
  }

  std::uint64_t seed = 0;
  std::map<std::size_t, Chips> bought, cashed, won;
  std::vector<audit::Report> reports;    ///< of all tables
  Bytes transcript;                      ///< of the last table
  Bytes file;                            ///< the transcripts of all tables
  std::vector<std::int64_t> big_blinds;  ///< after each table
  int hands = 0;
};

/// The evening of the next test, table by table.
class LongEvening : public SimulatedEvening {
 protected:
  void everybody_comes_back(const std::vector<std::size_t>& who) {
    for (const std::size_t i : who) comes_back(i);
  }
  /// One leaves before the second table, and another one is cut off in the middle of it.
  void play_while_one_is_cut_off() {
    cashes_out(2);
    everybody_comes_back({0, 1, 3, 4, 5});
    start();
    ASSERT_TRUE(lobby->formed());
    const Seat away = seat_of(3);
    play_on(cut_off(away));
    ASSERT_EQ(reports.size(), 2U);
    // played() has seen that the program of this seat, too, has the end of the match.
    EXPECT_FALSE(reports.back().attendance.members.at(away.value).absent.empty())
        << "the others went on without it";
  }
  /// A newcomer comes, and one of the others does not want to play with them.
  void let_a_newcomer_in() {
    everybody_comes_back({0, 1, 3, 4, 5});
    sits(6);
    buys(6, 800);
    const auto& here = guests.at(4).gathering()->nicknames;
    ASSERT_EQ(std::ranges::count(here, name_of(6)), 1) << "what the person decides by";
    goes(4);
    if (kept_by(4) == 0) bought[4] -= 600;  // the order of somebody who stands is forgotten
  }
  /// The connection of one guest is lost while the table is proposed, so that it is withdrawn. They
  /// come back, and the same people begin another one.
  void start_at_the_second_try() {
    held = true;
    from_host(*lobby->start(now));
    std::erase_if(frames, [](const Frame& frame) { return frame.to == 1; });
    held = false;
    pass();
    EXPECT_FALSE(lobby->formed());
    goes(1);
    joins_again(1);
    start();
    ASSERT_TRUE(lobby->formed());
    EXPECT_EQ(formed().evening->withdrawn.size(), 1U);
    EXPECT_EQ(formed().seats.size(), 5U);
    EXPECT_EQ(std::ranges::count(at_table(), name_of(4)), 0) << "they did not want to";
    EXPECT_EQ(std::ranges::count(at_table(), name_of(6)), 1);
  }
  /// Checks that blinds only rose over this evening. Returns whether they had risen before its last
  /// table, which began with them.
  bool blinds_rose_early() const {
    EXPECT_TRUE(std::ranges::is_sorted(big_blinds));
    return big_blinds.at(big_blinds.size() - 2) > 10;
  }
};

/// Sixty hands of six people: two leave, one comes, one is cut off for ten minutes, one goes rather
/// than play with the newcomer, one is lost while a table is proposed, people buy again, and blinds
/// rise by minutes on clocks up to an hour apart.
TEST_F(LongEvening, SixPeoplePlaySixtyHandsAndEachOwnsWhatTheyBoughtAndWon) {
  const std::uint64_t evenings = sizes::number_in("FD_EVENINGS", 1);
  bool rose = false;
  std::ptrdiff_t rebuys = 0;
  for (std::uint64_t number = 1; number <= evenings; ++number) {
    SCOPED_TRACE("evening " + std::to_string(number));
    begin_evening(number);
    buys(0, 500);
    for (std::size_t i = 1; i < 6; ++i) {
      sits(i);
      buys(i, 400 + static_cast<Chips>(100 * rng.below(7)));
    }
    start();
    play_on();
    play_while_one_is_cut_off();
    let_a_newcomer_in();
    start_at_the_second_try();
    play_on();
    cashes_out(5);
    for (int more = 0; more < 3; ++more) {
      everybody_comes_back({0, 1, 3, 4, 6});
      start();
      play_on();
    }
    from_host(lobby->close(now));
    if (HasFatalFailure()) return;
    EXPECT_EQ(hands, 60);
    expect_whole();
    rose |= blinds_rose_early();
    rebuys += ordered(Order::Kind::rebuy);
  }
  EXPECT_TRUE(rose) << "at a table before the last one of some evening";
  EXPECT_GT(rebuys, 0) << "at the tables of all evenings";
}

// ---- Three of six are liars, and the bank is one of them

/// The bank (0), 4 and 5 lie; 1, 2 and 3 are honest. Whatever the liars send, a guest that is
/// honest signs no table at which any of the honest has another number of chips than they know.
class LyingBank : public SimulatedEvening {
 protected:
  static constexpr std::array<std::size_t, 3> kHonest{1, 2, 3};
  static constexpr std::array<std::size_t, 3> kLiars{0, 4, 5};

  /// A guest's program that was shown a break.
  struct AtBreak {
    GuestLobby guest;
    ByteArray<32> part;  ///< of the nonce
    bool taken;          ///< whether it believes what it was shown, as far as it knows
  };
  AtBreak shown_to(std::size_t i, const proto::Gathering& shown, const EveningMemory& memory) {
    GuestLobby guest(keys[i], id(0), name_of(i), 7, false, rng);
    guest.remember({memory});
    guest.look_first();
    const auto join = *sent<proto::Join>(guest.on_up(), 0);
    const bool taken = guest.on_frame(encode(Message(shown))).has_value();
    return {std::move(guest), join.part, taken};
  }
  /// The liars propose a table. Returns whether the guest signs it.
  bool signs_proposed(std::size_t i, AtBreak& at, proto::Charter charter) {
    proto::Propose proposal;
    proposal.parts.resize(charter.seats.size());
    proposal.addresses.resize(charter.seats.size());
    for (std::size_t seat = 0; seat < charter.seats.size(); ++seat)
      if (charter.seats[seat].key == id(i)) proposal.parts[seat] = at.part;
    charter.nonce = nonce_of(proposal.parts);
    proposal.charter = proto::encode(charter);
    const auto asked = at.guest.on_frame(encode(Message(proposal)));
    return asked && sent<proto::Sign>(*asked, 0);
  }
  /// An honest guest comes to a break that the liars show, agrees to it if its program takes it,
  /// and is asked to sign a charter. Returns whether it signs.
  bool signs(std::size_t i, const proto::Gathering& shown, const proto::Charter& charter) {
    AtBreak at = shown_to(i, shown, memories.at(i));
    if (!at.taken) return false;
    at.guest.agree();
    return signs_proposed(i, at, charter);
  }

  /// Returns the true table of these people, as an honest bank would propose it now.
  proto::Charter true_table(const proto::Gathering& shown, const std::vector<std::size_t>& people,
                            const std::vector<proto::SignedOrder>& orders = {}) {
    std::vector<proto::Member> here;
    for (const std::size_t i : people) here.push_back({id(i), name_of(i)});
    const auto table = evening_table(shown.terms, last ? &*last : nullptr, here, orders);
    EXPECT_TRUE(table) << describe(table.error());
    proto::Charter charter = state::charter_of(table->terms);
    charter.seats = table->seats;
    return charter;
  }
  proto::SignedOrder order(std::size_t player, Order::Kind kind, Chips chips, std::uint32_t number,
                           std::size_t signer) {
    const Order it{id(player), number, kind, chips};
    const proto::Break at{last->terms.evening->id, last->terms.continues};
    return {it, sign_order(at, it, keys[signer]), sign_order(at, it, keys[0])};
  }
  /// Plays the first tables honestly, until each of the honest has chips.
  void begin_honestly(std::uint64_t number) {
    begin_evening(number);
    buys(0, 600);
    for (std::size_t i = 1; i < 6; ++i) {
      sits(i);
      buys(i, 700);
    }
    start();
    play_on();
    first_break = last;
    for (std::size_t i = 0; i < 6; ++i) comes_back(i);
    start();
    play_on();
  }
  Account& account(proto::Evening& evening, std::size_t i) {
    return *std::ranges::find(evening.accounts, id(i), &Account::key);
  }
  /// Returns one of the honest who has chips.
  std::size_t victim() {
    for (const std::size_t i : kHonest)
      if (kept_by(i) > 1) return i;
    return 0;
  }

  std::optional<EveningBreak> first_break;
};

/// False ledgers: chips of an honest player moved to a liar, an older break, a debt that nobody
/// made, an account that is not there.
class FalseLedgers : public LyingBank {
 protected:
  using Forge = std::function<void(proto::Evening&)>;

  /// Returns ledgers that are false to the loss of one player, by their names.
  std::map<std::string, Forge> forgeries(std::size_t loser) {
    const auto moved =
        1 + static_cast<Chips>(rng.below(static_cast<std::uint64_t>(kept_by(loser))));
    const std::size_t liar = kLiars[rng.below(2) + 1];
    return {{"a chip moved",
             [=, this](proto::Evening& e) {
               account(e, loser).kept -= moved;
               account(e, liar).kept += moved;
             }},
            {"a debt",
             [=, this](proto::Evening& e) {
               account(e, loser).bought += moved;
               account(e, liar).kept += moved;
             }},
            {"cashed out",
             [=, this](proto::Evening& e) {
               account(e, loser).kept -= moved;
               account(e, loser).cashed += moved;
             }},
            {"no account",
             [=, this](proto::Evening& e) {
               account(e, liar).kept += account(e, loser).kept;
               account(e, liar).bought += account(e, loser).bought;
               account(e, liar).cashed += account(e, loser).cashed;
               std::erase_if(e.accounts, [&](const Account& a) { return a.key == id(loser); });
             }},
            {"fewer orders", [=, this](proto::Evening& e) { --account(e, loser).orders; }},
            {"another table", [](proto::Evening& e) { ++e.table; }},
            {kTableBefore, [](proto::Evening& e) { --e.table; }},
            {"a larger buy-in", [](proto::Evening& e) { e.buy_in_max *= 2; }}};
  }
  /// Returns the table that follows from a ledger, with all who have chips by it. So its stacks are
  /// those of the ledger, and nothing but the ledger is false.
  proto::Charter table_by(const proto::Gathering& shown) {
    std::vector<std::size_t> people;
    for (std::size_t i = 0; i < 6; ++i) {
      const auto* has = state::account_of(shown.terms.evening->accounts, id(i));
      if (has != nullptr && has->kept > 0) people.push_back(i);
    }
    return true_table(shown, people);
  }
  /// A guest that has not seen the last table end cannot know that a ledger is false. So its
  /// program does nothing by itself, and its person is asked. Returns whether it takes what is
  /// shown.
  bool asks_its_person(std::size_t i, const proto::Gathering& shown,
                       const proto::Charter& charter) {
    bool taken = true;
    for (const EveningMemory& memory :
         {EveningMemory{first_break->terms, {}}, EveningMemory{first_break->terms, first_break}}) {
      AtBreak at = shown_to(i, shown, memory);
      taken = taken && at.taken;
      EXPECT_FALSE(at.guest.goes_on_as_seen());
      EXPECT_FALSE(signs_proposed(i, at, charter));
    }
    return taken;
  }

  static constexpr const char* kTableBefore = "the table before";
};

/// The terms and the charter agree, and both are false.
TEST_F(FalseLedgers, AreSignedByNoHonestGuest) {
  const std::uint64_t evenings = sizes::number_in("FD_EVENINGS", 1);
  std::size_t forged = 0;
  for (std::uint64_t number = 101; number <= 100 + evenings; ++number) {
    SCOPED_TRACE("evening " + std::to_string(number));
    begin_honestly(number);
    const std::size_t loser = victim();
    if (loser == 0) continue;
    const proto::Gathering truth = lobby->gathering();
    const auto have_chips = std::ranges::count_if(truth.terms.evening->accounts,
                                                  [](const Account& a) { return a.kept > 0; });
    if (have_chips < 3) continue;
    ++forged;
    const proto::Charter honest = table_by(truth);
    for (const std::size_t i : kHonest) {
      if (kept_by(i) == 0) continue;
      EXPECT_TRUE(shown_to(i, truth, memories.at(i)).guest.goes_on_as_seen());
      EXPECT_TRUE(kept_by(0) == 0 || signs(i, truth, honest)) << "the bank sits there, too";
    }
    for (const auto& [what, forge] : forgeries(loser)) {
      auto shown = truth;
      forge(*shown.terms.evening);
      const proto::Charter charter = table_by(shown);
      for (const std::size_t i : kHonest) {
        if (kept_by(i) == 0) continue;
        SCOPED_TRACE(what + ", for guest " + std::to_string(i));
        EXPECT_FALSE(signs(i, shown, charter)) << "shown and proposed";
        EXPECT_FALSE(signs(i, truth, charter)) << "proposed alone";
        EXPECT_EQ(asks_its_person(i, shown, charter), what != kTableBefore);
      }
    }
    // The table before is begun again, from the ledger that it had.
    for (const std::size_t i : kHonest) {
      auto shown = lobby->gathering();
      shown.terms = first_break->terms;
      GuestLobby guest(keys[i], id(0), name_of(i), 7, false, rng);
      guest.remember({memories.at(i)});
      EXPECT_FALSE(guest.on_frame(encode(Message(shown))));
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(forged, 0U) << "evenings with enough people who have chips";
}

/// Charters that a liar changed after everybody agreed to the terms.
TEST_F(LyingBank, NoHonestGuestSignsAFalseTable) {
  const std::uint64_t evenings = sizes::number_in("FD_EVENINGS", 1);
  std::size_t forged = 0;
  for (std::uint64_t number = 201; number <= 200 + evenings; ++number) {
    SCOPED_TRACE("evening " + std::to_string(number));
    begin_honestly(number);
    std::vector<std::size_t> people;
    for (std::size_t i = 0; i < 6; ++i)
      if (kept_by(i) > 0) people.push_back(i);
    if (victim() == 0 || people.size() < 3) continue;
    ++forged;
    const proto::Gathering truth = lobby->gathering();
    const proto::Charter honest = true_table(truth, people);
    using Forge = std::function<void(proto::Charter&)>;
    const auto stranger = [&](proto::Charter& charter, std::size_t signer, Chips chips) {
      if (charter.seats.size() == 6) charter.seats.pop_back();
      charter.seats.push_back({id(9), "Stranger"});
      charter.evening->orders.push_back(order(9, Order::Kind::buy_in, chips, 1, signer));
      auto game = rules::Json::parse(charter.params);
      auto& stacks = game["stacks"];
      stacks[charter.seats.size() - 1] = chips;
      charter.params = rules::text(game);
      state::set_defaults(charter);
    };
    std::map<std::string, Forge> forgeries{
        {"stacks",
         [&](proto::Charter& c) {
           auto game = rules::Json::parse(c.params);
           for (std::size_t i = 0; i < c.seats.size(); ++i)
             if (c.seats[i].key == id(victim())) {
               game["stacks"][i] = game["stacks"][i].get<Chips>() - 1;
               auto& other = game["stacks"][(i + 1) % c.seats.size()];
               other = other.get<Chips>() + 1;
             }
           c.params = rules::text(game);
         }},
        {"a stranger whom nobody signed for", [&](proto::Charter& c) { stranger(c, 4, 500); }},
        {"a stranger with more than a buy-in", [&](proto::Charter& c) { stranger(c, 9, 5000); }},
        {"two orders of one number",
         [&](proto::Charter& c) {
           const std::uint32_t next = account(*c.evening, 4).orders + 1;
           for (const Chips chips : {1, 2})
             c.evening->orders.push_back(order(4, Order::Kind::top_up, chips, next, 4));
         }},
        {"an order in the name of an honest player",
         [&](proto::Charter& c) {
           const std::size_t i = victim();
           c.evening->orders.push_back(
               order(i, Order::Kind::top_up, 1, account(*c.evening, i).orders + 1, 4));
         }},
        {"another end", [](proto::Charter& c) { c.continues = {{std::byte{3}}}; }},
        {"another bank", [&](proto::Charter& c) { c.evening->bank = id(4); }},
        {"another order of the seats",
         [](proto::Charter& c) { std::ranges::rotate(c.seats, c.seats.begin() + 1); }},
        {"another quorum", [](proto::Charter& c) { --c.quorum; }}};
    for (const auto& [what, forge] : forgeries)
      for (const std::size_t i : kHonest) {
        if (kept_by(i) == 0) continue;
        SCOPED_TRACE(what + ", for guest " + std::to_string(i));
        auto charter = honest;
        forge(charter);
        EXPECT_FALSE(signs(i, truth, charter));
      }
    // The guests sign the accounts that they are shown, so the evening goes on.
    for (const std::size_t i : kHonest)
      EXPECT_TRUE(kept_by(i) == 0 || signs(i, truth, honest)) << i;
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(forged, 0U) << "evenings with enough people who have chips";
}

/// The bank answers no order to cash out, and keeps an order back for later breaks.
TEST_F(LyingBank, AWithheldCashOutLeavesTheChipsInTheAccount) {
  begin_honestly(301);
  const std::size_t leaves = victim();
  ASSERT_NE(leaves, 0U);
  const Chips had = kept_by(leaves);
  comes(leaves);
  const auto placed = *sent<proto::PlaceOrder>(*guests.at(leaves).cash_out(), 0);
  goes(leaves);
  for (int tables = 0; tables < 2; ++tables) {
    for (std::size_t i = 0; i < 6; ++i)
      if (i != leaves) comes_back(i);
    start();
    play_on();
    EXPECT_EQ(kept_by(leaves), had);
    // Used in a later break it is no order, for the others either.
    const Order withheld{id(leaves), placed.number, placed.kind, placed.chips};
    const proto::Break now_at{last->terms.evening->id, last->terms.continues};
    auto shown = lobby->gathering();
    shown.terms.evening->orders = {
        {withheld, placed.player, sign_order(now_at, withheld, keys[0])}};
    std::vector<proto::Member> here;
    for (std::size_t i = 0; i < 6; ++i)
      if (i != leaves && kept_by(i) > 0) here.push_back({id(i), name_of(i)});
    const auto table =
        evening_table(lobby->gathering().terms, &*last, here, shown.terms.evening->orders);
    ASSERT_FALSE(table);
    EXPECT_NE(table.error().about.find("has not signed it"), std::string::npos);
  }
  expect_whole();
}

/// The bank begins two tables from one break, each with some of the honest: both are true, and
/// whoever sees both files sees who signed both. Nobody of the one goes on from the other.
TEST_F(LyingBank, TwoTablesFromOneBreakAreSeenAndWhoSignedBothIsNamed) {
  const std::uint64_t evenings = sizes::number_in("FD_EVENINGS", 1);
  for (std::uint64_t number = 401; number <= 400 + evenings; ++number) {
    SCOPED_TRACE("evening " + std::to_string(number));
    begin_honestly(number);
    std::array<std::vector<std::size_t>, 2> sides{{{1, 4}, {2, 3, 5}}};
    std::vector<audit::Report> ends;
    const auto before = last;
    const auto ledger = std::array{bought, cashed, won};
    for (const auto& side : sides) {
      last = before;
      std::tie(bought, cashed, won) = std::tuple(ledger[0], ledger[1], ledger[2]);
      guests.clear();
      told.clear();
      open();
      comes_back(0);
      for (const std::size_t i : side) comes_back(i);
      start();
      ASSERT_TRUE(lobby->formed());
      ends.push_back(played(lobby->formed()->charter));
      ASSERT_EQ(ends.back().verdict, audit::Verdict::valid);
      EXPECT_TRUE(audit::check_stands_after(reports.back(), ends.back()));
      for (const std::size_t i : side)
        memories[i] = {ends.back().evening_break->terms, ends.back().evening_break};
    }
    std::vector<audit::TablesOfFile> all{{&ends[1]}, {&ends[0]}};
    for (const auto& report : reports) all.push_back({&report});
    const auto forks = audit::table_forks(std::vector<const audit::Report*>{&ends[0], &ends[1]});
    ASSERT_EQ(forks.size(), 1U);
    ASSERT_EQ(forks[0].signed_both.size(), 1U) << "the bank alone sat at both";
    EXPECT_EQ(forks[0].signed_both[0].key, id(0));
    const auto settled = audit::settle_evenings(all);
    ASSERT_EQ(settled.size(), 1U);
    EXPECT_TRUE(settled[0].accounts.empty());
    EXPECT_NE(settled[0].why.find("two tables go on from the same one"), std::string::npos);
    EXPECT_NE(settled[0].why.find(name_of(0)), std::string::npos) << settled[0].why;
    for (const std::size_t i : kHonest)
      EXPECT_EQ(settled[0].why.find('"' + name_of(i) + '"'), std::string::npos) << settled[0].why;

    // The break after either table is refused by all who sat at the other one.
    for (const std::size_t side : {0U, 1U}) {
      last = ends[side].evening_break;
      guests.clear();
      refused.clear();
      open();
      for (const std::size_t i : sides[1 - side]) {
        if (i > 3) continue;
        comes(i);
        EXPECT_FALSE(guests.contains(i)) << "guest " << i;
        EXPECT_NE(refused[i].find("of this evening anew"), std::string::npos) << refused[i];
      }
    }
    if (HasFatalFailure()) return;
  }
}

// ---- Three guests are liars, and the bank is honest

/// 3, 4 and 5 lie to an honest bank: they order in the names of others, sign for others, order more
/// than the rules allow, and twice with one number.
class LyingGuests : public SimulatedEvening {
 protected:
  /// An order that is as it has to be but for one thing.
  struct Lie {
    std::string what;
    Order order;
    proto::Break at;  ///< the break for which it is signed
  };

  proto::Break this_break() const { return {last->terms.evening->id, last->terms.continues}; }
  /// Returns why an honest bank does not sign this order; "" if it does.
  std::string refused(const Order& order, const proto::Break& at, std::size_t signer) {
    const auto problem =
        Bank(lobby->gathering().terms, keys[0]).problem(order, sign_order(at, order, keys[signer]));
    return problem ? problem->about : "";
  }
  /// Returns a top-up by one of the liars that the rules allow, of the least chips; none if they
  /// have chips for the largest buy-in.
  std::optional<Order> allowed(std::size_t liar) {
    const Bank bank(lobby->gathering().terms, keys[0]);
    const auto& account = *state::account_of(last->terms.evening->accounts, id(liar));
    const auto ordered = std::ranges::count_if(
        bank.orders(), [&](const auto& order) { return order.order.key == id(liar); });
    const Order order{id(liar), account.orders + static_cast<std::uint32_t>(ordered) + 1,
                      Order::Kind::top_up, 1};
    if (bank.chips(id(liar)) >= last->terms.evening->buy_in_max) return {};
    EXPECT_EQ(refused(order, this_break(), liar), "");
    return order;
  }
  /// Returns lies about the liar's own order, each of which is wrong in one thing.
  std::vector<Lie> lies_of(std::size_t liar) {
    using enum Order::Kind;
    std::vector<Lie> lies;
    const proto::Break at = this_break();
    const proto::Evening& evening = *last->terms.evening;
    const Chips has = Bank(lobby->gathering().terms, keys[0]).chips(id(liar));
    const auto& account = *state::account_of(evening.accounts, id(liar));
    if (const auto right = allowed(liar)) {
      const auto with = [&](auto change) {
        Order order = *right;
        change(order);
        return order;
      };
      const auto beyond = 1 + static_cast<std::uint32_t>(rng.below(3));
      lies.push_back({"a number left out", with([&](Order& o) { o.number += beyond; }), at});
      lies.push_back({"a number used before", with([](Order& o) { --o.number; }), at});
      lies.push_back(
          {"too many chips", with([&](Order& o) { o.chips = evening.buy_in_max - has + 1; }), at});
      lies.push_back({"another break", *right, {evening.id, another_end}});
      lies.push_back({"the first break", *right, {evening.id, {}}});
      lies.push_back({"another evening", *right, {{{std::byte{9}}}, at.continues}});
      if (evening.buy_in_max - has >= evening.buy_in_min)
        for (const auto kind : {buy_in, rebuy})
          lies.push_back({state::name(kind), with([&](Order& o) {
                            o.kind = kind;
                            o.chips = evening.buy_in_min;
                          }),
                          at});
    }
    if (account.kept > 1)
      for (const Chips chips : {account.kept - 1, account.kept + 1})
        lies.push_back({"a part cashed out, or more than all",
                        {id(liar), account.orders + 1, cash_out, chips},
                        at});
    return lies;
  }
  /// Says each of these lies to the bank, which refuses it and signs nothing.
  void expect_refused(std::size_t liar) {
    const auto before = lobby->gathering().terms.evening->orders;
    for (const Lie& lie : lies_of(liar)) {
      SCOPED_TRACE(lie.what + " by guest " + std::to_string(liar));
      const Order& it = lie.order;
      const auto answer =
          say(*lobby, liar,
              encode(Message(proto::PlaceOrder{it.number, it.kind, it.chips,
                                               sign_order(lie.at, it, keys[liar])})));
      ASSERT_TRUE(answer);
      const auto refused_order = sent<proto::RefuseOrder>(*answer, liar);
      ASSERT_TRUE(refused_order);
      EXPECT_EQ(refused_order->number, it.number);
      EXPECT_EQ(lobby->gathering().terms.evening->orders, before);
      ++told_lies[lie.what];
    }
  }
  /// A liar orders in the name of an honest player, over its own connection or over one of theirs
  /// that it took, and signs for others.
  void expect_refused_in_names_of_others(std::size_t liar) {
    const std::size_t honest = rng.below(3);
    const Order::Kind kind = Order::Kind(rng.below(4));
    const auto number = static_cast<std::uint32_t>(rng.below(4));
    const Chips chips = rng.below(3) == 0 ? kept_by(honest) : static_cast<Chips>(rng.below(900));
    const std::size_t from = rng.below(2) == 0 || honest == 0 ? liar : honest;
    const Order it{id(honest), number, kind, chips};
    const Bank bank(lobby->gathering().terms, keys[0]);
    if (bank.has({id(from), number, kind, chips})) return;  // its answer would be asked for again
    const auto answer = say(*lobby, from,
                            encode(Message(proto::PlaceOrder{
                                number, kind, chips, sign_order(this_break(), it, keys[liar])})));
    EXPECT_FALSE(answer && sent<proto::Gathering>(*answer, from));
    const auto sign = say(*lobby, liar, encode(Message(proto::Sign{})));
    EXPECT_FALSE(sign && lobby->formed());
  }

  proto::Digest another_end{};             ///< of a match after which this break does not come
  std::map<std::string, int> told_lies{};  ///< how often each was told
};

TEST_F(LyingGuests, ChangeNobodysAccount) {
  const std::uint64_t evenings = sizes::number_in("FD_EVENINGS", 1);
  for (std::uint64_t number = 501; number <= 500 + evenings; ++number) {
    SCOPED_TRACE("evening " + std::to_string(number));
    begin_evening(number);
    buys(0, 500);
    for (std::size_t i = 1; i < 6; ++i) {
      sits(i);
      buys(i, 800);
    }
    start();
    play_on();
    another_end = {{std::byte{1}}};
    for (int tables = 0; tables < 3; ++tables) {
      for (std::size_t i = 0; i < 6; ++i) comes_back(i);
      const auto before = lobby->gathering().terms.evening->orders;
      for (std::size_t liar = 3; liar < 6; ++liar) {
        expect_refused(liar);
        for (int lies = 0; lies < 4; ++lies) expect_refused_in_names_of_others(liar);
      }
      EXPECT_EQ(lobby->gathering().terms.evening->orders, before);
      another_end = last->terms.continues;
      start();
      play_on();
    }
    expect_whole();
    if (HasFatalFailure()) return;
  }
  for (const char* lie : {"a number left out", "a number used before", "too many chips",
                          "another break", "a part cashed out, or more than all"})
    EXPECT_GT(told_lies[lie], 0) << lie;
  EXPECT_GT(told_lies["buy-in"] + told_lies["rebuy"], 0);
}

}  // namespace
}  // namespace fairdeal::meet
