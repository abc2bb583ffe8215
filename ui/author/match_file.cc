#include "ui/author/match_file.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <sys/file.h>

#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::author {
namespace {

constexpr std::size_t kFileMax = std::size_t{1} << 30, kLineMax = std::size_t{1} << 16;

std::int64_t steady_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Error not_stored(const std::string& path) {
  return {.fault = Fault::storage, .about = path + ": " + std::strerror(errno)};
}

Result<std::string> all_of(int file, const std::string& path) {
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::unexpected(not_stored(path));
    if (got == 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
    if (text.size() > kFileMax) return fail(Fault::bad_parameters, path + " is too large");
  }
}

std::optional<MatchPlayed> match_in(const words::Json& json, std::size_t seats) {
  const rules::JsonReader line(json);
  const auto players = line.member("seats").texts();
  const auto deal = line.member("deal").natural(), plies = line.member("plies").natural();
  const auto result = line.member("result").numbers();
  if (!players || !deal || !plies || !result) return {};
  if (players->size() != seats || result->size() != seats) return {};
  MatchPlayed match{.seats = *players, .deal = *deal};
  match.result = *result;
  match.plies = *plies;
  return match;
}

}  // namespace

MatchFile::MatchFile(MatchFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      synced_s_(other.synced_s_),
      matches_(std::move(other.matches_)) {}

MatchFile::~MatchFile() {
  if (file_ < 0) return;
  ::fdatasync(file_);
  ::close(file_);
}

Result<MatchFile> MatchFile::open(const std::string& path, const words::Json& tournament,
                                  std::size_t seats) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return fail(Fault::bad_parameters, path + ": " + std::strerror(errno));
  MatchFile opened(path, file);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0)
    return fail(Fault::bad_parameters, "another program writes to " + path);
  FD_TRY(opened.read(tournament, seats));
  return opened;
}

Result<> MatchFile::read(const words::Json& tournament, std::size_t seats) {
  FD_TRY(const std::string text, all_of(file_, path_));
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (whole == 0) {
    // Nothing but a first line that was cut: it must be ours, so that no other file is lost.
    const std::string first = rules::text(tournament) + "\n";
    if (!first.starts_with(text))
      return fail(Fault::bad_parameters, path_ + " is no file of a tournament");
  }
  std::size_t number = 0;
  for (std::size_t from = 0; from < whole;) {
    const std::size_t end = text.find('\n', from);
    const auto json = rules::parse_json(std::string_view(text).substr(from, end - from), kLineMax);
    from = end + 1;
    const std::string where = path_ + ":" + std::to_string(++number);
    if (number == 1) {
      if (!json || !rules::JsonReader(*json).member("tournament").exists())
        return fail(Fault::bad_parameters, path_ + " is no file of a tournament");
      if (*json != tournament)
        return fail(Fault::bad_parameters,
                    path_ + " has the matches of another tournament: " + rules::text(*json));
      continue;
    }
    auto match = json ? match_in(*json, seats) : std::nullopt;
    if (!match) return fail(Fault::bad_parameters, where + ": this is no match");
    matches_.insert_or_assign({match->seats, match->deal}, *std::move(match));
  }
  if (whole < text.size() && ::ftruncate(file_, static_cast<off_t>(whole)) != 0)
    return tl::unexpected(not_stored(path_));
  return number == 0 ? append(tournament) : Result<>();
}

Result<> MatchFile::append(const words::Json& line) {
  const std::string text = rules::text(line) + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = ::write(file_, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return tl::unexpected(not_stored(path_));
    done += static_cast<std::size_t>(wrote);
  }
  if (const auto now = steady_seconds(); now != synced_s_) {
    synced_s_ = now;
    if (::fdatasync(file_) != 0 && errno != EINVAL) return tl::unexpected(not_stored(path_));
  }
  return {};
}

const MatchPlayed* MatchFile::find(const MatchToPlay& match) const {
  const auto found = matches_.find({match.seats, match.deal});
  return found == matches_.end() ? nullptr : &found->second;
}

Result<> MatchFile::add(const MatchPlayed& match) {
  FD_TRY(append({{"seats", match.seats},
                 {"deal", match.deal},
                 {"result", match.result},
                 {"plies", match.plies}}));
  matches_.insert_or_assign({match.seats, match.deal}, match);
  return {};
}

}  // namespace fairdeal::author
