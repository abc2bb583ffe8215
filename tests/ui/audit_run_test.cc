#include "ui/match/audit_run.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>
#include <sys/stat.h>

/// Audits in processes of their own, and how they end.

namespace fairdeal::match {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

class AuditRunTest : public testing::Test {
 protected:
  AuditRunTest() {
    tcp::acceptor acceptor(io_, {asio::ip::address_v4::loopback(), 0});
    asker_.connect(acceptor.local_endpoint());
    acceptor.accept(asked_);
  }
  ~AuditRunTest() override { std::filesystem::remove(path_); }

  auto begin() { return AuditRun::begin(io_.get_executor(), path_.string(), last_); }
  /// Waits for the report, while `meanwhile` happens.
  template <class Meanwhile>
  Result<std::string> report(const std::shared_ptr<AuditRun>& run, Meanwhile meanwhile) {
    std::optional<Result<std::string>> report;
    asio::co_spawn(io_, run->report(asked_),
                   [&](const std::exception_ptr&, Result<std::string> got) { report = got; });
    meanwhile();
    io_.restart();
    while (!report && io_.run_one() > 0) continue;
    return report.value();
  }

  asio::io_context io_;
  tcp::socket asker_{io_}, asked_{io_};
  std::weak_ptr<AuditRun> last_;
  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("audited-" + std::to_string(::getpid()));
};

TEST_F(AuditRunTest, OneThatNeverEndsHoldsUpNobodyAndEndsWithItsAsker) {
  // Nobody ever writes into this pipe, so that the audit waits for ever.
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  {
    const auto run = begin();
    ASSERT_TRUE(run) << run.error().about;
    const auto second = begin();
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().about.find("under way already"), std::string::npos);
    const auto none = report(*run, [&] { asker_.close(); });
    EXPECT_FALSE(none);
  }
  EXPECT_TRUE(begin()) << "the next one may begin";
}

TEST_F(AuditRunTest, OfWhatIsNoTranscriptThereIsNoReport) {
  const auto run = begin();
  ASSERT_TRUE(run) << run.error().about;
  const auto none = report(*run, [] {});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().about.find("fairdeal audit says why"), std::string::npos);
  std::weak_ptr<AuditRun> last;
  EXPECT_FALSE(AuditRun::begin(io_.get_executor(), "", last));
}

TEST_F(AuditRunTest, OfOtherBytesTheReportSaysWhatTheyAreNot) {
  { std::ofstream(path_) << "garbage"; }
  const auto run = begin();
  ASSERT_TRUE(run) << run.error().about;
  const auto page = report(*run, [] {});
  ASSERT_TRUE(page) << page.error().about;
  EXPECT_TRUE(page->starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(page->ends_with("</html>\n"));
}

}  // namespace
}  // namespace fairdeal::match
