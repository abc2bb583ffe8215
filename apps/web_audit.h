#pragma once

#include "apps/audit_run.h"
#include "apps/web_server.h"

namespace fairdeal::apps {

/// Answers with the report of an audit of the source's transcript, or with a sentence on why there
/// is none. `last` is the audit that was begun last; `asker`, of whom nothing is to be read, is who
/// waits for the answer. Requires: all of them live until then.
boost::asio::awaitable<WebAnswer> audit_answer(boost::asio::ip::tcp::socket& asker,
                                               const WebSource& source,
                                               std::weak_ptr<AuditRun>& last);

}  // namespace fairdeal::apps
