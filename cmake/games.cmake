# fairdeal_games(OUT FOLDER): sets OUT to the sources by which the games of a folder are built in: each of
# its .cc files, and one that lists their modules and has the texts of its .lua files. sea_war.cc or
# sea-war.cc defines kSeaWar, in fairdeal::rules; skull.lua is a script whose game is called "skull".
# Without a folder the lists are empty. OUT_scripts gets the names of the scripts.
function(fairdeal_games out folder)
  set(externs "")
  set(modules "")
  set(texts "")
  set(sources "")
  set(scripts "")
  set(names "")
  if(folder)
    get_filename_component(folder ${folder} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cc)
    file(GLOB scripts CONFIGURE_DEPENDS ${folder}/*.lua)
    list(FILTER scripts EXCLUDE REGEX "\\.d\\.lua$")  # what an editor reads
    if(NOT sources AND NOT scripts)
      message(FATAL_ERROR "FAIRDEAL_GAMES: there is no .cc and no .lua file in ${folder}")
    endif()
  endif()
  foreach(source ${sources})
    get_filename_component(stem ${source} NAME_WE)
    string(REGEX REPLACE "[-_]" ";" words ${stem})
    set(module k)
    foreach(word ${words})
      string(SUBSTRING ${word} 0 1 first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(TOUPPER ${first} first)
      string(APPEND module ${first}${rest})
    endforeach()
    string(APPEND externs "extern const Module ${module};\n")
    string(APPEND modules "&${module}, ")
  endforeach()
  foreach(script ${scripts})
    get_filename_component(name ${script} NAME_WLE)
    file(SIZE ${script} size)
    if(NOT name MATCHES "^[a-z][a-z0-9-]*$")
      message(FATAL_ERROR "FAIRDEAL_GAMES: ${script}: a script's file is called as its game is, in small "
                          "letters, digits and -")
    endif()
    if(size GREATER 65536)
      message(FATAL_ERROR "FAIRDEAL_GAMES: ${script}: a script has at most 64 kB")
    endif()
    string(REPLACE "-" "_" with_underscores ${name})
    foreach(stem ${name} ${with_underscores})
      if(EXISTS ${folder}/${stem}.cc)
        message(FATAL_ERROR "FAIRDEAL_GAMES: ${stem}.cc and ${name}.lua are two games of one name")
      endif()
    endforeach()
    # Its bytes as they are: a digest covers them.
    file(READ ${script} bytes HEX)
    string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
    string(APPEND texts "\n      {\"${name}\", {\"${bytes}\", ${size}}},")
    list(APPEND names ${name})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script})
  endforeach()
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${out}/games_of_folder.cc)
  file(CONFIGURE OUTPUT ${list} @ONLY CONTENT
"#include \"rules/registry.h\"

namespace fairdeal::rules {

@externs@
std::vector<const Module*> games_of_folder() { return {@modules@}; }

std::span<const ScriptOfFolder> scripts_of_folder() {
  static const std::vector<ScriptOfFolder> kScripts{@texts@};
  return kScripts;
}

}  // namespace fairdeal::rules
")
  # Each stays alone: an author's names are in no list, and a test puts another list in place of ours.
  set_source_files_properties(${sources} ${list} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  # Our warnings are not the author's errors.
  set_source_files_properties(${sources} PROPERTIES COMPILE_DEFINITIONS FAIRDEAL_BUILT_IN
                              COMPILE_OPTIONS -Wno-error)
  set(${out} ${sources} ${list} PARENT_SCOPE)
  set(${out}_scripts ${names} PARENT_SCOPE)
endfunction()

# fairdeal_games_tests(PROGRAM NAMES…): adds a test for each script that a program has built in. It fails
# if the text is no game, calls itself by another name than its file, or breaks a law.
function(fairdeal_games_tests program)
  foreach(name ${ARGN})
    add_test(NAME games.${program}.${name}
             COMMAND ${program} rules test ${name} --playouts 2 --quiet)
    set_tests_properties(games.${program}.${name} PROPERTIES LABELS slow TIMEOUT 600)
  endforeach()
endfunction()
