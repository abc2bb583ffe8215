#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <sys/types.h>

#include "base/result.h"

namespace fairdeal::match {

/// An audit in a process of its own, which holds up nobody: a fork of this one without another
/// program, so that it may be begun when no program may be run any more (ui/sandbox/confine.h). It
/// has the lowest priority, keeps none of this process's files and connections, and ends with it.
/// It writes its report, as a page of HTML, into a pipe.
class AuditRun : public std::enable_shared_from_this<AuditRun> {
 public:
  static constexpr std::size_t kReportBytesMax = std::size_t{64} << 20;
  static constexpr std::chrono::seconds kWithin{300};

  /// Begins to audit the file, and makes `last` point to this audit. Errors, each a sentence:
  /// storage (there is no transcript, `last` is still under way, or no process can be started).
  static Result<std::shared_ptr<AuditRun>> begin(boost::asio::any_io_executor executor,
                                                 const std::string& transcript,
                                                 std::weak_ptr<AuditRun>& last);
  AuditRun(const AuditRun&) = delete;
  /// Ends the process, if it has not ended.
  ~AuditRun();

  /// Waits for the report, as long as the one who asks for it stays connected. Errors, each a
  /// sentence: too_large, storage (the file cannot be read, the process failed, or it was stopped).
  /// Requires: `asker` lives until then, nobody reads from it, and this is called once.
  boost::asio::awaitable<Result<std::string>> report(boost::asio::ip::tcp::socket& asker);

 private:
  AuditRun(const boost::asio::any_io_executor& executor, pid_t process, int pipe);
  void stop_in_time(boost::asio::ip::tcp::socket& asker);
  /// Ends the process; report() returns.
  void stop();
  /// Waits for the process, which has ended or is being killed. Returns whether it did its work.
  bool reap();

  pid_t process_;
  boost::asio::posix::stream_descriptor pipe_;
  boost::asio::steady_timer limit_;
  bool stopped_ = false;
  bool over_ = false;  ///< report() waits no more
};

}  // namespace fairdeal::match
