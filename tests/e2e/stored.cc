#include "tests/e2e/stored.h"

#include <algorithm>

#include "proto/codec.h"
#include "runtime/node/store.h"

namespace fairdeal::e2e {

using state::Put;

fs::path Stored::in(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".db") return entry.path();
  throw std::runtime_error("no table is kept in " + folder.string());
}

Stored Stored::read(const fs::path& store) {
  const Folder folder;
  copy_folder(store.parent_path(), folder / "copy");
  const auto copy = node::Store::open((folder.path / "copy" / store.filename()).string());
  const auto puts = copy.value().load().value();
  Stored stored;
  for (const Put& put : puts) {
    if (put.space == Put::Space::charter || put.space == Put::Space::record) {
      auto part = proto::decode_transcript_part(put.value).value();
      if (auto* charter = std::get_if<proto::SignedCharter>(&part))
        stored.charter = std::make_shared<const proto::SignedCharter>(std::move(*charter));
      if (auto* decided = std::get_if<proto::Decided>(&part))
        stored.records.push_back(std::move(*decided));
    }
    if (put.space == Put::Space::secret && put.key.starts_with("keys "))
      stored.keys.push_back(put.value);
    if (put.space != Put::Space::mine) continue;
    if (put.key.starts_with("entry "))
      stored.entries.push_back(proto::decode_entry(put.value).value());
    if (put.key.starts_with("vote ")) stored.votes.push_back(proto::decode_vote(put.value).value());
    if (put.key.starts_with("proposal "))
      stored.proposals.push_back(proto::decode_proposal(put.value).value());
  }
  std::ranges::sort(stored.entries, {}, &proto::Entry::step);
  return stored;
}

void copy_folder(const fs::path& from, const fs::path& to) {
  fs::remove_all(to);
  fs::copy(from, to, fs::copy_options::recursive);
}

proto::Outcome outcome_of(const proto::Decided& decided) {
  return proto::decode_vote(decided.certificate.at(0).body).value().outcome.value();
}

}  // namespace fairdeal::e2e
