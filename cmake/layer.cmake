# fairdeal_layer(NAME [DEPS layers…] [LIBS libraries…] [PRIVATE_LIBS libraries…] [EXCEPT file] [AND files…])
# A folder is a library: every .cc directly in NAME/ (and its listed SUBDIRS) and the files AND become
# fairdeal_NAME, but for EXCEPT, which has another file in its place.
function(fairdeal_layer name)
  cmake_parse_arguments(ARG "" "EXCEPT" "DEPS;LIBS;PRIVATE_LIBS;SUBDIRS;AND" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${name}/*.cc)
  foreach(subdir ${ARG_SUBDIRS})
    file(GLOB more CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${name}/${subdir}/*.cc)
    list(APPEND sources ${more})
  endforeach()
  list(APPEND sources ${ARG_AND})
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${name}/${ARG_EXCEPT}.cc)
  # The group's arithmetic is chosen by each executable (fairdeal_group or fairdeal_group_toy).
  list(REMOVE_ITEM sources ${fairdeal_group_sources})
  list(FILTER sources EXCLUDE REGEX "/cli/(main|completion|parse_[a-z]+)\\.cc$")  # fairdeal_program
  add_library(fairdeal_${name} STATIC ${sources})
  if(FAIRDEAL_UNITY)
    set_target_properties(fairdeal_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 40)
    # Tests put another file in place of these, and of those that fairdeal_mutant names: these have to stay
    # alone.
    set_source_files_properties(${PROJECT_SOURCE_DIR}/games/built_in.cc ${PROJECT_SOURCE_DIR}/crypto/shuffle.cc
                                ${PROJECT_SOURCE_DIR}/crypto/hash.cc ${PROJECT_SOURCE_DIR}/crypto/sign.cc
                                PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    # Chess and pieces.h have a Piece each: with one more file before them they would come together.
    set_source_files_properties(${PROJECT_SOURCE_DIR}/rules/recording.cc
                                PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  target_link_libraries(fairdeal_${name} PUBLIC $<BUILD_INTERFACE:fairdeal_flags> ${ARG_LIBS}
                        PRIVATE ${ARG_PRIVATE_LIBS})
  foreach(dep ${ARG_DEPS})
    target_link_libraries(fairdeal_${name} PUBLIC fairdeal_${dep})
  endforeach()
endfunction()

# fairdeal_group(NAME SOURCES…): one implementation of crypto/curve/scalar.h, point.h and msm.h. An OBJECT
# library, because as an archive it would link or fail by the order in which libraries are named.
function(fairdeal_group name)
  add_library(${name} OBJECT ${ARGN})
  target_link_libraries(${name} PUBLIC fairdeal_flags PkgConfig::sodium)
  # Loops over a number's limbs unrolled: a quarter faster, and nothing else here is large.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O3>)
endfunction()

# protobuf_generated(NAME FILE.proto…): the classes that protoc makes of these files. All layers but proto/
# see them only through it.
function(protobuf_generated name)
  add_library(${name} STATIC)
  set(out ${PROJECT_BINARY_DIR}/generated)
  file(MAKE_DIRECTORY ${out})
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  foreach(file ${ARGN})
    string(REGEX REPLACE "\\.proto$" "" stem ${file})
    add_custom_command(
      OUTPUT ${out}/${stem}.pb.cc ${out}/${stem}.pb.h
      COMMAND protobuf::protoc --cpp_out=${out} -I${PROJECT_SOURCE_DIR} ${file}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} DEPENDS ${files} VERBATIM)
    target_sources(${name} PRIVATE ${out}/${stem}.pb.cc)
  endforeach()
  target_include_directories(${name} SYSTEM PUBLIC ${out})
  target_link_libraries(${name} PUBLIC protobuf::libprotobuf)
endfunction()

# fairdeal_texts(TARGET FILE.cc namespace NAME=file…): texts that a target has in it, each under its name. The standard
# asks for texts of 65,536 bytes, and clang warns of longer ones; both compilers take them.
function(fairdeal_texts target source namespace)
  set(code "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\nnamespace ${namespace} {\n")
  foreach(pair ${ARGN})
    string(REGEX MATCH "^([^=]*)=(.*)$" _ ${pair})
    set(name ${CMAKE_MATCH_1})
    set(file ${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_2})
    file(READ ${file} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    string(APPEND code "extern const char* const ${name};\nconst char* const ${name} = R\"text(${text})text\";\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${source} CONTENT "@code@}\n" @ONLY)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${source})
endfunction()

# fairdeal_builds_fast(TARGET…): code that waits more than it computes builds so in two thirds of the time.
function(fairdeal_builds_fast)
  foreach(name ${ARGN})
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-Og>)
  endforeach()
endfunction()

# fairdeal_test(NAME [GROUP group] [LABELS labels…] [TIMEOUT s] [BUT cases] [ENVIRONMENT NAME=value] SOURCES files… [APART some of them…]
#               [ALONE some of them…] LIBS libraries…)
# One executable; each of its GoogleTest cases becomes a ctest case, but for those that match BUT. With FAIRDEAL_UNITY the compiler
# reads the sources as a few files, where two must not give one name to two things: of such a pair one stands
# under APART, whose files are read as one, or under ALONE, which are read each by itself.
function(fairdeal_test name)
  cmake_parse_arguments(ARG "" "GROUP;TIMEOUT;BUT;ENVIRONMENT" "SOURCES;APART;ALONE;LIBS;LABELS" ${ARGN})
  if(NOT ARG_GROUP)
    set(ARG_GROUP fairdeal_group)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 900)  # longer than any machine needs: only what hangs comes here
  endif()
  if(FAIRDEAL_SANITIZE)  # a sanitizer makes a test up to ten times slower
    math(EXPR ARG_TIMEOUT "10 * ${ARG_TIMEOUT}")
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS fast)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  if(FAIRDEAL_UNITY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set(together ${ARG_SOURCES})
    list(TRANSFORM together REPLACE "${CMAKE_CURRENT_SOURCE_DIR}/" "")  # of those that a pattern found
    list(REMOVE_ITEM together ${ARG_APART} ${ARG_ALONE})
    set(group 0)
    while(together)
      list(SUBLIST together 0 16 files)
      set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${group})
      list(REMOVE_ITEM together ${files})
      math(EXPR group "${group} + 1")
    endwhile()
    set_source_files_properties(${ARG_APART} PROPERTIES UNITY_GROUP apart)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} ${ARG_GROUP} GTest::gtest_main GTest::gmock)
  target_compile_definitions(${name} PRIVATE FD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(ARG_GROUP STREQUAL fairdeal_group_sim AND NOT FAIRDEAL_SANITIZE)
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/toy/heap_toy.cc)
  endif()
  # Slow tests compute, unless they wait for processes; those of the simulator compute in its library.
  if(ARG_LABELS STREQUAL fast OR ARG_LIBS MATCHES fairdeal_e2e)
    fairdeal_builds_fast(${name})
  elseif(ARG_LIBS MATCHES fairdeal_sim)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  # ctest begins with what costs most: in a new build folder it has not measured anything yet.
  set(cost 0)
  if(ARG_LIBS MATCHES fairdeal_e2e)
    set(cost 20)
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120 TEST_PREFIX ${name}.
                       TEST_FILTER "-${ARG_BUT}" PROPERTIES COST ${cost} TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}" ENVIRONMENT "${ARG_ENVIRONMENT}")
endfunction()

# fairdeal_test_again(NAME OF test LABEL label TIMEOUT s CASES cases [SIZE NAME=value])
# Cases of a test that exists, under another name and label: those that BUT leaves out, or longer runs,
# whose SIZE stands in an environment variable (tests/run_size.h).
function(fairdeal_test_again name)
  cmake_parse_arguments(ARG "" "OF;LABEL;TIMEOUT;CASES;SIZE" "" ${ARGN})
  if(FAIRDEAL_SANITIZE)
    math(EXPR ARG_TIMEOUT "10 * ${ARG_TIMEOUT}")
  endif()
  gtest_discover_tests(${ARG_OF} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120 TEST_PREFIX ${name}. TEST_LIST ${name}_list
                       TEST_FILTER "${ARG_CASES}" PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS ${ARG_LABEL} ENVIRONMENT "${ARG_SIZE}")
endfunction()
