#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "net/sockets/address.h"
#include "runtime/meet/contact.h"
#include "ui/home/settings.h"

namespace fairdeal::home {

/// One of the people whom a person has kept.
struct KeptContact {
  std::string name;  ///< the petname: what this person calls it, whatever it calls itself
  crypto::PublicKey key{};
  meet::PairSecret secret{};
  std::vector<std::string> relays{};     ///< where its tables can be found, as people write them
  std::vector<std::string> addresses{};  ///< at which it could be called when they last met
  std::uint32_t met = 0;                 ///< the day since 1970, UTC
  bool blocked = false;
};

/// A contact at whose table a guest sits down.
struct ContactTable {
  std::string name;
  crypto::PublicKey key{};
  std::vector<std::string> relays{};
  std::vector<sockets::Address> addresses{};  ///< to be tried in this order
};

/// Returns what is wrong with a petname, as a sentence for a person; empty if nothing is. It is a
/// name (proto/name.h) that nobody takes for a code, an address or two names.
std::string petname_problem(std::string_view name);

/// The contacts of a person, and contacts.toml, the file in which they are kept:
///
///     [[contact]]
///     name = "Ann"
///     key = "64 hexadecimal digits"
///     secret = "64 hexadecimal digits"
///     relays = ["relay.example.org"]
///     addresses = ["192.0.2.7:7777"]
///     met = 2026-11-24
///     blocked = false
///
/// No two have one key, or names that people take for each other.
class ContactList {
 public:
  static constexpr std::size_t kContactsMax = 100;
  static constexpr std::size_t kAddressesMax = 4;
  /// The largest file that is read: the longest entry takes about 1.5 KiB.
  static constexpr std::size_t kBytesMax = std::size_t{256} * 1024;

  /// Parses the text of the file at `path`, and wipes it. Fails if anything in it is not as above;
  /// the failure names the line. The secrets are taken out first, so that the parser of TOML leaves
  /// no copies of them.
  static OrFailure<ContactList> parse(std::string text, const std::filesystem::path& path);
  /// Returns the text of the file. It has secrets, so the caller has to wipe it.
  std::string text() const;

  const std::vector<KeptContact>& all() const { return contacts_; }
  const KeptContact* named(std::string_view name) const;
  const KeptContact* with(const crypto::PublicKey& key) const;
  /// Returns the contacts that are not blocked, those that were met last first.
  std::vector<const KeptContact*> latest() const;
  /// Returns what a member is called on the screen: a contact by its petname; somebody else by its
  /// nickname or, if a contact is called so, as `"Ann" (not your Ann)`.
  std::string shown(const crypto::PublicKey& key, const std::string& nickname) const;
  /// Returns the name that is most like this one; empty if none is.
  std::string nearest(std::string_view name) const;

  /// Keeps a person. One that is there already gets the new secret, and its other fields unless
  /// they are empty, and stays called as it was; else the petname is the nickname, with a number if
  /// another contact is called so. Returns the petname. Errors: too_large (there are kContactsMax).
  Result<std::string> keep(KeptContact contact);
  /// Notes where and when a contact was met. Returns whether that is news.
  bool met(const crypto::PublicKey& key, std::uint32_t day, const std::vector<std::string>& relays,
           const std::string& address);
  /// Errors of these: bad_parameters (nobody is called so; the new name is none, or taken).
  Result<> forget(std::string_view name);
  Result<> block(std::string_view name, bool blocked);
  Result<> rename(std::string_view name, std::string new_name);

  /// Returns what a session needs of them. `invited`: the petnames of those that a host invites.
  meet::Contacts for_session(const std::vector<std::string>& invited) const;

 private:
  Result<KeptContact*> find(std::string_view name);

  std::vector<KeptContact> contacts_;
};

/// Returns the failure of a command that named nobody in the list.
words::Failure no_such_contact(const std::string& name, const ContactList& contacts);

/// Returns a day since 1970 as people write it: "2026-11-24".
std::string date_text(std::uint32_t day);

}  // namespace fairdeal::home
