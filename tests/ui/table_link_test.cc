// The line that a host sends its friends.
#include "ui/words/table_link.h"

#include <gtest/gtest.h>

#include "ui/words/invitation.h"

namespace fairdeal::words {
namespace {

TableLink example() {
  TableLink link;
  for (std::size_t i = 0; i < link.host.bytes.size(); ++i) link.host.bytes[i] = std::byte(255 - i);
  for (std::size_t i = 0; i < link.token.size(); ++i) link.token[i] = std::byte(i);
  link.addresses = {{.host = "192.0.2.7", .port = 7777}, {.host = "2001:db8::7", .port = 7778}};
  return link;
}

TEST(TableLink, IsOneLineOfWhichEveryPartIsReadBack) {
  const std::string text = example().text();
  EXPECT_EQ(text,
            "fairdeal:1/__79_Pv6-fj39vX08_Lx8O_u7ezr6uno5-bl5OPi4eA/AAECAwQFBgcICQoLDA0ODw"
            "?a=192.0.2.7:7777&a=[2001:db8::7]:7778");
  const auto read = TableLink::parse(text);
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->host, example().host);
  EXPECT_EQ(read->token, example().token);
  EXPECT_EQ(read->addresses, example().addresses);
}

TEST(TableLink, WhatIsNotKnownYetIsSkipped) {
  const auto read = TableLink::parse(example().text() + "&x=relay.example.org");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->addresses.size(), 2u);
  EXPECT_TRUE(read->relays.empty());
}

TEST(Invitation, IsFoundAmongTheWordsAroundIt) {
  const std::string link = example().text(), code = "7-guitar-igloo";
  const std::pair<std::string, std::string> kTexts[] = {
      {"Join my table of Hold'em with the code 7-guitar-igloo: " + link, link},
      {"Join my table of Hold'em with the code 7-guitar-igloo.", code},
      {"(" + link + ").", link},
      {"see <" + link + ">\nuntil 20:30", link},
      {"At 20:30! “7-guitar-igloo”, Bob", code},
      {"the code is 7 guitar igloo, ok?", code},
      {"7-guitar-igloo or 7-guitar-igloo", code},
      {"my table is at 192.0.2.7:7777 now", "192.0.2.7:7777"},
      {"at [2001:db8::7]:7778.", "[2001:db8::7]:7778"},
      {"7-guitar-igloo@relay.example.org, soon", "7-guitar-igloo@relay.example.org"}};
  for (const auto& [text, name] : kTexts) EXPECT_EQ(invitation_in(text), name) << text;
}

TEST(Invitation, IsFoundInALinkAsAPageAMailOrAChatWritesIt) {
  TableLink relayed = example();
  relayed.addresses.clear();
  relayed.relays = {"relay.example.org"};
  for (const std::string& link : {example().text(), relayed.text()}) {
    std::string escaped, by_html, by_markdown, in_lines, quoted;
    for (const char c : link) {
      constexpr std::string_view kHex = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      const bool is_plain = std::string_view(":/?=&").find(c) == std::string_view::npos;
      escaped +=
          is_plain ? std::string(1, c) : std::string("%") + kHex[byte / 16] + kHex[byte % 16];
      by_html += c == '&' ? "&amp;" : std::string(1, c);
      by_markdown += c == '_' || c == '-' ? std::string("\\") + c : std::string(1, c);
      in_lines += c;
      quoted += c;
      if (in_lines.size() % 40 == 30) in_lines += "\r\n", quoted += "\n> ";
    }
    const std::string whole = escaped;
    escaped.replace(0, escaped.find('1'), "fairdeal:");
    const std::string rest = link.substr(TableLink::kBegins.size());
    for (const std::string& text : {"FAIRDEAL:" + rest,
                                    "Fairdeal:" + rest,
                                    "fairdeal://" + rest,
                                    escaped,
                                    "https://go.example/?to=" + whole,
                                    by_html,
                                    by_markdown,
                                    in_lines,
                                    quoted,
                                    "> " + quoted + "\n> See you!",
                                    "**" + link + "**",
                                    "_" + link + "_",
                                    "[come](" + link + ")",
                                    "[" + link + "]",
                                    "{" + link + "}",
                                    "\"" + link + "\",",
                                    "«" + link + "»",
                                    "`" + link + "`",
                                    link + "…",
                                    link + "?!",
                                    "fairdeal: a table for you!\n" + link,
                                    "fairdeal:abc is old; " + link,
                                    "the code 7-guitar-igloo, or " + link,
                                    "fairdeal join '" + link + "'",
                                    link + "\u200b"})
      EXPECT_EQ(invitation_in(text), link) << text;
  }
}

