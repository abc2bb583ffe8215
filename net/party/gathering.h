#pragma once

#include "base/time.h"
#include "net/party/effects.h"
#include "runtime/meet/lobby.h"

namespace fairdeal::party {

/// A member while the table is set up, without I/O: the host with its guests, or a guest with its
/// host. It ends with a charter that all have signed (formed()).
///
/// A guest whose host fell silent waits for it: the machine of the host may sleep. What the guest
/// has agreed to stays.
class Gathering {
 public:
  /// A guest's words of itself, and the invitation by which it sits down.
  struct Guest {
    std::string nickname;
    std::uint16_t port = 0;  ///< where the others can call it
    bool witness = false;
    bool by_code = false;
    bool look_first = false;             ///< it reads the terms, and sits down only by agree()
    std::optional<meet::Token> token{};  ///< of its link
    meet::Contacts contacts{};
    std::optional<meet::NextMatch> next{};
    std::vector<meet::EveningMemory> evenings{};  ///< that it remembers
    std::vector<proto::Order> orders{};           ///< that its person has placed in this break
  };

  /// A host's side.
  explicit Gathering(meet::HostLobby lobby) : host_(std::move(lobby)) {}
  /// A guest's side. `host` is the peer that answered as the host.
  Gathering(const crypto::SigningKey& key, const crypto::PublicKey& host, Guest guest, Rng& rng);

  /// The side of a guest that had signed before its restart, and seeks its host until then.
  Gathering(meet::GuestLobby lobby, const crypto::PublicKey& host, std::string host_address,
            Guest guest, Instant until);

  bool is_host() const { return host_.has_value(); }
  /// Returns whether somebody could still sit down at this host's table.
  bool has_place() const { return host_ && (host_->has_place(false) || host_->has_place(true)); }
  /// Shows the table that this host offers.
  [[nodiscard]] Effects begin() const;

  /// Hears that the host of this guest is connected, for the first time or again.
  [[nodiscard]] Effects on_host_up(const Path& path);
  /// Hears that a guest of this host is gone.
  [[nodiscard]] Effects on_guest_down(const crypto::PublicKey& guest, Instant now);
  /// Hears that the host of this guest is gone.
  [[nodiscard]] Effects on_host_down(const Error& why, Instant now);
  [[nodiscard]] Effects on_frame(const crypto::PublicKey& peer, const Path& path, ByteSpan frame,
                                 Instant now);
  /// Call it once `now` has reached deadline().
  [[nodiscard]] Effects on_time(Instant now);
  Instant deadline() const;

  // Acts of a guest's person: as GuestLobby.
  [[nodiscard]] Effects agree();
  [[nodiscard]] Effects run_script();
  [[nodiscard]] Effects decline(const std::string& why) const;
  // Acts of a host's person. Errors: as HostLobby.
  Result<Effects> start_table(Instant now);
  Result<Effects> answer(const std::string& who, bool yes, Instant now);
  Result<Effects> kick(const std::string& who, Instant now);
  /// Tells all who are here that the evening is over.
  [[nodiscard]] Effects close(Instant now);
  // Acts of either person at an evening. Errors: as HostLobby and GuestLobby.
  Result<Effects> order(proto::Chips chips, Instant now);
  Result<Effects> cash_out();
  /// Notes that this guest knew the code, or makes the person decide about all who do.
  void came_by_code(const crypto::PublicKey& guest, Instant until) {
    host_->came_by_code(guest, until);
  }
  void ask_about_codes() { host_->ask_about_codes(); }

  /// Returns the lobby of this side; null at the other side.
  const meet::HostLobby* host() const { return host_ ? &*host_ : nullptr; }
  const meet::GuestLobby* guest() const { return guest_ ? &*guest_ : nullptr; }
  /// Returns, at a guest, the host's key, and the address at which it answered last; "" if it came
  /// through a relay.
  const crypto::PublicKey& host_key() const { return *host_key_; }
  const std::string& host_address() const { return host_address_; }
  /// Returns whether the host of this guest has shown its terms.
  bool is_answered() const { return guest_->gathering().has_value(); }
  /// Returns whether this is a guest in a break of an evening that has signed nothing: it may begin
  /// the break anew.
  bool is_in_break() const {
    return guest_ && !guest_->has_signed() && is_answered() &&
           guest_->gathering()->terms.evening.has_value();
  }
  bool is_host_silent() const { return silent_.has_value(); }
  /// Returns what is known of the table. Requires: this member has been let in.
  proto::Gathering gathering() const { return host_ ? host_->gathering() : *guest_->gathering(); }
  const std::optional<meet::Formed>& formed() const {
    return host_ ? host_->formed() : guest_->formed();
  }

 private:
  struct Silence {
    Error why;
    Instant until;
  };

  Effects after(Result<meet::LobbyEffects> effects, const crypto::PublicKey& peer,
                const std::string& from);
  Effects refuse(const Error& error, const crypto::PublicKey& peer, const std::string& from) const;
  Effects leave(const Error& error) const;
  Effects perform(const meet::LobbyEffects& effects) const;
  Effects keep() const;

  std::optional<meet::HostLobby> host_;
  std::optional<meet::GuestLobby> guest_;
  Guest self_{};  // at a guest
  std::optional<crypto::PublicKey> host_key_;
  std::string host_address_;
  std::optional<Silence> silent_;  // the host had let this guest in, and fell silent
};

}  // namespace fairdeal::party
