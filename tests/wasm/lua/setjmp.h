#pragma once
/* Lua compiled as C++ throws and never jumps, but its ldo.c names this header, which wasi-libc
 * lacks. */
typedef int jmp_buf[1];
