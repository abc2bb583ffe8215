# scripts/package: Debian packages by CPack. fairdeal is for players, fairdeal-dev for writers of games,
# fairdeal-relay runs a relay as a service. CPack is part of CMake, and takes what cmake/install.cmake
# installs, so that no file is listed twice.
if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux OR CMAKE_CROSSCOMPILING)
  return()
endif()

set(CPACK_PACKAGE_CONTACT "The Fairdeal founders <fairdeal@packages.invalid>")
configure_file(packaging/changelog ${PROJECT_BINARY_DIR}/changelog.Debian @ONLY)
foreach(component player dev relay)
  string(REPLACE "fairdeal-player" "fairdeal" name fairdeal-${component})
  # Not by cmake --install: these belong to a package.
  install(FILES packaging/copyright ${PROJECT_BINARY_DIR}/changelog.Debian COMPONENT ${component}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} EXCLUDE_FROM_ALL)
endforeach()
install(FILES scripts/fairdeal-relay.service DESTINATION lib/systemd/system COMPONENT relay
        EXCLUDE_FROM_ALL)

install(FILES packaging/fail2ban.conf DESTINATION ${CMAKE_INSTALL_DATADIR}/fairdeal/relay COMPONENT relay
        EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package-files.cmake)
set(CPACK_COMPONENTS_ALL player dev relay)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION net)

set(same_version "(= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_PLAYER_PACKAGE_NAME fairdeal)
set(CPACK_DEBIAN_PLAYER_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PLAYER_DESCRIPTION
"card and board games among peers, without a dealer or a server
All players shuffle the cards, one after another, under locks that only all
of them together can open, and each shuffle comes with a proof. Every step is
signed, and the signed steps form a transcript that anybody can check later.
.
Hold'em, liar's dice, hearts, chess, othello and more, among friends or
against bots.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME fairdeal-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "fairdeal ${same_version}, libexpected-dev, nlohmann-json3-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION
"headers and libraries to write games for Fairdeal
A game is a value with pure functions: its wants, the legal moves, and the
state after an event. This package has the headers, the static libraries, a CMake
package and a pkg-config file to build and test one.")

set(CPACK_DEBIAN_RELAY_PACKAGE_NAME fairdeal-relay)
set(CPACK_DEBIAN_RELAY_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_RELAY_PACKAGE_DEPENDS "fairdeal (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_RELAY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/postinst
    ${PROJECT_SOURCE_DIR}/packaging/prerm ${PROJECT_SOURCE_DIR}/packaging/postrm)
set(CPACK_DEBIAN_RELAY_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENT_RELAY_DESCRIPTION
"relay for Fairdeal's players, as a systemd service
Players who cannot reach each other directly meet at a relay. The relay
carries their encrypted bytes, and can neither read nor change them.
.
The service is neither enabled nor started by this package.")

include(CPack)
