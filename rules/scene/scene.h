#pragma once

#include <functional>
#include <string>

#include "rules/game.h"

/// Scenes: a game's table as data, which a page draws (docs/scenes.md). A scene may come with a
/// stranger's script, so it is judged before anything else reads it.
namespace fairdeal::rules {

inline constexpr std::size_t kSceneBytesMax = std::size_t{32} * 1024;
inline constexpr std::int64_t kSceneSideMax = 32;      ///< rows or columns of a board
inline constexpr std::int64_t kSceneCellsMax = 1'024;  ///< cells of all boards
inline constexpr std::size_t kSceneHandMax = 52;       ///< things in a hand

/// The text of scene.schema.json.
extern const char* const kSceneSchema;

/// Returns why a scene of a match for so many seats cannot be drawn, in words for its writer:
/// "thing l9 lies in paht, which is no place". "" if it can. A text in place of a scene is the
/// reason why a script fails to give one.
std::string scene_problem(const Json& scene, std::size_t seats);

/// Returns what stands in place of a scene whose script did not answer in time: it is asked again
/// later, and nothing is wrong with it.
Json late_scene();
bool is_late(const Json& scene);

/// Returns the first card whose face a scene shows although its observer has not been shown it, in
/// words for its writer; "" if there is none. The thing `c40` is the card in slot 40, and so is
/// `c40.2`, whose second part tells deals apart.
std::string hidden_face_problem(const Json& scene, const Observer& observer,
                                const std::function<bool(CardSlot)>& has_seen);

}  // namespace fairdeal::rules
