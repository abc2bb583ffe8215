#pragma once

namespace fairdeal::author {

/// The texts of games/new, which `fairdeal rules new` writes for the author of a game. The build
/// puts them into the program.
extern const char* const kNewLuaGame;     ///< new-game.lua, a whole game named new-game
extern const char* const kLuaStub;        ///< fairdeal.d.lua, what an editor knows of scripts
extern const char* const kNewCppGame;     ///< new-game.cc, the same game in C++
extern const char* const kNewCppProject;  ///< CMakeLists.txt, which builds it as a library

}  // namespace fairdeal::author
