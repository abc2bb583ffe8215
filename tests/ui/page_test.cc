#include "ui/front/page.h"

#include <gtest/gtest.h>

/// A page's lines for the whole terminal, and its end.

namespace fairdeal::front {
namespace {

using words::said;

class Windows final : public PageDisplay {
 public:
  void show(boost::asio::io_context&, Page&) override {}
  void changed() override {}
  std::size_t viewers() const override { return count; }
  void stop(std::function<void()> then) override { then(); }

  std::size_t count = 0;
};

class PlainPage final : public Page {
 public:
  PlainPage(boost::asio::io_context& io, PageDisplay& display) : Page(io, display) {}
  PageFacts facts() override { return {}; }
  std::string transcript() const override { return ""; }
  void say(const std::string& line) { hear({.line = line}); }

  std::vector<std::string> late;  ///< lines that came after the end

 private:
  void on_move(std::uint64_t, const rules::Action&) override {}
  void on_typed(const std::string&) override {}
  void on_late(const std::string& line) override { late.push_back(line); }
};

class PageTest : public testing::Test {
 protected:
  std::vector<std::string> log() const {
    std::vector<std::string> texts;
    for (const PageLine& line : page_.log()) texts.push_back(line.text);
    return texts;
  }
  static words::Said moved(const char* who, const char* move) {
    return said("moved", {{"who", words::name(who)}, {"move", words::game(move)}});
  }
  static words::Said plays(const char* who, const char* card) {
    return said("trick_play",
                {{"who", words::name(who)}, {"card", words::text(card)}, {"n", words::count(3)}});
  }

  boost::asio::io_context io_;
  Windows windows_;
  PlainPage page_{io_, windows_};
};

using PageLog = PageTest;
using PageEnd = PageTest;

TEST_F(PageLog, HasEqualMovesInOneLineUntilAnotherStandsBelow) {
  for (const char* who : {"Ann", "Bob", "Cal"}) page_.add_told(moved(who, "fold"));
  page_.add("note", "Deb is back.");
  page_.add_told(moved("Deb", "fold"));
  EXPECT_EQ(log(),
            (std::vector<std::string>{"Ann, Bob and Cal: fold", "Deb is back.", "Deb: fold"}));
}

TEST_F(PageLog, HasOneLineForATrickWhateverIsSaidMeanwhile) {
  page_.add_told(plays("Ann", "4s"));
  page_.add("note", "Deb lost contact.");
  page_.add_told(plays("Bob", "Ks"));
  page_.add_told(moved("Cal", "claim"));
  EXPECT_EQ(log(), (std::vector<std::string>{"Trick 3: Ann 4s, Bob Ks", "Deb lost contact.",
                                             "Cal: claim"}));
}

TEST_F(PageLog, HasNoLinesThatBrowsersMergeThemselves) {
  page_.add_event("Ann: fold", moved("Ann", "fold").json(), {});
  EXPECT_TRUE(page_.log().empty());
  EXPECT_EQ(page_.lines().size(), 1U);
  page_.add("chat", "hello", 0);
  EXPECT_EQ(page_.log().back().seat, 0);
  EXPECT_EQ(page_.lines().back().text, "hello");
}

TEST_F(PageEnd, ALineThatWasSentBeforeTheEndWasSeenIsHeardApart) {
  page_.say("topup 50");
  EXPECT_TRUE(page_.late.empty());
  page_.end(false, [] {});
  page_.say("topup 100");
  EXPECT_EQ(page_.late, (std::vector<std::string>{"topup 100"}));
}

TEST_F(PageEnd, WaitsForNobodyWhoIsNotAwaited) {
  bool over = false;
  EXPECT_FALSE(page_.end(true, [&over] { over = true; }));
  EXPECT_TRUE(over);
}

TEST_F(PageEnd, WaitsForAPageThatIsAwaitedAndThenUntilThatIsClosed) {
  bool over = false;
  EXPECT_TRUE(page_.end(
      true, [&over] { over = true; }, true));
  EXPECT_FALSE(over);
  page_.on_pages(windows_.count = 1);
  io_.poll();
  EXPECT_FALSE(over);
  page_.say("leave");
  EXPECT_TRUE(over);
}

}  // namespace
}  // namespace fairdeal::front
