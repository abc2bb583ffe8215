# cmake --install build/release --prefix P: the program with its man pages, completions and pages to
# read (component player), and what a game is written with (docs/writing-a-game.md): base and rules as
# libraries, these headers (component dev). cmake/package.cmake makes Debian packages of these.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(public_headers
    base/bytes.h base/check.h base/error.h base/ids.h base/overloaded.h base/random_index.h base/result.h base/rng.h
    base/seat_set.h base/seeded_rng.h
    rules/any_game.h rules/betting.h rules/card.h rules/checkerboard.h rules/dealer.h rules/game.h
    rules/grants.h rules/json.h rules/json_full.h rules/laws.h rules/layer.h rules/match.h rules/model.h rules/move_list.h
    rules/native.h rules/perft.h rules/pieces.h rules/json_reader.h rules/players/forward_game.h
    rules/players/forward_model.h rules/players/player.h rules/players/position_search.h rules/players/thinker.h
    rules/rational.h rules/position.h rules/registry.h rules/secrets.h rules/settle.h
    rules/solve.h rules/turns.h rules/views.h rules/want.h)
foreach(header ${public_headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fairdeal/${folder} COMPONENT dev)
endforeach()

foreach(layer base rules)
  # A game's #include "rules/game.h" is the same here and there.
  target_include_directories(fairdeal_${layer}
                             INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/fairdeal>)
  target_compile_features(fairdeal_${layer} INTERFACE cxx_std_20)
  set_target_properties(fairdeal_${layer} PROPERTIES EXPORT_NAME ${layer})
endforeach()
install(TARGETS fairdeal fairdeal_base fairdeal_rules EXPORT fairdeal
        RUNTIME COMPONENT player ARCHIVE COMPONENT dev)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/fairdeal)
install(EXPORT fairdeal NAMESPACE fairdeal:: DESTINATION ${package} FILE fairdealTargets.cmake
        COMPONENT dev)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/fairdealConfig.cmake @ONLY CONTENT
     "include(CMakeFindDependencyMacro)
find_dependency(nlohmann_json)
include(\${CMAKE_CURRENT_LIST_DIR}/fairdealTargets.cmake)
include(\${CMAKE_CURRENT_LIST_DIR}/fairdealModule.cmake)
")
# Before 1.0.0 each minor version may change the headers: docs/versions.md.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fairdealConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fairdealConfig.cmake
              ${PROJECT_BINARY_DIR}/fairdealConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/fairdealModule.cmake DESTINATION ${package} COMPONENT dev)

# --prefix moves what is installed, so the file says where it lies itself.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up ${up})
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/fairdeal.pc @ONLY CONTENT
     "prefix=\${pcfiledir}/@up@
Name: fairdeal
Description: What a Fairdeal game is written with (C++20)
Version: @PROJECT_VERSION@
Requires: nlohmann_json
Cflags: -I\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@/fairdeal
Libs: -L\${prefix}/@CMAKE_INSTALL_LIBDIR@ -lfairdeal_rules -lfairdeal_base
")
install(FILES ${PROJECT_BINARY_DIR}/fairdeal.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE THIRD-PARTY
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT player)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT player
        FILES_MATCHING PATTERN "*.md")
# The scripts that are built in, for reading and to begin from, and what an editor knows of them.
install(FILES ${shipped_scripts} games/new/fairdeal.d.lua
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fairdeal/games COMPONENT player)
# The entry of a desktop's menu opens the lobby; a link that somebody clicks on opens it, too, and joins.
# The relays that are offered on this machine: an empty list.
install(FILES packaging/relays DESTINATION ${CMAKE_INSTALL_DATADIR}/fairdeal COMPONENT player)

install(FILES packaging/fairdeal.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications
        COMPONENT player)
install(FILES packaging/fairdeal.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
        COMPONENT player)

if(NOT CMAKE_CROSSCOMPILING)  # the pages and completions are what the program says of itself
  set(man_pages ${PROJECT_BINARY_DIR}/man1)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  add_custom_command(
    OUTPUT ${man_pages}/fairdeal.1
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/man-pages $<TARGET_FILE:fairdeal> ${man_pages}
    DEPENDS fairdeal ${PROJECT_SOURCE_DIR}/cmake/man-pages VERBATIM)
  add_custom_command(
    OUTPUT ${completions}/bash ${completions}/zsh ${completions}/fish
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/completions $<TARGET_FILE:fairdeal> ${completions}
    DEPENDS fairdeal ${PROJECT_SOURCE_DIR}/cmake/completions VERBATIM)
  add_custom_target(man_pages ALL DEPENDS ${man_pages}/fairdeal.1)
  add_custom_target(completions ALL DEPENDS ${completions}/bash)
  install(DIRECTORY ${man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT player)
  # Where Debian's shells look.
  install(FILES ${completions}/bash RENAME fairdeal COMPONENT player
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${completions}/zsh RENAME _fairdeal COMPONENT player
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${completions}/fish RENAME fairdeal.fish COMPONENT player
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
