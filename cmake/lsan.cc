// LeakSanitizer passes over these leaks. The list is compiled in, since a seat's program can open
// no file at its end.

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libtinfo.so\nleak:libncursesw.so\n";  // ncurses keeps what it takes until the end
}
