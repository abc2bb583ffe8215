#pragma once
/* The last line of luaconf.h includes this where Lua is compiled as C++. Functions of one file that
   another calls keep the names that C gives them, as rules/lua/counted.cc expects. A buffer is as
   long as where a pointer has 8 bytes. */
#undef LUAI_FUNC
#define LUAI_FUNC extern "C" __attribute__((visibility("hidden")))
#undef LUAI_DDEC
#define LUAI_DDEC(declaration) extern declaration
#undef LUAL_BUFFERSIZE
#define LUAL_BUFFERSIZE 1024
