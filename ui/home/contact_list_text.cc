#include <algorithm>
#include <chrono>
#include <map>

#include <toml++/toml.h>

#include "base/hex.h"
#include "crypto/wipe.h"
#include "net/signaling/relay_url.h"
#include "net/sockets/address.h"
#include "proto/limits.h"
#include "ui/home/contact_list.h"

/// The text of contacts.toml.

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSecretBegins = "secret = \"";
constexpr std::size_t kSecretDigits = 64;
/// The largest day that the file can have: the end of the year 9999.
constexpr std::int64_t kDayMax = 2'932'896;

constexpr const char* kContactsHeader =
    "# The people whom you have kept: fairdeal contacts lists and changes them. A reader of the\n"
    "# secrets below can tell when you have tables open for each other.\n";

/// The secrets of a text, by the numbers of their lines.
using SecretsByLine = std::map<std::size_t, meet::PairSecret>;

/// Wipes a text at the end of its scope.
struct Wiped {
  std::string& text;
  ~Wiped() { sodium_memzero(text.data(), text.size()); }
};

tl::unexpected<words::Failure> refuse_line(const fs::path& path, std::size_t line,
                                           const std::string& what) {
  return tl::unexpected<words::Failure>(
      {words::Exit::usage, "bad_contacts",
       path.string() + ":" + std::to_string(line) + ": " + what + ".",
       "Mend that line, or restore the file from a copy. Nothing was changed."});
}

/// Returns the number that a hexadecimal digit says; none for another character.
std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  return {};
}

/// Reads 32 bytes in hexadecimal. from_hex() would leave a copy.
std::optional<meet::PairSecret> read_secret(std::string_view hex) {
  ByteArray<32> bytes{};
  bool good = hex.size() == kSecretDigits;
  for (std::size_t i = 0; good && i < bytes.size(); ++i) {
    const auto high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);
    good = high && low;
    if (good) bytes[i] = static_cast<std::byte>(16 * *high + *low);
  }
  meet::PairSecret secret(std::move(bytes));
  return good ? std::optional(std::move(secret)) : std::nullopt;
}

/// Takes the secrets out of a text, and puts zeros in their places.
OrFailure<SecretsByLine> take_secrets(std::string& text, const fs::path& path) {
  SecretsByLine secrets;
  std::size_t number = 1;
  for (std::size_t start = 0; start < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line(text.data() + start, end - start);
    if (line.find("secret") != std::string_view::npos && line.starts_with("secret")) {
      const bool quoted = line.starts_with(kSecretBegins) &&
                          line.size() == kSecretBegins.size() + kSecretDigits + 1 &&
                          line.ends_with('"');
      auto secret =
          quoted ? read_secret(line.substr(kSecretBegins.size(), kSecretDigits)) : std::nullopt;
      if (!secret)
        return refuse_line(path, number, "the secret is not 64 hexadecimal digits in quotes");
      secrets.emplace(number, *std::move(secret));
      std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(start + kSecretBegins.size()),
                  kSecretDigits, '0');
    }
    start = end + 1;
  }
  return secrets;
}

/// Returns the texts of a list in which each is good; none for anything else.
template <class Good>
std::optional<std::vector<std::string>> texts_in(const toml::node& node, std::size_t count_max,
                                                 Good good) {
  const auto* list = node.as_array();
  if (list == nullptr || list->size() > count_max) return {};
  std::vector<std::string> texts;
  for (const auto& item : *list) {
    if (!item.is_string() || !good(item.as_string()->get())) return {};
    texts.push_back(item.as_string()->get());
  }
  return texts;
}

std::optional<crypto::PublicKey> key_in(const toml::node& node) {
  const auto bytes = node.is_string() ? from_hex(node.as_string()->get()) : Result<Bytes>(Bytes{});
  crypto::PublicKey key;
  if (!bytes || bytes->size() != key.bytes.size()) return {};
  std::ranges::copy(*bytes, key.bytes.begin());
  return key;
}

std::optional<std::uint32_t> day_in(const toml::node& node) {
  if (!node.is_date()) return {};
  const toml::date date = node.as_date()->get();
  const std::chrono::year_month_day day{std::chrono::year(date.year),
                                        std::chrono::month(date.month), std::chrono::day(date.day)};
  const auto since = day.ok() ? std::chrono::sys_days(day).time_since_epoch().count() : -1;
  if (since < 0 || since > kDayMax) return {};
  return static_cast<std::uint32_t>(since);
}

