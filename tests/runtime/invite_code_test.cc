// Codes as a host says them and as people type them.
#include "runtime/meet/invite_code.h"

#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/key_words.h"

namespace fairdeal::meet {
namespace {

std::string parsed(std::string_view typed) {
  const auto code = InviteCode::parse(typed);
  return code ? code->text() : "refused: " + code.error().about;
}
std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(c));
  return text;
}

TEST(InviteCode, IsReadInAnyCaseWithAnySeparators) {
  for (const char* typed :
       {"7-guitar-igloo", "7 guitar igloo", "  7 - Guitar  IGLOO\n", "7--guitar -igloo-",
        "07-guitar-igloo", "0007 GUI igl", "7-gui-igl", "7-guit-iglo", "\t7\tguitar\tigloo\r\n"})
    EXPECT_EQ(parsed(typed), "7-guitar-igloo") << typed;
  EXPECT_EQ(parsed("9999 gui igl ice"), "9999-guitar-igloo-icepack");
}

TEST(InviteCode, NamesARelayOrNone) {
  EXPECT_EQ(parsed("7-guitar-igloo@relay.example.org"), "7-guitar-igloo@relay.example.org");
  EXPECT_EQ(parsed("7 gui igl @ relay.example.org:4800 "), "7-guitar-igloo@relay.example.org:4800");
  EXPECT_EQ(InviteCode::parse("7-guitar-igloo@[2001:db8::7]:80")->relay(), "[2001:db8::7]:80");
  EXPECT_EQ(InviteCode::parse("7-guitar-igloo")->relay(), "");
  for (const std::string relay : {"", " ", "two words", "a@b", "\x1b[2J", "caf\xc3\xa9"})
    EXPECT_EQ(parsed("7-guitar-igloo@" + relay), "refused: behind @ stands no name of a relay");
  EXPECT_TRUE(InviteCode::parse("7-guitar-igloo@" + std::string(200, 'a')));
  const auto longer = InviteCode::parse("7-guitar-igloo@" + std::string(201, 'a'));
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().fault, Fault::too_large);
}

/// All of the list, and every beginning of each word that may stand for it.
TEST(InviteCode, EveryBeginningOfThreeLettersIsTheWord) {
  for (std::size_t i = 0; i < proto::kKeyWords; ++i) {
    const std::string word(proto::key_word(i));
    for (std::size_t letters = 0; letters <= word.size(); ++letters) {
      const std::string beginning = word.substr(0, letters);
      const auto code = InviteCode::parse("7 " + upper(beginning) + " igloo");
      if (letters < 3) {
        EXPECT_FALSE(code) << beginning;
        continue;
      }
      ASSERT_TRUE(code) << beginning;
      EXPECT_EQ(code->text(), "7-" + word + "-igloo");
      EXPECT_EQ(as_text(code->password().expose()), word + "-igloo");
    }
    EXPECT_FALSE(InviteCode::parse("7 igloo " + word + "x")) << word;
  }
}

TEST(InviteCode, ErrorsSayWhatIsWrong) {
  const std::string no_number = "refused: a code begins with a number, as in 7-guitar-igloo";
  for (const char* typed : {"", " ", "guitar-igloo", "7guitar igloo", "-", "+7 guitar igloo"})
    EXPECT_EQ(parsed(typed), no_number) << typed;
  for (const char* number : {"0", "0000", "10000", "99999999999999999999"})
    EXPECT_EQ(parsed(std::string(number) + "-guitar-igloo"),
              "refused: the number of a code is between 1 and 9999");
  for (const char* typed : {"7", "7-guitar", "7-guitar-"})
    EXPECT_EQ(parsed(typed),
              "refused: a code has at least two words after its number, as in 7-guitar-igloo");
  EXPECT_EQ(parsed("7-guitar-igloo-icepack-icepack"), "refused: a code has at most three words");
  EXPECT_EQ(parsed("7-guitar-igl0o"),
            "refused: word 2 of the code has a character that is no letter");
  EXPECT_EQ(parsed("7 \x1b[2J igloo"),
            "refused: word 1 of the code has a character that is no letter");
  EXPECT_EQ(parsed("7 Guitat igloo"),
            "refused: no code has the word \"guitat\"; did you mean guitar?");
  EXPECT_EQ(parsed("7 acqx igloo"),
            "refused: no code has the word \"acqx\"; did you mean acquire?");
  EXPECT_EQ(parsed("7 acx igloo"),
            "refused: no code has the word \"acx\"; did you mean academy, acetone, acid, acoustics "
            "or another?");
  EXPECT_EQ(parsed("7 ap igloo"),
            "refused: word 1 of the code is too short: at least three letters; did you mean "
            "apartment, apnea, apple, apricot?");
  const auto endless = InviteCode::parse("7 guitar igloo" + std::string(1'000'000, ' '));
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().fault, Fault::too_large);
  EXPECT_LT(parsed("7 " + std::string(300, 'q') + " igloo").size(), 120u);
}

TEST(InviteCode, WhatIsDrawnIsReadBack) {
  SeededRng rng(1);
  std::set<std::string> drawn;
  for (std::uint32_t i = 1; i <= 2000; ++i) {
    const auto code = InviteCode::draw(i, 2 + i % 2, rng, i % 3 == 0 ? "relay.example.org" : "");
    const auto back = InviteCode::parse(code.text());
    ASSERT_TRUE(back) << code.text();
    EXPECT_EQ(back->text(), code.text());
    EXPECT_EQ(back->nameplate(), i);
    EXPECT_TRUE(equal(back->password().expose(), code.password().expose()));
    std::stringstream words{std::string(as_text(code.password().expose()))};
    for (std::string word; std::getline(words, word, '-');) drawn.insert(word);
  }
  EXPECT_GT(drawn.size(), proto::kKeyWords * 9 / 10) << "all words of the list may come";
}

TEST(InviteCode, CompletionOffersTheWordsThatBeginSo) {
  EXPECT_EQ(code_words("gui"), std::vector<std::string_view>{"guitar"});
  EXPECT_EQ(code_words("GUITAR"), std::vector<std::string_view>{"guitar"});
  EXPECT_EQ(code_words("ap"),
            (std::vector<std::string_view>{"apartment", "apnea", "apple", "apricot"}));
  EXPECT_EQ(code_words("guitars").size(), 0u);
  EXPECT_EQ(code_words("").size(), proto::kKeyWords);
}

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
  out << value;
};
static_assert(!std::is_copy_constructible_v<InviteCode> && !Printable<InviteCode>);
static_assert(!std::is_convertible_v<InviteCode, std::string>);

}  // namespace
}  // namespace fairdeal::meet
