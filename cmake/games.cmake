# fairdeal_games(OUT FOLDER): sets OUT to the sources by which the games of a folder are built in: each of
# its .cc files, and one that lists their modules. sea_war.cc or sea-war.cc defines kSeaWar, in
# fairdeal::rules. Without a folder the list is empty.
function(fairdeal_games out folder)
  set(externs "")
  set(modules "")
  set(sources "")
  if(folder)
    get_filename_component(folder ${folder} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cc)
    if(NOT sources)
      message(FATAL_ERROR "FAIRDEAL_GAMES: there is no .cc file in ${folder}")
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
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${out}/games_of_folder.cc)
  file(CONFIGURE OUTPUT ${list} @ONLY CONTENT
"#include \"rules/registry.h\"

namespace fairdeal::rules {

@externs@
std::vector<const Module*> games_of_folder() { return {@modules@}; }

}  // namespace fairdeal::rules
")
  # Each stays alone: an author's names are in no list, and a test puts another list in place of ours.
  set_source_files_properties(${sources} ${list} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  # Our warnings are not the author's errors.
  set_source_files_properties(${sources} PROPERTIES COMPILE_DEFINITIONS FAIRDEAL_BUILT_IN
                              COMPILE_OPTIONS -Wno-error)
  set(${out} ${sources} ${list} PARENT_SCOPE)
endfunction()