/// Reads one field of a contact. Returns what is wrong with it; "" if nothing is.
std::string read_field(KeptContact& contact, std::string_view key, const toml::node& node,
                       SecretsByLine& secrets) {
  if (key == "name") {
    contact.name = node.is_string() ? node.as_string()->get() : "";
    return petname_problem(contact.name);
  }
  if (key == "key") {
    const auto read = key_in(node);
    if (!read) return "the key is not 64 hexadecimal digits in quotes";
    contact.key = *read;
  } else if (key == "secret") {
    auto found = secrets.extract(node.source().begin.line);
    if (!found) return "the secret does not stand in a line of its own";
    contact.secret = std::move(found.mapped());
  } else if (key == "relays") {
    auto read = texts_in(node, proto::kRelaysMax, [](const std::string& text) {
      return text.size() <= proto::kRelayUrlBytesMax && signaling::RelayUrl::parse(text);
    });
    if (!read)
      return "the relays are not up to four addresses of relays, such as [\"relay.example.org\"]";
    contact.relays = *std::move(read);
  } else if (key == "addresses") {
    auto read = texts_in(node, ContactList::kAddressesMax, [](const std::string& text) {
      return text.size() <= proto::kAddressBytesMax && sockets::Address::parse(text);
    });
    if (!read) return "the addresses are not up to four, such as [\"192.0.2.7:7777\"]";
    contact.addresses = *std::move(read);
  } else if (key == "met") {
    const auto read = day_in(node);
    if (!read) return "the day is not written as 2026-11-24";
    contact.met = *read;
  } else if (key == "blocked") {
    if (!node.is_boolean()) return "blocked is neither true nor false";
    contact.blocked = node.as_boolean()->get();
  } else {
    return "a contact has no '" + std::string(key) + "'";
  }
  return "";
}

OrFailure<KeptContact> read_contact(const toml::table& table, SecretsByLine& secrets,
                                    const fs::path& path) {
  KeptContact contact;
  for (const auto& [name, node] : table)
    if (const auto wrong = read_field(contact, name.str(), node, secrets); !wrong.empty())
      return refuse_line(path, name.source().begin.line, wrong);
  for (const char* needed : {"name", "key", "secret"})
    if (!table.contains(needed))
      return refuse_line(path, table.source().begin.line,
                         std::string("this contact has no ") + needed);
  return contact;
}

void append_text(std::string& out, const std::string& text) {
  out += '"';
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  out += '"';
}

void append_list(std::string& out, const char* key, const std::vector<std::string>& texts) {
  out.append(key).append(" = [");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += ", ";
    append_text(out, texts[i]);
  }
  out += "]\n";
}

}  // namespace

OrFailure<ContactList> ContactList::parse(std::string text, const fs::path& path) {
  const Wiped wiped{text};
  auto secrets = take_secrets(text, path);
  if (!secrets) return tl::unexpected(secrets.error());
  toml::table table;
  try {
    table = toml::parse(text, path.string());
  } catch (const toml::parse_error& error) {
    return refuse_line(path, error.source().begin.line,
                       "this is not TOML: " + std::string(error.description()));
  }
  ContactList list;
  for (const auto& [name, node] : table) {
    const std::size_t line = name.source().begin.line;
    const auto* tables = node.as_array();
    if (name.str() != "contact" || tables == nullptr || !tables->is_array_of_tables())
      return refuse_line(path, line, "only [[contact]] may stand here");
    for (const auto& item : *tables) {
      auto contact = read_contact(*item.as_table(), *secrets, path);
      if (!contact) return tl::unexpected(contact.error());
      const std::size_t at = item.source().begin.line;
      if (list.contacts_.size() == kContactsMax)
        return refuse_line(path, at, "there are more than " + std::to_string(kContactsMax));
      if (list.with(contact->key) != nullptr)
        return refuse_line(path, at, "this key has a contact above");
      if (list.named(contact->name) != nullptr)
        return refuse_line(path, at, "a contact above is called so, or looks so");
      list.contacts_.push_back(*std::move(contact));
    }
  }
  return list;
}

std::string ContactList::text() const {
  std::string text;
  text.reserve(kBytesMax);  // a string that grows would leave copies of the secrets behind
  text += kContactsHeader;
  for (const KeptContact& contact : contacts_) {
    text += "\n[[contact]]\nname = ";
    append_text(text, contact.name);
    text.append("\nkey = \"").append(contact.key.hex()).append("\"\n").append(kSecretBegins);
    for (const std::byte byte : contact.secret.expose()) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      text += kDigits[std::to_integer<unsigned>(byte) >> 4];
      text += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    text += "\"\n";
    append_list(text, "relays", contact.relays);
    append_list(text, "addresses", contact.addresses);
    text.append("met = ").append(date_text(contact.met)).append("\nblocked = ");
    text += contact.blocked ? "true\n" : "false\n";
  }
  return text;
}

}  // namespace fairdeal::home
