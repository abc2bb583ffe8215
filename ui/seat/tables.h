#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "net/reach/beacon.h"
#include "net/sockets/address.h"
#include "runtime/meet/contact.h"
#include "ui/home/contact_list.h"
#include "ui/seat/options.h"
#include "ui/seat/place.h"

namespace fairdeal::seat {

/// A table of this network, and the contact whose it is, by the petname; "" if it is nobody's.
struct LanTable {
  reach::BeaconList::Heard heard;
  std::string contact;
};
using LanTables = std::vector<LanTable>;

/// Listens for tables for so long, and recognizes those of contacts. Errors: as find_tables().
Result<LanTables> find_on_lan(const home::ContactList& contacts, Duration wait);
/// Returns where a table can be called, the shortest kind of address first.
std::vector<std::string> lan_addresses(const reach::BeaconList::Heard& heard);

/// Returns where the table of a contact can be called on the local network, if its host announces
/// one there to which it invites this person. Others may announce one as if it were the contact's,
/// so the peer that answers there has to prove its identity.
std::vector<sockets::Address> addresses_on_lan(const crypto::PublicKey& host,
                                               const meet::Contacts& contacts);

/// Finds the table that a line names: a link, a code, a contact's petname or an address.
using TableNamed = std::function<home::OrFailure<TableChoice>(const std::string& line)>;

/// Looks for tables of contacts and on the local network for somebody who named none, and asks the
/// person at the terminal for one of them, until an answer names a table. Returns that, or the exit
/// code if there is nobody to ask or nothing was chosen.
std::variant<TableChoice, int> choose_table(const Options& seat, const words::Output& output,
                                            const TableNamed& named);

struct TablesOptions {
  double wait_s = 1.5;   ///< how long answers are waited for
  std::string identity;  ///< whose contacts are recognized: as in ContactsOptions
};
int run_tables(const TablesOptions& options, const words::Output& output);

}  // namespace fairdeal::seat