TEST(Invitation, IsFoundInACodeAsPeopleWriteIt) {
  for (const char* text : {"**7-guitar-igloo**",
                           "_7-guitar-igloo_",
                           "*7-guitar-igloo*",
                           "~7-guitar-igloo~",
                           "{7-guitar-igloo}",
                           "[7-guitar-igloo](https://example.org/how)",
                           "7-guitar-igloo|",
                           "#7-guitar-igloo",
                           "code:7-guitar-igloo",
                           "Code=7-guitar-igloo;",
                           "7-guitar-igloo…",
                           "7–guitar–igloo",
                           "7\u2011guitar\u2011igloo",
                           "7-guitar-\nigloo",
                           "7-Guitar-Igloo",
                           "７－ｇｕｉｔａｒ－ｉｇｌｏｏ",
                           "\u200e7-guitar-igloo\u200f",
                           "7-gui\u200btar-igloo",
                           "7\u00a0guitar\u00a0igloo",
                           "fairdeal:7-guitar-igloo",
                           "fairdeal: 7-guitar-igloo",
                           "fairdeal join 7-guitar-igloo",
                           "Join with the code 7-guitar-igloo and tell Bob",
                           "7-guitar-igloo the sooner the better",
                           "7 guitar igloo and you sit down",
                           "Be there at 8 and the game begins: 7-guitar-igloo",
                           "at 20:30: 7 guitar igloo.",
                           "7-gui-igl"})
    EXPECT_EQ(invitation_in(text), "7-guitar-igloo") << text;
  EXPECT_EQ(invitation_in("7-guitar-igloo-android!"), "7-guitar-igloo-android");
  for (const char* text :
       {"7-guitar-igloo, or in full 7-guitar-igloo@relay.example.org.",
        "(7-guitar-igloo@relay.example.org)", "**7-guitar-igloo@relay.example.org**"})
    EXPECT_EQ(invitation_in(text), "7-guitar-igloo@relay.example.org") << text;
}

TEST(Invitation, IsFoundInAnAddressAmongTimesOfDay) {
  const std::pair<const char*, const char*> kTexts[] = {
      {"at 20:30 my table is at 192.0.2.7:7777.", "192.0.2.7:7777"},
      {"http://192.0.2.7:7777/", "192.0.2.7:7777"},
      {"tcp://[2001:db8::7]:7778/ at 8:15", "[2001:db8::7]:7778"},
      {"**table.example.org:7777**, odds 3.5:1", "table.example.org:7777"},
      {"(my-box:7777), from 8:00", "my-box:7777"},
      {"@192.0.2.7:7777", "192.0.2.7:7777"}};
  for (const auto& [text, name] : kTexts) EXPECT_EQ(invitation_in(text), name) << text;
}

TEST(Invitation, ThatIsALinkCutShortIsNamedSoThatItsErrorIs) {
  const std::string cut = example().text().substr(0, 60);
  EXPECT_EQ(invitation_in("come: " + cut + " 192.0.2.7:7777"), cut);
  EXPECT_EQ(invitation_in("come: " + cut + " or 7-guitar-igloo"), "7-guitar-igloo");
}

/// A link through a relay, at which a page explains it.
TableLink relayed(const std::string& relay) {
  TableLink link = example();
  link.relays = {relay};
  return link;
}

const Invitation kInvitation{.host_name = "Ann", .game = "liars-dice"};

TEST(TableLink, IsExplainedAtAnAddressOfWhichTheRelayIsSentThePathAlone) {
  const std::string address = relayed("relay.example.org").web_address(kInvitation);
  EXPECT_EQ(address,
            "https://relay.example.org/fairdeal/invite#"
            "fairdeal:1/__79_Pv6-fj39vX08_Lx8O_u7ezr6uno5-bl5OPi4eA/AAECAwQFBgcICQoLDA0ODw"
            "?r=relay.example.org&a=192.0.2.7:7777&a=%5B2001:db8::7%5D:7778&n=QW5u&g=liars-dice");
}

TEST(TableLink, IsExplainedWithoutTlsByARelayInTheSameHouseAlone) {
  const auto site = [](const std::string& relay) {
    const std::string address = relayed(relay).web_address(kInvitation);
    return address.substr(0, address.find("/fairdeal/invite#"));
  };
  EXPECT_EQ(site("relay.example.org:4800"), "https://relay.example.org:4800");
  EXPECT_EQ(site("wss://[2001:db8::7]"), "https://[2001:db8::7]");
  EXPECT_EQ(site("ws://192.168.1.20:4800"), "http://192.168.1.20:4800");
  EXPECT_EQ(site("ws://localhost:80"), "http://localhost");
  EXPECT_EQ(site("ws://[fd00::1]:4800"), "http://[fd00::1]:4800");
  EXPECT_EQ(site("ws://relay.example.org"), "");
  EXPECT_EQ(site("ws://192.0.2.9:4800"), "");
  EXPECT_EQ(example().web_address(kInvitation), "");
  TableLink two = relayed("ws://relay.example.org");
  two.relays.push_back("relay2.example.org");
  EXPECT_TRUE(two.web_address(kInvitation).starts_with("https://relay2.example.org/"));
}

