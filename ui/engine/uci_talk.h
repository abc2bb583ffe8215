#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// A chess engine as a player: another program, which is spoken to by UCI (Universal Chess
/// Interface, Meyer-Kahlen and Huber, April 2006).
namespace fairdeal::engine {

/// The most that an engine may write in a line, and from a question to its answer. An engine that
/// searches for a minute writes some hundred kilobytes.
inline constexpr std::size_t kUciLineMax = 8'192;
inline constexpr std::size_t kUciAnswerMax = 4'000'000;

/// A setting of the engine: "Skill Level" and "5".
struct UciSetting {
  std::string name;
  std::string value;
};

/// A position, and how long to think about it; 0: there is no limit of this kind.
struct UciQuestion {
  std::string fen;
  std::vector<std::string> moves{};  ///< that were made since, as "e2e4"
  std::int64_t milliseconds = 0;
  std::uint64_t nodes = 0;
  unsigned depth = 0;
};

/// The search of an engine, as far as it has told of it.
struct UciProgress {
  unsigned depth = 0;
  std::uint64_t nodes = 0;
  std::optional<int> centipawns{};  ///< for the side to move
  std::optional<int> mate_in{};     ///< moves; negative: the other side mates
};

struct UciAnswer {
  std::string move;  ///< "e2e4", "a7a8q"
  UciProgress progress{};
};

/// One side of a conversation by UCI, without its I/O:
///
///   greeting ──uciok──▸ preparing ──readyok──▸ ready ──ask()──▸ thinking ──bestmove──▸ ready
///
/// Bytes of the engine go in, and what to write to it comes out. Words that are not known are
/// passed over, as UCI asks. An engine that breaks the rules is not spoken to again: the object
/// keeps returning the error. It has no clock: the caller decides how long it waits.
class UciTalk {
 public:
  enum class Stage { greeting, preparing, ready, thinking };

  explicit UciTalk(std::vector<UciSetting> settings) : settings_(std::move(settings)) {}

  /// Returns what to write first.
  static std::string begin() { return "uci\n"; }
  /// Takes bytes of the engine, in parts of any size, and returns what to write to it. Errors:
  /// too_large for a line or an answer beyond its limit, not_canonical for a line that is no text,
  /// for a move that is none or that nobody asked for, bad_parameters for a setting that the engine
  /// does not have or whose value it does not take.
  Result<std::string> on_bytes(std::string_view bytes);

  /// Returns what to write for a question. Requires the stage ready.
  std::string ask(const UciQuestion& question);
  /// Returns what to write so that the engine answers now.
  static std::string stop() { return "stop\n"; }

  Stage stage() const { return stage_; }
  /// Returns the engine's name for itself; "": it has said none.
  const std::string& name() const { return name_; }
  const UciProgress& progress() const { return progress_; }
  /// Returns the answer to the last question, once.
  std::optional<UciAnswer> take_answer();

 private:
  struct Offered {
    std::string name;
    std::string type;
    std::optional<std::int64_t> min{}, max{};
  };
  Result<std::string> on_line(std::string_view line);
  void on_option(std::string_view rest);
  void on_info(std::string_view rest);
  Result<std::string> on_uciok();
  Result<> on_bestmove(std::string_view rest);
  Result<std::string> set(const UciSetting& setting) const;

  std::vector<UciSetting> settings_;
  std::vector<Offered> offered_{};
  std::string name_{};
  std::string line_{};       ///< the part of a line that has come
  std::size_t written_ = 0;  ///< bytes since the last question
  Stage stage_ = Stage::greeting;
  UciProgress progress_{};
  std::optional<UciAnswer> answer_{};
  std::optional<Error> broken_{};
};

/// Returns whether the text is a move as UCI writes it: "e2e4", "a7a8q".
bool is_uci_move(std::string_view text);

}  // namespace fairdeal::engine
