#include "ui/match/own_cards.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <unistd.h>

#include "net/sockets/private_file.h"
#include "rules/json_full.h"
#include "ui/home/read_file.h"

namespace fairdeal::match {

namespace {

constexpr std::size_t kLineMax = 1024;
constexpr std::size_t kFileMax = 16 << 20;
constexpr std::uint64_t kTimeMax = 253'402'300'799;  // the end of the year 9999

}  // namespace

std::filesystem::path OwnCards::beside(const std::filesystem::path& transcript) {
  return transcript.string() + ".own";
}

OwnCards::OwnCards(std::filesystem::path path) : path_(std::move(path)) {
  const auto bytes = home::read_file(path_, kFileMax);
  if (!bytes) return;
  is_whole_ = bytes->empty() || bytes->back() == std::byte{'\n'};
  std::istringstream file{std::string(as_text(*bytes))};
  for (std::string line; std::getline(file, line);) {
    const auto json = rules::parse_json(line, kLineMax);
    if (!json || !json->is_object()) continue;  // cut by a crash
    const auto number = [&](const char* key) -> std::optional<std::uint64_t> {
      const auto found = json->find(key);
      if (found == json->end() || !found->is_number_unsigned()) return {};
      return found->get<std::uint64_t>();
    };
    const auto step = number("step");
    const auto dice = json->find("dice");
    if (step && dice != json->end() && dice->is_array() &&
        std::ranges::all_of(*dice, [](const rules::Json& die) { return die.is_number_integer(); }))
      rolls_.emplace(*step, dice->get<std::vector<std::int64_t>>());
    const auto deal = number("deal"), slot = number("slot"), face = number("face");
    const auto time = number("time");
    if (deal && time && *time <= kTimeMax) times_.emplace(*deal, *time);
    if (deal && slot && face && *slot <= UINT32_MAX && *face <= UINT32_MAX)
      faces_.emplace(std::pair(*deal, CardSlot(static_cast<std::uint32_t>(*slot))),
                     Face(static_cast<std::uint32_t>(*face)));
  }
}

Result<> OwnCards::note(const state::Table& table, const rules::Known& known, std::uint64_t now) {
  std::string lines = "\n";  // ends a line that a crash or a full disk has cut
  auto faces = faces_;
  const std::uint64_t deal = table.state().deal ? table.state().deal->number : 0;
  const bool is_new = table.state().deal && !times_.contains(deal);
  if (is_new) lines += rules::text({{"deal", deal}, {"time", now}}) + "\n";
  for (const auto& [slot, face] : known.faces)
    if (faces.emplace(std::pair(deal, slot), face).second)
      lines += rules::text({{"deal", deal}, {"slot", slot.value}, {"face", face.value}}) + "\n";
  if (known.dice != dice_ && !known.dice.empty())
    lines += rules::text({{"step", table.step().value}, {"dice", known.dice}}) + "\n";
  if (lines.size() > 1) FD_TRY(append(is_whole_ ? lines.substr(1) : lines));
  if (is_new) times_.emplace(deal, now);
  faces_ = std::move(faces);
  dice_ = known.dice;
  return {};
}

std::optional<Face> OwnCards::face(std::uint64_t deal, CardSlot slot) const {
  const auto found = faces_.find({deal, slot});
  return found != faces_.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> OwnCards::dice(Step step) const {
  const auto found = rolls_.find(step.value);
  return found != rolls_.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<std::uint64_t> OwnCards::time(std::uint64_t deal) const {
  const auto found = times_.find(deal);
  return found != times_.end() ? std::optional(found->second) : std::nullopt;
}

Result<> OwnCards::append(const std::string& line) {
  is_whole_ = false;
  FD_TRY(const int file, sockets::open_private(path_.string(), sockets::Existing::kept));
  const bool written = ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  const int error = errno;
  ::close(file);
  is_whole_ = written;
  if (!written) return fail(Fault::storage, path_.string() + ": " + std::strerror(error));
  return {};
}

}  // namespace fairdeal::match
