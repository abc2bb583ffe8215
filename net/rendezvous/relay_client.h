#pragma once

#include <functional>
#include <memory>

#include "base/bytes.h"
#include "base/result.h"
#include "net/signaling/client.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::rendezvous {

/// A signaling::Client with its sockets, its timer and the clock.
///
/// All functions are called on the io_context's thread, and so are the handlers. No handler is
/// called from inside a function below. A handler may call any function and destroy the client.
class RelayClient {
 public:
  /// All of them are set. signaling::told says what each of them hears.
  struct Handlers {
    std::function<void(const proto::Greeting&)> on_greeting;
    std::function<void(std::uint32_t nameplate, std::uint32_t seconds)> on_nameplate;
    std::function<void(proto::Gone::Why)> on_no_nameplate;
    std::function<void(const proto::BoxId&)> on_held;
    std::function<void(const proto::BoxId&, proto::Gone::Why)> on_not_held;
    std::function<void(signaling::VisitId, const proto::RelayPlace&, Bytes body)> on_visit;
    std::function<void(signaling::VisitId, Bytes body)> on_said;
    std::function<void(signaling::VisitId, const signaling::EndOfVisit&)> on_gone;
    std::function<void(const signaling::RelayTrouble&)> on_trouble;
  };

  RelayClient(boost::asio::io_context& io, signaling::RelaySettings settings, Handlers handlers);
  ~RelayClient();

  // The inputs of signaling::Client.
  void claim(std::uint32_t minutes);
  void close_nameplate();
  Result<void> open(const proto::BoxId& box, const proto::BoxProof& proof);
  void close(const proto::BoxId& box);
  Result<signaling::VisitId> visit(const proto::RelayPlace& place, ByteSpan body);
  bool say(signaling::VisitId visit, ByteSpan body);
  void hang_up(signaling::VisitId visit, proto::Gone::Why why = proto::Gone::Why::left);
  void prove(signaling::VisitId visit);
  void renew();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::rendezvous
