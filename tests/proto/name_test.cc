#include "proto/name.h"

#include <gtest/gtest.h>

namespace fairdeal::proto {
namespace {

// One a line: some are written from right to left.
constexpr const char* kNames[] = {"Ann",
                                  "ann",
                                  "a",
                                  "Bot 1",
                                  "Zoë",
                                  "Ann-Marie",
                                  "Dr. No",
                                  "J. R. R.",
                                  "root",
                                  "tester",
                                  "user_1",
                                  "player",
                                  "Ann): 5000",
                                  "a.b@c",
                                  "x/y",
                                  "100%",
                                  "Ann!",
                                  "¿Qué?",
                                  "Łukasz",
                                  "Øyvind",
                                  "Ağa",
                                  "Ñandú",
                                  "Αννα",
                                  "Анна",
                                  "Ёлка",
                                  "Աննա",
                                  "אן",
                                  "آن",
                                  "علي",
                                  "अन",
                                  "काका",
                                  "อาน",
                                  "ანა",
                                  "አና",
                                  "안나",
                                  "アン",
                                  "あん",
                                  "安娜",
                                  "王小明",
                                  "ᎠᎾ",
                                  "Ḁnn",
                                  "q̃a",
                                  "é",
                                  "ß",
                                  "ſ",
                                  "٣ن",
                                  "१क",
                                  "The hostess",
                                  "Young",
                                  "Youu",
                                  "dealers",
                                  "seat",
                                  "seat of Ann",
                                  "Hosta",
                                  "123",
                                  "1",
                                  "{x}",
                                  "[x]",
                                  "a;b",
                                  "a,b",
                                  "a:b",
                                  "a\\b",
                                  "a&b",
                                  "a*b",
                                  "Ünal",
                                  "Þór",
                                  "Ǻke",
                                  "Ivy",
                                  "Hal",
                                  "0123456789abcdef",
                                  "安安安安安安安安"};

TEST(Name, OfLettersDigitsPunctuationAndSingleSpacesIsOne) {
  for (const char* name : kNames) EXPECT_EQ(name_problem(name), "") << name;
}

TEST(Name, WithAnythingElseIsNone) {
  for (const char* name :
       {// nothing, too long, too wide
        "", "0123456789abcdefg", "abcdefghijklmnopqrstuvwxyz0123456", "安安安安安安安安安",
        "ＡＢＣＤＥＦＧＨＩ",
        // spaces
        " Ann", "Ann ", "A  nn", " ", "A\u00A0nn", "A\u2003nn", "A\u3000nn", "A\u1680n", "A\u202Fn",
        "A\u205Fn",
        // control
        "A\tn", "A\nn", "A\rn", "\x1b[2J", "A\x7fn", "A\u0080n", "A\u009Bn", "\u0085",
        // bidirectional controls, joiners, tags: Cf
        "A\u200En", "A\u200Fn", "A\u202An", "A\u202Bn", "A\u202Cn", "A\u202Dn", "A\u202En",
        "A\u2066n", "A\u2067n", "A\u2068n", "A\u2069n", "A\u061Cn", "A\u200Bn", "A\u200Cn",
        "A\u200Dn", "A\u2060n", "A\uFEFFn", "A\u00ADn", "A\u180En", "A\U000E0001n", "A\U000E0041n",
        "A\U000E007Fn", "A\u206An", "A\u206Fn", "A\uFFF9n", "\u0600", "A\U0001D173n", "\U000110BD",
        // lines and paragraphs
        "A\u2028n", "A\u2029n",
        // fillers
        "A\u115Fn", "A\u1160n", "A\u3164n", "A\uFFA0n", "A\u2800n", "A\u034Fn", "A\u17B4n",
        "A\u17B5n",
        // variation selectors
        "A\uFE00n", "A\uFE0Fn", "A\U000E0100n", "A\u180Bn", "A\u180Fn",
        // private use, noncharacters, unassigned
        "A\uE000n", "\uF8FF", "A\U000F0000n", "A\U0010FFFDn", "A\uFFFEn", "A\uFFFFn", "A\uFDD0n",
        "A\u0378n", "A\U0001FFFFn", "A\U000E0080n",
        // of Unicode 15.1 and 16.0
        "\U0002EBF0", "\U0002EE5D", "\u1C89", "\uA7CB", "\U00010D4A", "\U000105C0",
        // marks: first, two, after what is no letter
        "\u0301nn", "e\u0323\u0301x", "a\u0300\u0301", "1\u0301", "-\u0301", "A \u0301", "\u20DD",
        "A\u20DDn", "z\u0335\u0336",
        // not composed
        "e\u0301", "Zoe\u0308", "\u212B", "\u1100\u1161", "\u0340a", "\uF900", "\u2126",
        // symbols
        "A$n", "A+B", "A<B", "A>B", "A=B", "A^B", "A|B", "A~B", "A`B", "\u2660", "\U0001F600",
        "A\u00A9", "A\u20AC", "\u2605", "\u00B2", "\u2167", "\u00BD", "\u2460",
        // ours: quotes and #
        "Ann#1", "#", "\"Ann\"", "'Ann'", "O'Neil", "\u00ABAnn\u00BB", "\u2018Ann\u2019",
        "\u201CAnn\u201D", "\u201EAnn", "\u2039Ann\u203A", "\u300CAnn\u300D", "Ann\uFF02",
        // the words of our screens, and what looks like them
        "host", "Host", "HOST", "h\u043Est", "\uFF48ost", "you", "You", "y\u03BFu", "dealer",
        "Dealer", "de\u0430ler", "seat 1", "Seat 2", "SEAT 16", "seat 99", "seat1", "se\u0430t 3",
        // no UTF-8
        "caf\xc3", "\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"})
    EXPECT_NE(name_problem(name), "") << name;
}

TEST(Name, IsTheSameForPeopleWhenOnlyCapitalsOrLookAlikesDiffer) {
  for (const auto& [a, b] :
       std::vector<std::pair<const char*, const char*>>{{"Ann", "Ann"},
                                                        {"Ann", "ann"},
                                                        {"Ann", "ANN"},
                                                        {"Ann", "\u0410nn"},
                                                        {"Bob", "B\u043Eb"},
                                                        {"Bob", "\u0412\u043Eb"},
                                                        {"Zo\u00EB", "ZO\u00CB"},
                                                        {"Ann", "\uFF21nn"},
                                                        {"Stra\u00DFe", "STRASSE"},
                                                        {"Iris", "lris"},
                                                        {"Bot 1", "Bot l"},
                                                        {"Tom", "Torn"},
                                                        {"Hal", "Ha1"},
                                                        {"Cat", "\u0421at"},
                                                        {"O0O", "OOO"}})
    EXPECT_TRUE(same_name(a, b)) << a << " " << b;
  for (const auto& [a, b] : std::vector<std::pair<const char*, const char*>>{{"Ann", "Anna"},
                                                                             {"Ann", "Anne"},
                                                                             {"Bot 1", "Bot 2"},
                                                                             {"Zoe", "Zo\u00EB"},
                                                                             {"Dan", "Don"},
                                                                             {"Ann", "A nn"},
                                                                             {"Hal", "Hall"}})
    EXPECT_FALSE(same_name(a, b)) << a << " " << b;
}

TEST(Text, IsWhatPeopleCanSee) {
  for (const std::string line :
       {"hello", " two  spaces ", "\"Zo\u00EB\"? #1!", "\u2660\u2665 x\u00B2", "\U0001F600",
        "\u05E9\u05DC\u05D5\u05DD", "\u0E19\u0E49\u0E33", "e\u0301", "a\u0300\u0301", "1 + 1 < 3"})
    EXPECT_EQ(text_problem(line), "") << line;
  EXPECT_EQ(text_problem(std::string(400, 'a')), "");
  EXPECT_NE(text_problem(std::string(401, 'a')), "");
  for (const std::string line :
       {// nothing, and controls
        "", "a\nb", "a\tb", "\x1b[2J", "a\x7f", "\u009B2J", "\u2028", "\u2029",
        // the direction of writing, joiners, tags
        "a\u202Eb", "a\u200Fb", "\u2066a", "a\u061Cb", "a\u200Db", "a\u200Bb", "a\uFEFFb",
        "\U000E0041", "a\u00ADb",
        // fillers and variation selectors
        "\u3164", "\u115F", "a\uFE0F", "\u034F",
        // many marks
        "a\u0300\u0301\u0302",
        // private use, noncharacters, unassigned, of Unicode 16.0
        "\uE000", "\uFFFF", "\u0378", "\uA7CB",
        // no UTF-8
        "\xff", "caf\xc3", "\xed\xa0\x80"})
    EXPECT_NE(text_problem(line), "") << line;
}

}  // namespace
}  // namespace fairdeal::proto
