#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "relay/cluster/bus.h"
#include "relay/exchange.h"

namespace fairdeal::relay::cluster {

/// The messages of an end of a pipe to the end at another process: see remote_pipes.h.
enum class PipeWord : std::uint8_t { hello = 1, hello_ack, data, credit, end };

/// Where one end's messages go, and the numbers of the two.
struct PipeRoute {
  std::string subject;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  /// Returns a message of this route: its head, and numbers and bytes behind it.
  Bytes message(PipeWord word, std::initializer_list<std::uint64_t> numbers = {},
                ByteSpan bytes = {}) const;
};

/// Stands for a client of another process: it sends what is written to it over the bus, and writes
/// to the client here what comes from there.
class RemoteEnd final : public PipeEnd, public std::enable_shared_from_this<RemoteEnd> {
 public:
  RemoteEnd(Bus& bus, PipeRoute route);

  void on_joined(std::shared_ptr<PipeEnd> other) override { local_ = std::move(other); }
  void write(ByteSpan piece, std::function<void()> taken) override;
  void on_end(CloseCode why) override;

  const PipeRoute& route() const { return route_; }
  /// Takes a piece from there. Returns false if it is not the next one, or more than was allowed.
  bool on_data(std::uint64_t number, ByteSpan piece);
  void on_credit(std::uint64_t up_to);
  /// Takes note that the client there has left, after so many pieces. Returns false if some of them
  /// have not come.
  bool on_other_left(std::uint64_t pieces);
  /// Returns whether the client there has left and all that it sent is written.
  bool is_over() const { return over_ && queue_.empty(); }
  /// Says that there is credit, if the client here is slow. Returns false if there was none for the
  /// client here for too long.
  bool on_tick(Instant now);
  /// Says and writes nothing more.
  void stop();
  bool has_stopped() const { return stopped_; }

 private:
  void send(ByteSpan piece);
  void write_next();
  void on_written();
  void send_credit();

  Bus& bus_;
  PipeRoute route_;
  std::shared_ptr<PipeEnd> local_{};
  bool stopped_ = false;
  // To the other process. Lengths are in bytes of credit.
  std::uint64_t sent_pieces_ = 0, sent_ = 0, may_send_;
  ByteSpan unsent_{};
  std::function<void()> taken_{};  ///< is set while a piece waits for credit
  bool heard_credit_ = false;      ///< since the last tick
  std::optional<Instant> without_credit_since_{};
  // From it.
  std::uint64_t next_piece_ = 0, received_ = 0, written_ = 0, allowed_;
  std::deque<Bytes> queue_{};  ///< the first one is being written
  bool over_ = false;
  Instant credit_due_{};
};

}  // namespace fairdeal::relay::cluster
