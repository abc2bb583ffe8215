#include "cli/contacts.h"
#include "cli/parser.h"

/// The command line of `fairdeal contacts`.

namespace fairdeal::cli {

void add_contacts_command(const Cli& cli) {
  using What = ContactsOptions::What;
  const auto contacts = cli.command<ContactsOptions>(
      "contacts",
      with_examples(
          "List and change your contacts: people whom you kept at a table, and who kept you. You "
          "find each other's tables without a code.",
          {"fairdeal contacts", "fairdeal contacts rename Bobby Bob", "fairdeal contacts block Bob",
           "fairdeal host holdem --invite Bob"}),
      run_contacts);
  ContactsOptions& o = contacts.options;
  bind_identity(cli, *contacts,
                contacts->add_option("--identity", o.identity, "Whose contacts: an identity file"));

  // As with `bench audit`: the callback of `contacts` runs after those of the commands below it.
  const auto below = [&](const char* name, const std::string& about, What what) {
    CLI::App* command = contacts->add_subcommand(name, about);
    command->fallthrough();
    command->callback([&o, what] { o.what = what; });
    command->add_option("CONTACT", o.name, "Your name for the contact")->required();
    return command;
  };
  contacts->add_subcommand("list", "List them")->fallthrough();
  below("forget", "Delete a contact. You can keep each other again at a table.", What::forget);
  below("block", "Let a contact come to no table of yours any more.", What::block);
  below("unblock", "Let a blocked contact come again.", What::unblock);
  below("rename", "Call a contact otherwise.", What::rename)
      ->add_option("NEW", o.new_name, "Your new name for the contact")
      ->required();
}

}  // namespace fairdeal::cli
