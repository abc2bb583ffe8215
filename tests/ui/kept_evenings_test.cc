#include "ui/home/kept_evenings.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/sockets/private_file.h"
#include "proto/codec.h"
#include "ui/home/private_files.h"

/// The files of a bank and of a guest about an evening.

namespace fairdeal::home {
namespace {

class KeptEvenings : public testing::Test {
 protected:
  KeptEvenings() {
    terms.module = "holdem";
    terms.params = "{}";
    terms.seats = 4;
    terms.continues = {{std::byte{7}}};
    terms.evening = {.id = {{std::byte{5}}},
                     .bank = key,
                     .buy_in_min = 400,
                     .buy_in_max = 1000,
                     .room = 4,
                     .table = 3};
  }
  ~KeptEvenings() override { std::filesystem::remove_all(folder); }

  void write(meet::EveningFile what, ByteSpan bytes) const {
    const auto path = folder / meet::evening_file(terms.evening->id, key, what);
    ASSERT_TRUE(sockets::replace_private(path.string(), as_text(bytes)));
  }

  SeededRng rng{1};
  std::filesystem::path folder = make_temporary_folder();
  crypto::PublicKey key = crypto::SigningKey::generate(rng).public_key();
  proto::Terms terms;
};

TEST_F(KeptEvenings, AGuestRemembersWhatItAgreedToAndNobodyElseDoes) {
  terms.evening->withdrawn = {{{std::byte{4}}}};
  write(meet::EveningFile::guest, meet::encode(meet::EveningMemory{terms, {}}));
  const auto known = kept_evenings(folder, key);
  ASSERT_TRUE(known);
  ASSERT_EQ(known->size(), 1U);
  EXPECT_EQ(known->front().terms, terms);
  EXPECT_FALSE(known->front().last) << "no store has the end";
  const auto other = kept_evenings(folder, crypto::SigningKey::generate(rng).public_key());
  ASSERT_TRUE(other);
  EXPECT_TRUE(other->empty());
}

TEST_F(KeptEvenings, ADamagedFileFailsLoudly) {
  write(meet::EveningFile::guest, to_bytes("what is this?"));
  EXPECT_FALSE(kept_evenings(folder, key));
  write(meet::EveningFile::bank, to_bytes("what is this?"));
  EXPECT_FALSE(kept_by_bank(folder, terms, key));
}

TEST_F(KeptEvenings, ABankKnowsItsOrdersOfThisBreakAndWhetherItsPersonIsAsked) {
  const auto none = kept_by_bank(folder, terms, key);
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  proto::Gathering file{terms, {}};
  file.asks = true;
  file.terms.evening->withdrawn = {{{std::byte{4}}}};
  write(meet::EveningFile::bank, proto::encode(proto::Message(file)));
  const auto same = kept_by_bank(folder, terms, key);
  ASSERT_TRUE(same && *same);
  EXPECT_EQ((*same)->terms, file.terms);
  EXPECT_TRUE((*same)->asks);

  proto::Terms later = terms;
  later.continues = {{std::byte{8}}};
  ++later.evening->table;
  const auto of_later = kept_by_bank(folder, later, key);
  ASSERT_TRUE(of_later && *of_later);
  EXPECT_TRUE((*of_later)->terms.evening->withdrawn.empty());
  EXPECT_TRUE((*of_later)->asks) << "also after a crash between two breaks";

  proto::Terms before = terms;
  --before.evening->table;
  EXPECT_FALSE(kept_by_bank(folder, before, key)) << "the evening has gone on";
}

}  // namespace
}  // namespace fairdeal::home
