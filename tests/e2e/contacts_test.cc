#include <csignal>

#include "tests/e2e/process.h"

/// People who keep each other as contacts: real processes that meet once by a code at a relay, and
/// from then on without one.
namespace fairdeal::e2e {
namespace {

class Contacts : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  void SetUp() override {
    relay_process = start({"relay", "--listen", "127.0.0.1:0", "--json"}, Out::terminal);
    const std::string rest = relay_process->said("{\"listening\":\"");
    relay = rest.substr(0, rest.find('"'));
  }
  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    return start(arguments);
  }
  std::unique_ptr<Process> host(const std::string& game, const Arguments& more) {
    Arguments arguments{"host", game, "--listen", "127.0.0.1:0", "--relay", relay};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return seat("Ann", arguments);
  }
  std::unique_ptr<Process> joins(const std::string& name, const std::string& by,
                                 const Arguments& more = {}) {
    Arguments arguments{"join", by, "--bot", "simple", "--accept", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return seat(name, arguments);
  }
  /// Lets Ann and Bob play one match, after which each has the other as a contact.
  void meet() {
    const auto ann = host("kuhn", {"--bot", "simple", "--keep"});
    const auto bob = joins("Bob", ann->said("for 20 minutes: "), {"--keep"});
    const auto b = bob->end();
    ASSERT_EQ(b.code, 0) << b.out << b.err;
    ASSERT_EQ(ann->end().code, 0);
    ASSERT_EQ(names_of("Ann"), Arguments{"Bob"});
    ASSERT_EQ(names_of("Bob"), Arguments{"Ann"});
  }
  Ended contacts(const std::string& of, Arguments arguments = {}) {
    arguments.insert(arguments.begin(), "contacts");
    arguments.insert(arguments.end(), {"--identity", folder_ / (of + ".id"), "--json"});
    return run(arguments);
  }
  Arguments names_of(const std::string& of) {
    Arguments names;
    const Json list = contacts(of).json();
    for (const Json& one : list.at("contacts")) names.push_back(one.at("name"));
    return names;
  }
  fs::path file_of(const std::string& name) const {
    return folder_ / (name + ".id.contacts") / "contacts.toml";
  }
  std::string secret_of(const std::string& name) const {
    const std::string text = read_file(file_of(name));
    return text.substr(text.find("secret = \"") + 10, 64);
  }
  /// The table of a host on loopback, as an address.
  static std::string address_of(Process& host) {
    const std::string rest = host.said("fairdeal join ");
    return rest.substr(0, rest.find(' '));
  }

  std::unique_ptr<Process> relay_process;
  std::string relay;
};

TEST_F(Contacts, WhoHaveKeptEachOtherPlayAgainWithoutACode) {
  meet();
  EXPECT_EQ(secret_of("Ann"), secret_of("Bob"));
  const auto ann = host("kuhn", {"--bot", "simple", "--invite", "bob", "--words", "0"});
  ann->said("Invited as contacts: Bob.");
  const auto bob = joins("Bob", "ann");
  const auto b = bob->end();
  EXPECT_EQ(b.code, 0) << b.out << b.err;
  const auto a = ann->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_NE(a.err.find("Bob ✓ sits down."), std::string::npos) << a.err;
  EXPECT_EQ((a.err + a.out + b.err + b.out).find(secret_of("Ann")), std::string::npos);
}

TEST_F(Contacts, AHostWithoutARelayIsFoundAtTheOneWhereTheyMet) {
  meet();
  const auto bob = seat("Bob", {"host", "kuhn", "--listen", "127.0.0.1:0", "--admit", "known",
                                "--bot", "simple", "--matches", "2"});
  bob->said("Invited as contacts: Ann.");
  const auto ann = joins("Ann", "Bob", {"--matches", "2"});
  const auto a = ann->end();
  EXPECT_EQ(a.code, 0) << a.out << a.err;
  EXPECT_EQ(a.err.find("There is no next match"), std::string::npos) << a.err;
  EXPECT_EQ(bob->end().code, 0);
}

TEST_F(Contacts, APersonIsAskedAndOneYesKeepsNothing) {
  const auto ann = host("othello", {"--start", "ask", "--admit", "invited"});
  const auto bob = joins("Bob", ann->said("for 20 minutes: "), {"--keep"});
  ann->said("Press Enter to start");
  ann->type("\n");
  ann->said("Bob would like to keep you as a contact. Type keep Bob");
  EXPECT_EQ(names_of("Ann"), Arguments{});
  EXPECT_EQ(names_of("Bob"), Arguments{});
  ann->type("keep nobody\n");
  ann->said("nobody here is called 'nobody'");
  ann->type("keep bob\n");
  ann->said("Bob is your contact now");
  bob->said("Ann is your contact now");
  EXPECT_EQ(names_of("Ann"), Arguments{"Bob"});
  EXPECT_EQ(names_of("Bob"), Arguments{"Ann"});
}

TEST_F(Contacts, AYesIsSaidAgainAfterALostConnection) {
  const auto ann = host("othello", {"--start", "ask", "--admit", "invited"});
  const auto bob = joins("Bob", ann->said("for 20 minutes: "));
  ann->said("Press Enter to start");
  ann->type("\n");
  ann->said("Your move");
  ann->type("1\n");
  bob->said("Bob: ");  // so its table is in its store
  bob->signal(SIGKILL);
  bob->end();
  ann->said("lost contact");
  ann->type("keep\n");  // the only other one
  ann->said("Bob is told that you want to keep each other.");
  const auto back = seat("Bob", {"resume", "--relay", relay, "--bot", "simple", "--keep"});
  ann->said("Bob is your contact now");
  back->said("Ann is your contact now");
  EXPECT_EQ(secret_of("Ann"), secret_of("Bob"));
}

TEST_F(Contacts, WhoIsBlockedOrForgottenDoesNotComeIn) {
  meet();
  ASSERT_EQ(contacts("Ann", {"block", "bob"}).code, 0);
  expect_error(host("kuhn", {"--invite", "Bob", "--json"})->end(), 2, "blocked");
  {
    const auto ann = host("kuhn", {"--start", "ask", "--admit", "invited"});
    const std::string code = ann->said("for 20 minutes: ");
    expect_error(joins("Bob", code)->end(), 8, "not_invited");
    expect_error(joins("Bob", "Ann")->end(), 6, "not_hosting");
  }
  ASSERT_EQ(contacts("Ann", {"unblock", "Bob"}).code, 0);
  {
    const auto ann = host("kuhn", {"--bot", "simple", "--invite", "Bob", "--words", "0"});
    ann->said("Invited as contacts");
    EXPECT_EQ(joins("Bob", "Ann")->end().code, 0);
    EXPECT_EQ(ann->end().code, 0);
  }
  ASSERT_EQ(contacts("Ann", {"forget", "Bob"}).code, 0);
  EXPECT_EQ(names_of("Ann"), Arguments{});
  expect_error(host("kuhn", {"--invite", "Bob", "--json"})->end(), 2, "no_such_contact");
  const auto ann = host("kuhn", {"--start", "ask", "--admit", "invited"});
  ann->said("for 20 minutes: ");
  expect_error(joins("Bob", "Ann")->end(), 6, "not_hosting");
}

TEST_F(Contacts, ATableForContactsIsForThemAlone) {
  meet();
  const auto ann = host("kuhn", {"--bot", "simple", "--admit", "known"});
  const std::string at = address_of(*ann);
  expect_error(joins("Mallory", at)->end(), 8, "not_invited");
  expect_error(joins("Mallory", "Ann")->end(), 2, "no_such_contact");
  EXPECT_EQ(joins("Bob", at)->end().code, 0) << "by the address, with a contact's proof";
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Contacts, ThatAreThereAreListedForWhoNamesNoTable) {
  meet();
  const auto list = [&] {
    const auto bob = seat("Bob", {"join", "--json"})->end();
    expect_error(bob, 2, "no_table_named");
    return bob.json().at("contacts");
  };
  const Json nobody = list();
  ASSERT_EQ(nobody.size(), 1u);
  EXPECT_EQ(nobody[0], (Json{{"name", "Ann"}, {"open", false}}));
  const auto ann = host("kuhn", {"--start", "ask", "--invite", "Bob"});
  ann->said("Invited as contacts");
  ann->said("for 20 minutes: ");  // so its control connection to the relay is up
  EXPECT_EQ(list()[0], (Json{{"name", "Ann"}, {"open", true}}));
}

TEST_F(Contacts, TheSearchForWhoNamesNoTableEndsAfterTheTimeoutAsWell) {
  meet();
  relay_process->signal(SIGSTOP);  // it takes connections, and says nothing
  const auto search = [&](Arguments more) {
    more.insert(more.begin(), {"join", "--json"});
    const auto begun = std::chrono::steady_clock::now();
    expect_error(seat("Bob", std::move(more))->end(), 2, "no_table_named");
    return std::chrono::steady_clock::now() - begun;
  };
  const auto in_time = search({"--timeout", "1"}), patient = search({});
  relay_process->signal(SIGCONT);
  EXPECT_GE(patient, std::chrono::seconds(3));
  EXPECT_LT(in_time + std::chrono::seconds(1), patient);
}

TEST_F(Contacts, AnotherIdentityAtAContactsAddressIsRefused) {
  meet();
  const auto cat = seat("Cat", {"host", "kuhn", "--listen", "127.0.0.1:0", "--start", "ask"});
  std::string text = read_file(file_of("Bob"));
  const auto relays = text.find("relays = "), addresses = text.find("addresses = ");
  const auto met = text.find("met = ");
  ASSERT_LT(relays, addresses);
  text = text.substr(0, relays) + "addresses = [\"" + address_of(*cat) + "\"]\n" + text.substr(met);
  write_file(file_of("Bob"), text);
  expect_error(joins("Bob", "Ann")->end(), 8, "identity_differs");
}

TEST_F(Contacts, HaveMyNamesForThemAndNobodyElseHasThose) {
  meet();
  const auto renamed = contacts("Ann", {"rename", "Bob", "Robert"});
  ASSERT_EQ(renamed.code, 0) << renamed.out << renamed.err;
  const auto ann = host(
      "holdem", {"--seats", "3", "--invite", "Robert", "--start", "ask", "--admit", "invited"});
  const std::string code = ann->said("for 20 minutes: ");
  const auto mallory = joins("robert", code);
  ann->said("\"robert\" (not your Robert)");
  const auto bob = joins("Bob", "Ann");
  ann->said("Robert ✓ sits down.");
  ann->type("\n");
  ann->said("Everybody is here.");
  ann->type("who\n");
  ann->said("\"robert\" (not your Robert): here");
  ann->said("Robert ✓: here");
}

TEST_F(Contacts, ADamagedFileIsNamedWithItsLineAndLeftAsItIs) {
  meet();
  const std::string damaged = read_file(file_of("Bob")) + "\n[[contact]]\nname = \"a,b\"\n";
  write_file(file_of("Bob"), damaged);
  const auto listed = contacts("Bob");
  expect_error(listed, 2, "bad_contacts");
  const auto lines = std::ranges::count(damaged, '\n');
  EXPECT_NE(listed.out.find("contacts.toml:" + std::to_string(lines)), std::string::npos)
      << listed.out;
  expect_error(contacts("Bob", {"forget", "Ann"}), 2, "bad_contacts");
  expect_error(joins("Bob", "Ann")->end(), 2, "bad_contacts");
  EXPECT_EQ(read_file(file_of("Bob")), damaged);
}

TEST_F(Contacts, TheirSecretsAreInNoLogAndInNoStore) {
  const auto ann = host(
      "kuhn", {"--bot", "simple", "--keep", "--log-level", "debug", "--log-file", folder_ / "log"});
  EXPECT_EQ(joins("Bob", ann->said("for 20 minutes: "), {"--keep"})->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
  const std::string secret = secret_of("Ann");
  ASSERT_EQ(secret.size(), 64u);
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path)) {
    if (!entry.is_regular_file() || entry.path().filename() == "contacts.toml") continue;
    EXPECT_EQ(read_file(entry.path()).find(secret), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace fairdeal::e2e
