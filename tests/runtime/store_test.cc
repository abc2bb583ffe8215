#include "runtime/node/store.h"

#include <filesystem>
#include <fstream>
#include <sqlite3.h>

#include <gtest/gtest.h>

namespace fairdeal::node {
namespace {

using Space = state::Put::Space;

class StoreTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      ("fairdeal-store-" +
       std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  std::string path_ = folder_ / "table.db";
};

state::Put put(Space space, std::string key, std::string value) {
  return {space, std::move(key), to_bytes(value)};
}

TEST_F(StoreTest, WhatWasAppliedIsThereAfterReopening) {
  {
    auto store = Store::open(path_);
    ASSERT_TRUE(store) << describe(store.error());
    const std::vector puts{put(Space::record, "10", "ten"), put(Space::record, "9", "nine"),
                           put(Space::secret, "keys", "k")};
    ASSERT_TRUE(store->apply(puts));
  }
  const auto loaded = Store::open(path_)->load();
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->size(), 3u);
  EXPECT_EQ((*loaded)[0].key, "9");
  EXPECT_EQ((*loaded)[1].key, "10");
  EXPECT_EQ((*loaded)[2].value, to_bytes("k"));
}

TEST_F(StoreTest, ASecondThingForOneOwnPlaceIsRefusedAndNothingOfItsBatchKept) {
  auto store = Store::open(path_);
  ASSERT_TRUE(store->apply(std::vector{put(Space::mine, "vote 3", "yes")}));
  ASSERT_TRUE(store->apply(std::vector{put(Space::mine, "vote 3", "yes")})) << "the same again";
  const auto second =
      store->apply(std::vector{put(Space::record, "1", "r"), put(Space::mine, "vote 3", "no")});
  EXPECT_EQ(second.error().fault, Fault::equivocation);
  EXPECT_EQ(store->load()->size(), 1u);
}

TEST_F(StoreTest, AnEmptyValueForgets) {
  auto store = Store::open(path_);
  ASSERT_TRUE(store->apply(std::vector{put(Space::secret, "keys", "k")}));
  ASSERT_TRUE(store->apply(std::vector{put(Space::secret, "keys", "")}));
  EXPECT_TRUE(store->load()->empty());
}

std::string bytes_in(const std::filesystem::path& folder) {
  std::string all;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(file.path(), std::ios::binary);
    all.append(std::istreambuf_iterator<char>(in), {});
  }
  return all;
}

TEST_F(StoreTest, ASecretThatIsForgottenIsInNoFile) {
  auto store = Store::open(path_);
  const std::string secret = "the masking key of seat 0, deal 7", kept = "what is kept";
  ASSERT_TRUE(store->apply(std::vector{put(Space::secret, "keys 7", secret)}));
  EXPECT_NE(bytes_in(folder_).find(secret), std::string::npos) << "this test can fail";
  ASSERT_TRUE(
      store->apply(std::vector{put(Space::record, "4", kept), put(Space::secret, "keys 7", "")}));
  EXPECT_EQ(bytes_in(folder_).find(secret), std::string::npos);
  EXPECT_NE(bytes_in(folder_).find(kept), std::string::npos);
}

TEST_F(StoreTest, ASecondProcessIsRefused) {
  auto first = Store::open(path_);
  ASSERT_TRUE(first);
  const auto second = Store::open(path_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().fault, Fault::in_use);
}

TEST_F(StoreTest, OnlyItsOwnerMayReadIt) {
  auto store = Store::open(path_);
  ASSERT_TRUE(store->apply(std::vector{put(Space::secret, "keys", "k")}));
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    using std::filesystem::perms;
    EXPECT_EQ(file.status().permissions() & (perms::group_all | perms::others_all), perms::none)
        << file.path();
  }
}

TEST_F(StoreTest, EveryDamagedByteOfAValueIsFoundWhenItIsOpened) {
  const std::string value(300, 'x');
  {
    auto store = Store::open(path_);
    ASSERT_TRUE(store->apply(std::vector{put(Space::mine, "entry 1", value)}));
  }
  std::string file;
  {
    std::ifstream in(path_, std::ios::binary);
    file.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::size_t start = file.find(value);
  ASSERT_NE(start, std::string::npos);
  for (std::size_t i = start; i < start + value.size(); i += 37) {
    std::string damaged = file;
    damaged[i] ^= 1;
    std::ofstream(path_, std::ios::binary) << damaged;
    const auto store = Store::open(path_);
    ASSERT_FALSE(store) << "byte " << i;
    EXPECT_EQ(store.error().fault, Fault::damaged);
  }
}

TEST_F(StoreTest, ADamagedRecordIsLeftOutSinceTheOthersHaveIt) {
  const std::string value(300, 'x');
  {
    auto store = Store::open(path_);
    ASSERT_TRUE(store->apply(
        std::vector{put(Space::record, "1", value), put(Space::record, "2", "whole")}));
  }
  std::string file;
  {
    std::ifstream in(path_, std::ios::binary);
    file.assign(std::istreambuf_iterator<char>(in), {});
  }
  file[file.find(value) + 5] ^= 1;
  std::ofstream(path_, std::ios::binary) << file;
  const auto store = Store::open(path_);
  ASSERT_TRUE(store);
  const auto kept = store->load();
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->size(), 1u);
  EXPECT_EQ(kept->front().key, "2");
  EXPECT_EQ(store->get(state::kept::Record{Step(1)}).error().fault, Fault::damaged);
}

TEST_F(StoreTest, AStoreOfAnOlderProgramIsRefusedByName) {
  ASSERT_TRUE(Store::open(path_)->apply(std::vector{put(Space::record, "1", "one")}));
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
  for (const char* sql : {"PRAGMA user_version = 0", "PRAGMA journal_mode = DELETE"})
    ASSERT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(db);
  const auto bytes = [&] {
    std::ifstream file(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string before = bytes();
  const auto old = Store::open(path_);
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().fault, Fault::unknown_version);
  EXPECT_NE(old.error().about.find(path_), std::string::npos);
  EXPECT_EQ(bytes(), before) << "its own program can still read it";
}

TEST_F(StoreTest, AFileThatIsNoStoreIsSaidToBe) {
  std::ofstream(path_) << std::string(5000, 'z');
  EXPECT_EQ(Store::open(path_).error().fault, Fault::damaged);
  EXPECT_EQ(Store::open(folder_ / "no" / "such" / "folder").error().fault, Fault::storage);
}

}  // namespace
}  // namespace fairdeal::node
