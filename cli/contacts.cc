#include "cli/contacts.h"

#include "net/sockets/clock.h"
#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/home/contacts_file.h"
#include "ui/home/identity.h"
#include "ui/words/printable.h"

/// `fairdeal contacts`.
namespace fairdeal::apps {
namespace {

/// After so long without a meeting the list proposes to forget a contact.
constexpr std::uint32_t kLongAgoDays = 400;

std::string words_of(const KeptContact& contact) {
  return proto::key_words(contact.key, proto::kKeyWordsToDiffer);
}

std::string line_of(const KeptContact& contact, std::uint32_t today) {
  std::string line = printable(contact.name) + "  (" + words_of(contact) + ")";
  line += contact.met == 0 ? "" : ", last met on " + date_text(contact.met);
  if (!contact.relays.empty()) line += ", by " + printable(contact.relays.front());
  if (contact.blocked) line += ", blocked";
  if (contact.met != 0 && contact.met + kLongAgoDays < today)
    line += "; long ago: fairdeal contacts forget " + printable(contact.name);
  return line;
}

int list_contacts(const ContactsFile& file, const Output& output) {
  const auto contacts = file.load();
  if (!contacts) return output.failed(contacts.error());
  const std::uint32_t today = runtime::day_of(net::utc_ms());
  Json list = Json::array();
  std::string text;
  for (const KeptContact& contact : contacts->all()) {
    list.push_back({{"name", contact.name},
                    {"key", contact.key.hex()},
                    {"words", words_of(contact)},
                    {"relays", contact.relays},
                    {"addresses", contact.addresses},
                    {"met", date_text(contact.met)},
                    {"blocked", contact.blocked}});
    text += (text.empty() ? "" : "\n") + line_of(contact, today);
  }
  output.result(Json{{"v", 1}, {"contacts", list}, {"file", file.path().string()}});
  output.result(!text.empty() ? text
                              : "You have no contacts. At a table type keep NAME: if NAME does so, "
                                "too, you find each other without a code from then on.");
  return 0;
}

/// Carries out what the person wants of one contact. Returns the words that say so.
Result<std::string> carry_out(const ContactsOptions& options, ContactList& contacts) {
  using Wanted = ContactsOptions::What;
  const KeptContact* contact = contacts.named(options.name);
  const std::string name = contact != nullptr ? contact->name : options.name;
  switch (options.what) {
    case Wanted::forget:
      FD_TRY(contacts.forget(name));
      return name + " is forgotten. You can keep each other again at a table.";
    case Wanted::block:
      FD_TRY(contacts.block(name, true));
      return name + " may not come to your tables any more.";
    case Wanted::unblock:
      FD_TRY(contacts.block(name, false));
      return name + " may come to your tables again.";
    case Wanted::rename:
      FD_TRY(contacts.rename(name, options.new_name));
      return name + " is called " + options.new_name + " now.";
    case Wanted::list:
      break;
  }
  return "";
}

}  // namespace

int run_contacts(const ContactsOptions& options, const Output& output) {
  const ContactsFile file(options.identity.empty() ? default_identity_path()
                                                   : std::filesystem::path(options.identity));
  if (options.what == ContactsOptions::What::list) return list_contacts(file, output);
  std::string said;
  const auto failure = file.change([&](ContactList& contacts) -> std::optional<Failure> {
    const bool known = contacts.named(options.name) != nullptr;
    if (!known) return no_such_contact(options.name, contacts);
    const auto done = carry_out(options, contacts);
    if (!done)
      return Failure{Exit::usage, "bad_name", "That name will not do: " + done.error().about + ".",
                     ""};
    said = *done;
    return {};
  });
  if (failure) return output.failed(*failure);
  output.result(Json{{"v", 1}, {"done", said}});
  output.result(printable(said));
  return 0;
}

}  // namespace fairdeal::apps
