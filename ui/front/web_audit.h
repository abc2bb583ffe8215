#pragma once

#include "ui/front/web_server.h"
#include "ui/match/audit_run.h"

namespace fairdeal::front {

/// Answers with the report of an audit of the source's transcript, or with a sentence on why there
/// is none. `last` is the audit that was begun last; `asker`, of whom nothing is to be read, is who
/// waits for the answer. Requires: all of them live until then.
boost::asio::awaitable<WebAnswer> audit_answer(boost::asio::ip::tcp::socket& asker,
                                               const WebSource& source,
                                               std::weak_ptr<match::AuditRun>& last);

}  // namespace fairdeal::front
