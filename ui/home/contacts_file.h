#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "ui/home/contact_list.h"

namespace fairdeal::home {

/// contacts.toml of one identity. It lies in a folder of its own beside the identity: `contacts`
/// for the usual one, else FILE.contacts. So a table's process may be confined to that folder, and
/// reads no identity.
class ContactsFile {
 public:
  explicit ContactsFile(const std::filesystem::path& identity);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path folder() const { return path_.parent_path(); }

  /// Reads the file; there are no contacts if there is none. Fails if it cannot be read, or as
  /// ContactList::parse().
  OrFailure<ContactList> load() const;
  /// Reads the file, changes the list, and replaces the file, completely or not at all. Other
  /// programs that do so at the same time wait. Fails as load(), if `change` does, or if the file
  /// cannot be written; then it stays as it was.
  std::optional<words::Failure> change(
      const std::function<std::optional<words::Failure>(ContactList&)>& change) const;

 private:
  std::filesystem::path path_;
};

}  // namespace fairdeal::home
