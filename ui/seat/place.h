#pragma once

#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "net/session/session.h"
#include "ui/home/contact_list.h"
#include "ui/words/table_link.h"

/// Where a seat is played, and with whom: what a person chooses before the table gathers.

namespace fairdeal::seat {

/// The table that a host offers, that a guest joins, or that is resumed.
using TableChoice =
    std::variant<meet::Offer, sockets::Address, words::TableLink, meet::InviteCode,
                 home::ContactTable, session::Session::HostBox, session::Session::Stored>;

/// The host that a guest joins, as far as the guest's program knows it before it calls.
struct Sought {
  std::optional<crypto::PublicKey> host{};
  std::vector<sockets::Address> addresses{};
};
Sought sought_of(const TableChoice& table);

/// The secrets in a host's links. Without them, every caller may sit down.
struct Invites {
  std::optional<meet::Token> friends{};
  bool once = false;  ///< whether the friends' link lets only one of them sit down
  std::optional<meet::Token> own_bots{};
  std::optional<meet::Token> watch{};   ///< for those who may watch, if not everybody may
  std::vector<std::string> contacts{};  ///< by their petnames
};

/// A person's choice of what to see of the chat; it lasts from match to match.
struct ChatChoice {
  bool on = true;
  std::set<crypto::PublicKey> muted{};  ///< members whose lines are not shown
};

/// The accounts of an evening as one of its tables left them.
struct PastTable {
  std::uint32_t table;  ///< its number
  std::vector<proto::Account> accounts;
};

/// A match that continues the last one: its members keep their seats, and a guest agrees without a
/// question if the terms are as the last match left them.
struct Continued {
  meet::NextMatch next;
  std::optional<crypto::PublicKey> host;        ///< none: this seat opens the match
  std::string host_name{};                      ///< of that host
  std::vector<sockets::Address> addresses{};    ///< of a host that did not host the last match
  std::optional<meet::EveningBreak> evening{};  ///< in place of `next`, if it is one
  std::vector<PastTable> past{};  ///< the tables of that evening before its last one, for a page
  bool has_new_link = false;      ///< the links from before the restart work no more
  std::vector<crypto::PublicKey> let_in{};  ///< whom the bank's person let in at breaks before
};

/// The wishes of a person for the next break of an evening, said while a table is played.
struct EveningWish {
  proto::Chips chips = 0;  ///< to order; 0: none
  bool leaves = false;     ///< to cash out; the bank's person: to end the evening
  bool refused = false;    ///< the bank did not sign in this break that the person cashes out
  /// The number of the order of these chips, which was sent and has no answer; 0: none was sent.
  std::uint32_t number = 0;
};

/// Returns whether the disk has the same of both.
inline bool is_as_kept(const EveningWish& a, const EveningWish& b) {
  return a.chips == b.chips && a.leaves == b.leaves && a.number == b.number;
}

/// The wish that the disk has of an evening at which this identity has been.
struct WishOfEvening {
  proto::Digest evening;
  EveningWish wish;
};

}  // namespace fairdeal::seat
