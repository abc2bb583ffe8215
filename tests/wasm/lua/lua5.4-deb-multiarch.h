#pragma once
/* Debian's luaconf.h takes a machine's folder of libraries from here; a script loads none. */
#define DEB_HOST_MULTIARCH "wasm32-wasi"
