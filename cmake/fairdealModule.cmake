# fairdeal_module(NAME SOURCES…): a game as a library NAME.so, which the program loads by its path. One of
# the sources has FAIRDEAL_NATIVE_MODULE (rules/native.h).
function(fairdeal_module name)
  add_library(${name} MODULE ${ARGN})
  # Only the entry point is seen: two games may call their parts by the same names.
  set_target_properties(${name} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden
                                           VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${name} PRIVATE fairdeal::rules)
  target_link_options(${name} PRIVATE LINKER:--exclude-libs,ALL)
endfunction()
