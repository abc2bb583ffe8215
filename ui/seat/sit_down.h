#pragma once

#include <filesystem>
#include <functional>

#include "ui/seat/options.h"
#include "ui/seat/place.h"
#include "ui/words/report.h"

namespace fairdeal::seat {

/// How long a link is valid: a day, so that a friend who reads it in the evening can still come.
inline constexpr Duration kLinkLives{std::int64_t{24} * 60 * 60 * 1000};

/// A host's rule for who may sit down at its table, with the tokens of its links.
struct Invited {
  proto::Policy policy = proto::Policy::open;
  Invites tokens{};
  std::vector<meet::Invitation> invitations{};
  std::optional<proto::WatchDelay> watch{};  ///< none: nobody may watch
};

/// Returns the folder of the scripts that a seat keeps: beside its tables, if --data names a
/// folder.
std::filesystem::path scripts_folder(const Options& seat);

/// Plays a seat's matches, until no other follows. Calls `when_open` once the first table is open.
/// Returns the exit code.
int sit_down(TableChoice table, bool witness, const Options& seat, const words::Output& output,
             const Invited& invited = {},
             const std::function<void(const std::string&)>& when_open = {});

}  // namespace fairdeal::seat
