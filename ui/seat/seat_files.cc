#include <filesystem>

#include "net/sockets/clock.h"
#include "net/sockets/private_file.h"
#include "rules/registry.h"
#include "runtime/state/charter.h"
#include "runtime/state/terms.h"
#include "ui/home/kept_promises.h"
#include "ui/home/private_files.h"
#include "ui/home/read_file.h"
#include "ui/sandbox/script_files.h"
#include "ui/seat/report_written.h"
#include "ui/seat/seat.h"
#include "ui/seat/sit_down.h"
#include "ui/words/fault_words.h"
#include "ui/words/printable.h"

/// Effects of a seat on files and the local network.

namespace fairdeal::seat {

void SeatProgram::perform(const Announce& table) {
  const auto& at = model_.gathering.listening;
  if (!plan_.options.announce || !at) return;
  const auto done =
      announcement_.announce(table, *at, model_.people.contacts, model_.setup.invites.contacts);
  if (!done)
    say(words::said("not_announced", {{"why", words::text(words::printable(done.error().about))}}));
}

// ---- Contacts

bool SeatProgram::change_contacts(
    const std::function<std::optional<words::Failure>(home::ContactList&)>& change) {
  if (!plan_.contacts_file) return false;
  auto failure = plan_.contacts_file->change(change);
  if (!failure) {
    auto changed = plan_.contacts_file->load();
    if (changed) {
      hear(ContactsRead{*std::move(changed)});
      return true;
    }
    failure = changed.error();
  }
  hear(ContactsUnchanged{*failure});
  return false;
}

void SeatProgram::perform(const NoteMet& met) {
  const home::KeptContact& contact = met.contact;
  const std::string address = contact.addresses.empty() ? "" : contact.addresses.front();
  change_contacts([&](home::ContactList& contacts) -> std::optional<words::Failure> {
    contacts.met(contact.key, contact.met, contact.relays, address);
    return {};
  });
}

void SeatProgram::perform(KeepInFile& kept) {
  std::string name;
  change_contacts([&](home::ContactList& contacts) -> std::optional<words::Failure> {
    const auto done = contacts.keep(std::move(kept.contact));
    if (!done)
      return words::Failure{words::Exit::usage, "too_many_contacts",
                            "There are too many: " + done.error().about,
                            "fairdeal contacts forget NAME makes room."};
    name = *done;
    return {};
  });
  if (!name.empty()) hear(MemberKept{kept.seat, name});
}

// ---- An evening

void SeatProgram::perform(const KeepWish& keep) {
  const EveningWish& wish = keep.wish;
  // An order before it, whose answer is known at once, may have led to a newer wish: the disk has
  // that.
  if (!is_as_kept(wish, model_.wish_kept)) return;
  std::optional<home::KeptWish> kept;
  if (wish.chips > 0 || wish.leaves)
    kept = home::KeptWish{
        .table = keep.table, .chips = wish.chips, .leaves = wish.leaves, .number = wish.number};
  const auto done = home::keep_wish(model_.setup.folder, keep.evening, model_.setup.key, kept);
  if (!done) say(words::said("wish_not_kept", {{"why", words::fault_value(done.error())}}));
}

/// While a page still shows the end, the same person may come back by another program, which has a
/// wish and links of its own.
void SeatProgram::perform(const NoteEveningOver& over) {
  const std::filesystem::path& folder = model_.setup.folder;
  const crypto::PublicKey& me = model_.setup.key;
  (void)home::note_evening_over(folder, over.evening, me);
  (void)home::keep_wish(folder, over.evening, me, {});
  (void)home::forget_invitations(folder, over.evening, me);
}

void SeatProgram::perform(const KeepUsedLink& used) {
  const auto done = home::note_link_used(model_.setup.folder, used.evening, model_.setup.key,
                                         used.link, used.guest, sockets::now(), sockets::utc_ms());
  if (!done) say(words::said("used_link_not_kept", {{"why", words::fault_value(done.error())}}));
}

// ---- Scripts

void SeatProgram::perform(const KeepTheScript&) {
  const proto::Gathering& shown = *model_.script;
  const auto module = state::rules_of(shown.terms);
  if (!module) return;
  sandbox::KeptScript kept{shown.terms.rules, shown.terms.module, shown.terms.module_version};
  if (const auto& offer = *shown.script; offer.author)
    kept.author = meet::ScriptAuthor{*offer.author, offer.signature};
  if (const std::string words = sandbox::drawing_words(**module); !words.empty())
    say(words::plain(words));
  const auto folder = scripts_folder(plan_.options);
  const auto done = sandbox::KeptScripts(folder).keep(kept, (*module)->script);
  if (!done)
    return say(words::said("script_not_kept",
                           {{"why", words::text(words::printable(done.error().about))}}));
  say(plan_.options.folder.empty()
          ? words::said("script_kept", {{"name", words::text(kept.name)}})
          : words::said("script_kept_in", {{"folder", words::text(folder.string())}}));
}

/// Saves the text of a script. A file that is there is not overwritten.
void SeatProgram::perform(const SaveScript& save) {
  const auto folder = scripts_folder(plan_.options) / "to-read";
  home::make_private_folder(folder);
  const auto path = folder / save.name;
  if (std::filesystem::exists(path))
    return hear(ScriptSaved{
        false,
        words::said("file_is_there", {{"path", words::text(words::printable(path.string()))}})});
  const auto saved = home::write_synced(path, session_->script_text());
  std::error_code none;
  if (!saved) std::filesystem::remove(path, none);  // a part of it would be taken for the whole
  hear(ScriptSaved{
      true, saved
                ? words::said("saved_as", {{"path", words::text(words::printable(path.string()))}})
                : words::said("not_saved",
                              {{"why", words::text(words::printable(saved.error().about))}})});
}

// ---- A fault of this program

void SeatProgram::perform(const WriteReport&) { say(report_written()); }

/// Reports an error that should not happen, to the person and in a file that has no secrets.
/// Returns the exit code.
int SeatProgram::broke_down(const std::string& why) {
  lines_.keep_block();
  const auto* node = session_->node();
  const auto since_start = Model::Clock::now().time_since_epoch();
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(since_start).count();
  const auto path =
      std::filesystem::path(model_.setup.folder) / ("report-" + std::to_string(us) + ".txt");
  std::string words = "fairdeal " FAIRDEAL_VERSION "\n" + why + "\n";
  if (node != nullptr)
    words += "game " + node->table().charter().module + " " +
             node->table().charter().module_version + ", step " +
             std::to_string(node->table().step().value) + ", seat " +
             std::to_string(node->me().value + 1) + " of " +
             std::to_string(node->table().game().seats()) + "\n";
  const auto report = sockets::write_private(path.string(), words);
  const std::string resume =
      node != nullptr ? " To go on: fairdeal resume " + session_->store() : "";
  hear(Failed{
      {words::Exit::internal, "internal", "This should not happen: " + words::printable(why) + ".",
       (report ? "Please report it, with " + path.string() + "." : "Please report it.") + resume}});
  show_last_words();
  return status_;
}

}  // namespace fairdeal::seat
