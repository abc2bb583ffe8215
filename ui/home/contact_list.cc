#include "ui/home/contact_list.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>

#include "base/edit_distance.h"
#include "proto/name.h"
#include "ui/words/printable.h"

/// The contacts as values. contact_list_text.cc reads and writes the file.

namespace fairdeal::home {
namespace {

/// The petname of a contact whose nickname cannot be one.
constexpr const char* kNameless = "friend";

tl::unexpected<Error> nobody_called(std::string_view name) {
  return fail(Fault::bad_parameters, "you have no contact '" + std::string(name) + "'");
}

}  // namespace

std::string petname_problem(std::string_view name) {
  if (auto problem = proto::name_problem(name); !problem.empty()) return problem;
  if (name.find_first_of(",:/@") != std::string_view::npos)
    return "a contact's name has no comma, colon, slash or @";
  const auto after = name.find_first_not_of("0123456789");
  const bool like_code =
      after != std::string_view::npos && after > 0 && (name[after] == '-' || name[after] == ' ');
  return like_code ? "a contact's name does not look like a code" : "";
}

const KeptContact* ContactList::named(std::string_view name) const {
  if (!proto::name_problem(name).empty()) return nullptr;
  const auto found = std::ranges::find_if(
      contacts_, [&](const KeptContact& c) { return proto::same_name(c.name, name); });
  return found != contacts_.end() ? &*found : nullptr;
}

const KeptContact* ContactList::with(const crypto::PublicKey& key) const {
  const auto found = std::ranges::find(contacts_, key, &KeptContact::key);
  return found != contacts_.end() ? &*found : nullptr;
}

std::vector<const KeptContact*> ContactList::latest() const {
  std::vector<const KeptContact*> contacts;
  for (const KeptContact& contact : contacts_)
    if (!contact.blocked) contacts.push_back(&contact);
  std::ranges::stable_sort(contacts, std::greater(), &KeptContact::met);
  return contacts;
}

std::string ContactList::shown(const crypto::PublicKey& key, const std::string& nickname) const {
  if (const KeptContact* contact = with(key)) return contact->name;
  const KeptContact* other = named(nickname);
  return other != nullptr ? words::quoted(nickname) + " (not your " + other->name + ")" : nickname;
}

std::string ContactList::nearest(std::string_view name) const {
  const auto distance = [&](const KeptContact& c) { return edit_distance(c.name, name); };
  const auto found = std::ranges::min_element(contacts_, {}, distance);
  const bool near = found != contacts_.end() && distance(*found) <= 1 + name.size() / 3;
  return near ? found->name : "";
}

Result<KeptContact*> ContactList::find(std::string_view name) {
  const KeptContact* found = named(name);
  if (found == nullptr) return nobody_called(name);
  return &contacts_[static_cast<std::size_t>(found - contacts_.data())];
}

Result<std::string> ContactList::keep(KeptContact contact) {
  if (const KeptContact* before = with(contact.key)) {
    contact.name = before->name;
    contact.blocked = before->blocked;
    if (contact.relays.empty()) contact.relays = before->relays;
    if (contact.addresses.empty()) contact.addresses = before->addresses;
    contacts_[static_cast<std::size_t>(before - contacts_.data())] = std::move(contact);
    return before->name;
  }
  if (contacts_.size() == kContactsMax) return fail(Fault::too_large, "your list of contacts");
  if (!petname_problem(contact.name).empty()) contact.name = kNameless;
  std::string name = contact.name;
  for (std::size_t number = 2; named(name) != nullptr || !petname_problem(name).empty(); ++number) {
    const std::string suffix = " " + std::to_string(number);
    name = contact.name + suffix;
    if (!petname_problem(name).empty()) name = kNameless + suffix;  // it would be too long
  }
  contact.name = name;
  contacts_.push_back(std::move(contact));
  return name;
}

bool ContactList::met(const crypto::PublicKey& key, std::uint32_t day,
                      const std::vector<std::string>& relays, const std::string& address) {
  const auto found = std::ranges::find(contacts_, key, &KeptContact::key);
  if (found == contacts_.end()) return false;
  const auto addresses = address.empty() ? found->addresses : std::vector{address};
  const auto& at = relays.empty() ? found->relays : relays;
  if (found->met == day && found->addresses == addresses && found->relays == at) return false;
  found->relays = at;
  found->addresses = addresses;
  found->met = day;
  return true;
}

Result<> ContactList::forget(std::string_view name) {
  FD_TRY(const KeptContact* contact, find(name));
  contacts_.erase(contacts_.begin() + (contact - contacts_.data()));
  return {};
}

Result<> ContactList::block(std::string_view name, bool blocked) {
  FD_TRY(KeptContact * contact, find(name));
  contact->blocked = blocked;
  return {};
}

Result<> ContactList::rename(std::string_view name, std::string new_name) {
  FD_TRY(KeptContact * contact, find(name));
  if (auto problem = petname_problem(new_name); !problem.empty())
    return fail(Fault::bad_parameters, std::move(problem));
  const KeptContact* other = named(new_name);
  if (other != nullptr && other != contact)
    return fail(Fault::bad_parameters,
                "another contact is called '" + other->name + "', or looks so");
  contact->name = std::move(new_name);
  return {};
}

meet::Contacts ContactList::for_session(const std::vector<std::string>& invited) const {
  auto contacts = std::make_shared<std::vector<meet::Contact>>();
  contacts->reserve(contacts_.size());
  for (const KeptContact& contact : contacts_)
    contacts->push_back({.key = contact.key,
                         .secret = contact.secret.clone(),
                         .invited = std::ranges::count(invited, contact.name) > 0,
                         .blocked = contact.blocked});
  return contacts;
}

words::Failure no_such_contact(const std::string& name, const ContactList& contacts) {
  const std::string near = contacts.nearest(name);
  return {words::Exit::usage, "no_such_contact", "You have no contact '" + name + "'.",
          (near.empty() ? "" : "Did you mean " + near + "? ") +
              std::string("fairdeal contacts lists them.")};
}

std::string date_text(std::uint32_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

}  // namespace fairdeal::home
