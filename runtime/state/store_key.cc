#include "runtime/state/store_key.h"

#include <charconv>
#include <vector>

#include "base/overloaded.h"
#include "runtime/state/put.h"

namespace fairdeal::state {

namespace {

/// The parts of a key's text: a word, which may be missing, and numbers.
struct Parts {
  std::string_view word;
  std::vector<std::uint64_t> numbers;
};

Parts split(std::string_view text) {
  Parts parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    std::uint64_t number = 0;
    const auto [read, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error == std::errc() && read == part.data() + part.size())
      parts.numbers.push_back(number);
    else
      parts.word = part;
  }
  return parts;
}

std::optional<StoreKey> statement(const Parts& parts) {
  const auto& n = parts.numbers;
  const auto round = [&] { return Round(static_cast<std::uint32_t>(n[1])); };
  if (parts.word == "entry" && n.size() == 1) return kept::Entry{Step(n[0])};
  if (parts.word == "proposal" && n.size() == 2) return kept::Proposal{Step(n[0]), round()};
  if (parts.word == "proposed" && n.size() == 2) return kept::Proposed{Step(n[0]), round()};
  if (parts.word == "lock" && n.size() == 2) return kept::Lock{Step(n[0]), round()};
  if (parts.word == "resigns" && n.empty()) return kept::Resignation{};
  if (parts.word == "vote" && n.size() == 3)
    return kept::Vote{Step(n[0]), round(), static_cast<proto::Phase>(n[2])};
  return {};
}

std::optional<StoreKey> secret(const Parts& parts) {
  if (parts.word == "keys" && parts.numbers.size() == 1) return kept::Keys{parts.numbers[0]};
  if (parts.word == "opening") return kept::Committed{};
  if (parts.word == "hedge") return kept::Hedge{};
  if (parts.word == "whereabouts") return kept::Whereabouts{};
  if (parts.word == "signed") return kept::SignedProposal{};
  return {};
}

std::optional<StoreKey> candidate(Space space, const Parts& parts) {
  const bool of_step = parts.numbers.size() == 1;
  switch (space) {
    case Space::charter:
      return kept::Charter{};
    case Space::record:
      if (of_step) return kept::Record{Step(parts.numbers[0])};
      break;
    case Space::mine:
      return statement(parts);
    case Space::secret:
      return secret(parts);
    case Space::local:
      if (parts.word == "banks") return kept::Banks{};
      if (parts.word == "alarm") return kept::Alarm{};
      if (parts.word == "held") return kept::Held{};
      break;
    case Space::behind:
      if (of_step) return kept::Behind{Step(parts.numbers[0])};
      break;
    case Space::fork:
      if (of_step && parts.word == "unshown")
        return kept::Unshown{Seat(static_cast<std::uint32_t>(parts.numbers[0]))};
      if (of_step) return kept::Fork{Step(parts.numbers[0])};
      break;
  }
  return {};
}

std::string text(std::string_view word, std::uint64_t number) {
  return std::string(word) + " " + std::to_string(number);
}
std::string text(std::string_view word, Step step, Round round) {
  return text(word, step.value) + " " + std::to_string(round.value);
}

}  // namespace

Space space_of(const StoreKey& key) {
  return std::visit(Overloaded{[](const kept::Charter&) { return Space::charter; },
                               [](const kept::Record&) { return Space::record; },
                               [](const kept::Entry&) { return Space::mine; },
                               [](const kept::Vote&) { return Space::mine; },
                               [](const kept::Proposal&) { return Space::mine; },
                               [](const kept::Proposed&) { return Space::mine; },
                               [](const kept::Resignation&) { return Space::mine; },
                               [](const kept::Lock&) { return Space::mine; },
                               [](const kept::Keys&) { return Space::secret; },
                               [](const kept::Committed&) { return Space::secret; },
                               [](const kept::Hedge&) { return Space::secret; },
                               [](const kept::Whereabouts&) { return Space::secret; },
                               [](const kept::SignedProposal&) { return Space::secret; },
                               [](const kept::Banks&) { return Space::local; },
                               [](const kept::Alarm&) { return Space::local; },
                               [](const kept::Held&) { return Space::local; },
                               [](const kept::Behind&) { return Space::behind; },
                               [](const kept::Fork&) { return Space::fork; },
                               [](const kept::Unshown&) { return Space::fork; }},
                    key);
}

std::string text_of(const StoreKey& key) {
  using std::string;
  return std::visit(
      Overloaded{[](const kept::Charter&) { return string(); },
                 [](const kept::Record& k) { return std::to_string(k.step.value); },
                 [](const kept::Entry& k) { return text("entry", k.step.value); },
                 [](const kept::Vote& k) {
                   return text("vote", k.step, k.round) + " " +
                          std::to_string(static_cast<std::uint32_t>(k.phase));
                 },
                 [](const kept::Proposal& k) { return text("proposal", k.step, k.round); },
                 [](const kept::Proposed& k) { return text("proposed", k.step, k.round); },
                 [](const kept::Resignation&) { return string("resigns"); },
                 [](const kept::Lock& k) { return text("lock", k.step, k.round); },
                 [](const kept::Keys& k) { return text("keys", k.deal); },
                 [](const kept::Committed&) { return string("opening"); },
                 [](const kept::Hedge&) { return string("hedge"); },
                 [](const kept::Whereabouts&) { return string("whereabouts"); },
                 [](const kept::SignedProposal&) { return string("signed"); },
                 [](const kept::Banks&) { return string("banks"); },
                 [](const kept::Alarm&) { return string("alarm"); },
                 [](const kept::Held&) { return string("held"); },
                 [](const kept::Behind& k) { return std::to_string(k.step.value); },
                 [](const kept::Fork& k) { return std::to_string(k.step.value); },
                 [](const kept::Unshown& k) { return text("unshown", k.by.value); }},
      key);
}

/// Accepts only the one text that text_of() writes for a key.
std::optional<StoreKey> parse_key(Space space, std::string_view text) {
  auto key = candidate(space, split(text));
  return key && text_of(*key) == text ? key : std::nullopt;
}

std::optional<Step> record_step(const Put& put) {
  const auto key = key_of(put);
  const auto* record = key ? std::get_if<kept::Record>(&*key) : nullptr;
  return record != nullptr ? std::optional(record->step) : std::nullopt;
}

}  // namespace fairdeal::state