TEST(Invitation, IsFoundInTheAddressThatExplainsItWhateverItsHostIsCalled) {
  for (const std::string& name :
       {std::string("Ann"), std::string("Zoë & Tim"), std::string("&a=no-port"),
        std::string("a b'\"<>"), std::string("%26w=1"), std::string()}) {
    const TableLink link = relayed("relay.example.org");
    const std::string address = link.web_address({.host_name = name, .game = "holdem"});
    std::string escaped = address;
    for (std::size_t at = escaped.find('#'); (at = escaped.find(':', at)) != escaped.npos;)
      escaped.replace(at, 1, "%3A");
    for (const std::string& text : {address, "Come: " + address + ".", "<" + address + ">",
                                    "[come](" + address + ")\nBob", escaped}) {
      const auto read = TableLink::parse(invitation_in(text));
      ASSERT_TRUE(read) << text;
      EXPECT_EQ(read->text(), link.text()) << text;
    }
  }
  const std::string odd = relayed("relay.example.org").web_address({"Ann", "a&w=1"});
  EXPECT_FALSE(TableLink::parse(invitation_in(odd))->watch);
}

TEST(Invitation, ThatNamesNoTableOrSeveralIsNone) {
  for (const char* text :
       {"", " ", "Bob", "come to my table", "7-guitar-igloo or 8-guitar-igloo",
        "7-guitar-igloo@a.example or 7-guitar-igloo@b.example", "192.0.2.7:7777 or 192.0.2.8:7777",
        "7 guitars", "at 8 and the door is open", "20:30", "wss://relay.example.org:443/",
        "2001:db8:0:7777", "fairdeal:", "a7-guitar-igloo", "12345-guitar-igloo", "7-guitar-igloo2"})
    EXPECT_EQ(invitation_in(text), "") << text;
}

TEST(Invitation, OfAnyBytesIsReadOrNot) {
  for (const char* text : {"\xff\xfe fairdeal:\xf0", "fairdeal:\0x", "\xe2\x80", "7-\xe2\x80\x91"})
    (void)invitation_in(text);
  const std::string deep(3000, '['), links = [] {
    std::string all;
    while (all.size() < 3000) all += "fairdeal:1/ ";
    return all;
  }();
  EXPECT_EQ(invitation_in(deep + ":1"), "");
  EXPECT_EQ(invitation_in(links), "fairdeal:1/");
}

TEST(Invitation, IsASecretWhereItLetsWhoReadsItSitDown) {
  const std::string link = example().text();
  for (const std::string& text :
       {link, "join " + link, std::string("FAIRDEAL:1/abc"), std::string("code: 7-guitar-igloo")})
    EXPECT_TRUE(holds_invitation(text)) << text;
  for (const char* text : {"192.0.2.7:7777", "ann", "--params", "{\"stack\":7}"})
    EXPECT_FALSE(holds_invitation(text)) << text;
}

TEST(TableLink, ARelayTakesThePlaceOfAddresses) {
  TableLink link = example();
  link.relays = {"relay.example.org", "ws://192.0.2.9:4800"};
  const auto both = TableLink::parse(link.text());
  ASSERT_TRUE(both) << describe(both.error());
  EXPECT_EQ(both->relays, link.relays);
  EXPECT_EQ(both->addresses, link.addresses);
  link.addresses.clear();
  const auto alone = TableLink::parse(link.text());
  ASSERT_TRUE(alone) << describe(alone.error());
  EXPECT_TRUE(alone->addresses.empty());
  EXPECT_EQ(alone->relays, link.relays);
}

TEST(TableLink, CutShortAnywhereItSaysWhatIsMissing) {
  TableLink one = example();
  one.addresses.pop_back();
  const std::string text = one.text();
  const std::size_t port = text.rfind(':') + 1;
  for (std::size_t length = 0; length <= port; ++length) {
    const auto read = TableLink::parse(text.substr(0, length));
    ASSERT_FALSE(read) << length;
    EXPECT_FALSE(read.error().about.empty());
  }
}

TEST(TableLink, EachErrorIsNamed) {
  const std::string good = example().text();
  const auto about = [](const std::string& text) {
    const auto read = TableLink::parse(text);
    return read ? "none" : read.error().about;
  };
  EXPECT_EQ(about("192.0.2.7:7777"), "it does not begin with fairdeal:");
  EXPECT_EQ(about("fairdeal:2" + good.substr(10)), "it is of another version than 1");
  EXPECT_EQ(about(good.substr(0, 40)), "the host's key is cut short");
  EXPECT_EQ(about(good.substr(0, 70)), "its secret is cut short");
  EXPECT_EQ(about(good.substr(0, good.find('?'))), "it names no address: was its end cut off?");
  std::string wrong = good;
  wrong[20] = '+';
  EXPECT_EQ(about(wrong), "the host's key has a character that does not belong there");
  EXPECT_EQ(about(good + "&a=nowhere"), "an address in it cannot be read");
  std::string many = good;
  for (int i = 0; i < 7; ++i) many += "&a=192.0.2.7:1";
  EXPECT_EQ(about(many), "it names too many addresses");
  std::string relays = good;
  for (int i = 0; i < 5; ++i) relays += "&r=relay.example.org";
  EXPECT_EQ(about(relays), "it names too many relays");
  EXPECT_EQ(about(good + "&r=http://relay"), "a relay in it cannot be read");
  EXPECT_EQ(about(good + std::string(2000, '&')), "it is too long");
}

}  // namespace
}  // namespace fairdeal::words
