#include "ui/front/web_audit.h"

#include "net/sockets/asio.h"

// g++ 12 warns so of coroutines that it puts into one another: their frames come from Asio's own
// allocation functions.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace fairdeal::front {

boost::asio::awaitable<WebAnswer> audit_answer(fairdeal::tcp::socket& asker,
                                               const WebSource& source,
                                               std::weak_ptr<match::AuditRun>& last) {
  auto run = match::AuditRun::begin(asker.get_executor(), source.transcript(), last);
  if (!run) co_return WebAnswer{.status = 503, .text = run.error().about};
  auto report = co_await (*run)->report(asker);
  if (!report) co_return WebAnswer{.status = 503, .text = report.error().about};
  co_return WebAnswer{.what = WebAnswer::What::audit, .text = *std::move(report)};
}

}  // namespace fairdeal::front
