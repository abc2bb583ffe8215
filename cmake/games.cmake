# fairdeal_script_text(OUT NAME FILE): appends to OUT, a list in C++, the name of a script's game and the
# bytes of its file as they are: a digest covers them.
function(fairdeal_script_text out name file)
  file(SIZE ${file} size)
  if(size GREATER 65536)
    message(FATAL_ERROR "${file}: a script has at most 64 kB")
  endif()
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  set(${out} "${${out}}\n      {\"${name}\", {\"${bytes}\", ${size}}}," PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
endfunction()

# fairdeal_games(OUT FOLDER [SCRIPT…]): sets OUT to the sources by which the games of a folder are built in:
# each of its .cc files, and one that lists their modules and has the texts of its .lua files. sea_war.cc or
# sea-war.cc defines kSeaWar, in fairdeal::rules; skull.lua is a script whose game is called "skull".
# Without a folder there are none. OUT_scripts gets the names of the scripts. The files SCRIPT… are built
# in as well, each under the name in its text, unless a game of the folder has that name.
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
    if(NOT name MATCHES "^[a-z][a-z0-9-]*$")
      message(FATAL_ERROR "FAIRDEAL_GAMES: ${script}: a script's file is called as its game is, in small "
                          "letters, digits and -")
    endif()
    string(REPLACE "-" "_" with_underscores ${name})
    foreach(stem ${name} ${with_underscores})
      if(EXISTS ${folder}/${stem}.cc)
        message(FATAL_ERROR "FAIRDEAL_GAMES: ${stem}.cc and ${name}.lua are two games of one name")
      endif()
    endforeach()
    fairdeal_script_text(texts ${name} ${script})
    list(APPEND names ${name})
  endforeach()
  foreach(script ${ARGN})
    file(STRINGS ${script} line REGEX "^  name = \"[a-z][a-z0-9-]*\"" LIMIT_COUNT 1)
    if(NOT line MATCHES "\"([^\"]+)\"")
      message(FATAL_ERROR "${script}: no line begins with the name of its game")
    endif()
    set(name ${CMAKE_MATCH_1})
    string(REPLACE "-" "_" with_underscores ${name})
    if(NOT name IN_LIST names AND NOT EXISTS ${folder}/${name}.cc AND NOT EXISTS ${folder}/${with_underscores}.cc)
      fairdeal_script_text(texts ${name} ${script})
    endif()
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

# fairdeal_cases_tests(PROGRAM FILES…): adds a test for each file of cases (docs/modules.md#cases). It fails if
# a case does not hold, or if the file has fewer than ten.
function(fairdeal_cases_tests program)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME_WE)
    get_filename_component(folder ${file} DIRECTORY)
    file(RELATIVE_PATH where ${PROJECT_SOURCE_DIR} ${folder})
    string(REGEX MATCH "^[a-z]+" where ${where})
    file(STRINGS ${file} cases REGEX "^case ")
    list(LENGTH cases count)
    if(count LESS 10)
      message(FATAL_ERROR "${file}: a game has at least ten cases")
    endif()
    add_test(NAME cases.${where}.${name} COMMAND ${program} rules test ${file})
    set_tests_properties(cases.${where}.${name} PROPERTIES TIMEOUT 900)
  endforeach()
endfunction()

# fairdeal_games_tests(PROGRAM NAMES…): adds a test for each script that a program has built in. It fails
# if the text is no game, calls itself by another name than its file, or breaks a law.
function(fairdeal_games_tests program)
  foreach(name ${ARGN})
    add_test(NAME games.${program}.${name}
             COMMAND ${program} rules test ${name} --playouts 2 --quiet)
    set_tests_properties(games.${program}.${name} PROPERTIES LABELS slow TIMEOUT 900)
  endforeach()
endfunction()
