// The contacts of a person: their names, and the file in which they are kept.
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/seeded_rng.h"
#include "ui/home/contacts_file.h"
#include "ui/home/private_files.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

KeptContact contact(const std::string& name, std::uint64_t seed) {
  SeededRng rng(seed);
  KeptContact made{.name = name,
                   .relays = {"relay.example.org"},
                   .addresses = {"192.0.2.7:7777"},
                   .met = 20'781};
  rng.fill(made.key.bytes);
  ByteArray<32> secret;
  rng.fill(secret);
  made.secret = meet::PairSecret(secret);
  return made;
}

ContactList list_of(const std::vector<std::string>& names) {
  ContactList list;
  std::uint64_t seed = 0;
  for (const std::string& name : names) EXPECT_TRUE(list.keep(contact(name, ++seed)));
  return list;
}

/// Returns what is wrong with a file of this text.
std::string refused(const std::string& text) {
  const auto list = ContactList::parse(text, "/c.toml");
  if (list) return "accepted";
  EXPECT_EQ(list.error().code, words::Exit::usage);
  EXPECT_EQ(list.error().name, "bad_contacts");
  return list.error().message;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

std::vector<std::string> names_in(const ContactList& list) {
  std::vector<std::string> names;
  for (const auto& one : list.all()) names.push_back(one.name);
  return names;
}

TEST(Contacts, AreReadAsTheyWereWritten) {
  ContactList list = list_of({"Ann", "B\\ob", "Éva"});
  ASSERT_TRUE(list.block("B\\ob", true));
  const auto read = ContactList::parse(list.text(), "/c.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->text(), list.text());
  EXPECT_EQ(read->all()[1].secret.expose(), list.all()[1].secret.expose());
  EXPECT_TRUE(read->all()[1].blocked);
  EXPECT_EQ(date_text(read->all()[0].met), "2026-11-24");
  EXPECT_TRUE(ContactList::parse("", "/c.toml")->all().empty());
}

TEST(Contacts, WhatIsWrongInTheFileIsNamedWithItsLine) {
  const std::string good = list_of({"Ann", "Bob"}).text();
  const auto of = [&](const std::string& what, const std::string& with) {
    return refused(replaced(good, what, with));
  };
  EXPECT_TRUE(of("name = \"Bob\"", "name = Bob").starts_with("/c.toml:14: this is not TOML"));
  EXPECT_TRUE(of("name = \"Bob\"", "name = \"ann\"").starts_with("/c.toml:13: "));
  EXPECT_TRUE(of("name = \"Bob\"", "name = \"a,b\"").starts_with("/c.toml:14: "));
  EXPECT_TRUE(of("name = \"Bob\"", "nane = \"Bob\"").starts_with("/c.toml:14: a contact has no"));
  EXPECT_TRUE(of("name = \"Bob\"\n", "").starts_with("/c.toml:13: this contact has no name"));
  EXPECT_TRUE(of("key = \"", "key = \"0").starts_with("/c.toml:6: the key"));
  EXPECT_TRUE(of("secret = \"", "secret = \"0").starts_with("/c.toml:7: the secret"));
  EXPECT_TRUE(of("secret = ", "secret= ").starts_with("/c.toml:7: the secret"));
  EXPECT_TRUE(of("relay.example.org", "nowhere:").starts_with("/c.toml:8: the relays"));
  EXPECT_TRUE(of("192.0.2.7:7777", "192.0.2.7").starts_with("/c.toml:9: the addresses"));
  EXPECT_TRUE(of("2026-11-24", "2026").starts_with("/c.toml:10: the day"));
  EXPECT_TRUE(of("2026-11-24", "1969-12-31").starts_with("/c.toml:10: the day"));
  EXPECT_TRUE(of("blocked = false", "blocked = 0").starts_with("/c.toml:11: blocked"));
  EXPECT_TRUE(refused("[contact]\nname = \"Ann\"\n").starts_with("/c.toml:1: only [[contact]]"));
  EXPECT_TRUE(refused("nickname = \"Ann\"\n").starts_with("/c.toml:1: only [[contact]]"));
  const std::string ann = good.substr(0, good.find("\n[[contact]]", good.find("blocked")));
  EXPECT_NE(refused(ann + ann.substr(ann.find("\n[["))).find("this key has a contact above"),
            std::string::npos);
}

TEST(Contacts, EachHasANameThatNobodyTakesForAnothersOrForACode) {
  EXPECT_EQ(names_in(list_of({"Ann", "Ann", "ann", "Аnn" /* a Cyrillic A */})),
            (std::vector<std::string>{"Ann", "Ann 2", "ann 3", "Аnn 4"}));
  EXPECT_EQ(names_in(list_of({"7-guitar-igloo", "a,b", "sixteen columns!", "sixteen columns!"})),
            (std::vector<std::string>{"friend", "friend 2", "sixteen columns!", "friend 3"}));
  for (const char* name : {"", "7-guitar-igloo", "7 guitar", "a:7", "a/b", "a,b", "a@b", "host"})
    EXPECT_FALSE(petname_problem(name).empty()) << name;
  for (const char* name : {"Ann", "3Jane", "Ann 2", "Ann-Marie"})
    EXPECT_TRUE(petname_problem(name).empty()) << name;
}

TEST(Contacts, WhoIsKeptAgainHasANewSecretAndTheOldName) {
  ContactList list = list_of({"Ann", "Bob"});
  ASSERT_TRUE(list.rename("bob", "Robert"));
  KeptContact again = contact("Bobby", 2);
  again.relays.clear();
  again.secret = meet::PairSecret(ByteArray<32>{std::byte{1}});
  EXPECT_EQ(list.keep(std::move(again)).value(), "Robert");
  EXPECT_EQ(list.all().size(), 2u);
  EXPECT_EQ(list.named("Robert")->secret.expose(), ByteArray<32>{std::byte{1}});
  EXPECT_EQ(list.named("Robert")->relays, std::vector<std::string>{"relay.example.org"});
  EXPECT_FALSE(list.rename("Robert", "ann"));
  EXPECT_FALSE(list.rename("Robert", "7-guitar-igloo"));
  EXPECT_FALSE(list.rename("Bob", "Rob"));
  EXPECT_TRUE(list.forget("robert"));
  EXPECT_FALSE(list.forget("Robert"));
  EXPECT_EQ(list.nearest("Amn"), "Ann");
  EXPECT_EQ(list.nearest("Wolfgang"), "");
}

TEST(Contacts, AreNoMoreThanTheLimit) {
  ContactList list;
  for (std::uint64_t i = 1; i <= ContactList::kContactsMax; ++i)
    ASSERT_TRUE(list.keep(contact("Ann " + std::to_string(i), i)));
  EXPECT_EQ(list.keep(contact("Ann", 0)).error().fault, Fault::too_large);
  EXPECT_TRUE(list.keep(contact("Ann", 1))) << "it is there already";
  EXPECT_LE(list.text().size(), ContactList::kBytesMax);
}

TEST(Contacts, OnTheScreenAContactHasItsPetnameAndNobodyElseHas) {
  const ContactList list = list_of({"Ann"});
  EXPECT_EQ(list.shown(contact("", 1).key, "Queen of Hearts"), "Ann");
  EXPECT_EQ(list.shown(contact("", 2).key, "ANN"), "\"ANN\" (not your Ann)");
  EXPECT_EQ(list.shown(contact("", 2).key, "Bob"), "Bob");
}

TEST(Contacts, ASessionHearsWhoIsInvitedAndWhoIsBlocked) {
  ContactList list = list_of({"Ann", "Bob", "Cat"});
  ASSERT_TRUE(list.block("Cat", true));
  ASSERT_TRUE(list.met(list.named("Bob")->key, 20'782, {}, ""));
  EXPECT_FALSE(list.met(list.named("Bob")->key, 20'782, {}, "")) << "no news";
  EXPECT_EQ(list.latest().front()->name, "Bob");
  EXPECT_EQ(list.latest().size(), 2u);
  const auto contacts = list.for_session({"Bob"});
  const auto* bob = meet::contact_of(contacts, list.named("Bob")->key);
  EXPECT_TRUE(bob->invited && !bob->blocked);
  EXPECT_TRUE((*contacts)[2].blocked && !(*contacts)[2].invited);
  EXPECT_EQ(meet::contact_of(contacts, contact("", 9).key), nullptr);
}

class ContactsFileTest : public testing::Test {
 protected:
  ContactsFileTest() : folder_(make_temporary_folder()), file_(folder_ / "ann.id") {}
  ~ContactsFileTest() override { fs::remove_all(folder_); }
  std::optional<words::Failure> keep(const std::string& name, std::uint64_t seed) {
    return file_.change([&](ContactList& list) -> std::optional<words::Failure> {
      EXPECT_TRUE(list.keep(contact(name, seed)));
      return {};
    });
  }
  std::string content() const {
    std::ifstream in(file_.path());
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
  ContactsFile file_;
};

TEST_F(ContactsFileTest, IsForItsOwnerAloneAndReplacedAsAWhole) {
  EXPECT_EQ(file_.path(), folder_ / "ann.id.contacts" / "contacts.toml");
  EXPECT_TRUE(file_.load()->all().empty());
  ASSERT_FALSE(keep("Ann", 1));
  struct stat status {};
  ASSERT_EQ(::stat(file_.path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  ASSERT_EQ(::stat(file_.folder().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  std::ofstream(file_.path().string() + ".new") << "left by a program that was killed";
  ASSERT_FALSE(keep("Bob", 2));
  EXPECT_EQ(names_in(*file_.load()), (std::vector<std::string>{"Ann", "Bob"}));
  EXPECT_EQ(std::distance(fs::directory_iterator(file_.folder()), {}), 1);
}

TEST_F(ContactsFileTest, ADamagedFileIsNeverOverwritten) {
  ASSERT_FALSE(keep("Ann", 1));
  const std::string damaged = replaced(content(), "[[contact]]", "[[contact");
  std::ofstream(file_.path()) << damaged;
  const auto failure = keep("Bob", 2);
  ASSERT_TRUE(failure);
  EXPECT_TRUE(failure->message.starts_with(file_.path().string() + ":4: ")) << failure->message;
  EXPECT_EQ(content(), damaged);
  std::ofstream(file_.path()) << std::string(ContactList::kBytesMax + 1, '#');
  EXPECT_FALSE(file_.load());
}

TEST_F(ContactsFileTest, AChangeThatFailsChangesNothing) {
  ASSERT_FALSE(keep("Ann", 1));
  const std::string before = content();
  EXPECT_TRUE(file_.change([](ContactList& list) -> std::optional<words::Failure> {
    EXPECT_TRUE(list.forget("Ann"));
    return words::Failure{};
  }));
  EXPECT_EQ(content(), before);
}

}  // namespace
}  // namespace fairdeal::home
