#include "cli/contacts.h"

#include "net/sockets/clock.h"
#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/home/contacts_file.h"
#include "ui/home/identity.h"
#include "ui/home/places.h"
#include "ui/words/printable.h"

/// `fairdeal contacts`.

namespace fairdeal::cli {
namespace {

/// After so long without a meeting the list proposes to forget a contact.
constexpr std::uint32_t kLongAgoDays = 400;

std::string words_of(const home::KeptContact& contact) {
  return proto::key_words(contact.key, proto::kKeyWordsToDiffer);
}

std::string line_of(const home::KeptContact& contact, std::uint32_t today) {
  std::string line = words::printable(contact.name) + "  (" + words_of(contact) + ")";
  line += contact.met == 0 ? "" : ", last met on " + home::date_text(contact.met);
  if (!contact.relays.empty()) line += ", by " + words::printable(contact.relays.front());
  if (contact.blocked) line += ", blocked";
  if (contact.met != 0 && contact.met + kLongAgoDays < today)
    line += "; long ago: fairdeal contacts forget " + words::printable(contact.name);
  return line;
}

int list_contacts(const home::ContactsFile& file, const words::Output& output) {
  const auto contacts = file.load();
  if (!contacts) return output.failed(contacts.error());
  const std::uint32_t today = meet::day_of(sockets::utc_ms());
  words::Json list = words::Json::array();
  std::string text;
  for (const home::KeptContact& contact : contacts->all()) {
    list.push_back({{"name", contact.name},
                    {"key", contact.key.hex()},
                    {"words", words_of(contact)},
                    {"relays", contact.relays},
                    {"addresses", contact.addresses},
                    {"met", home::date_text(contact.met)},
                    {"blocked", contact.blocked}});
    text += (text.empty() ? "" : "\n") + line_of(contact, today);
  }
  output.result(words::Json{{"v", 1}, {"contacts", list}, {"file", file.path().string()}});
  output.result(!text.empty() ? text
                              : "You have no contacts. At a table type keep NAME: if NAME does so, "
                                "too, you find each other without a code from then on.");
  return 0;
}

/// Carries out what the person wants of one contact. Returns the words that say so.
Result<std::string> carry_out(const ContactsOptions& options, home::ContactList& contacts) {
  using Wanted = ContactsOptions::What;
  const home::KeptContact* contact = contacts.named(options.name);
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

int run_contacts(const ContactsOptions& options, const words::Output& output) {
  const home::ContactsFile file(home::identity_file(options.identity));
  if (options.what == ContactsOptions::What::list) return list_contacts(file, output);
  std::string said;
  const auto failure =
      file.change([&](home::ContactList& contacts) -> std::optional<words::Failure> {
        const bool known = contacts.named(options.name) != nullptr;
        if (!known) return home::no_such_contact(options.name, contacts);
        const auto done = carry_out(options, contacts);
        if (!done)
          return words::Failure{words::Exit::usage, "bad_name",
                                "That name will not do: " + done.error().about + ".", ""};
        said = *done;
        return {};
      });
  if (failure) return output.failed(*failure);
  output.result(words::Json{{"v", 1}, {"done", said}});
  output.result(words::printable(said));
  return 0;
}

}  // namespace fairdeal::cli
