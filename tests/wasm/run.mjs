// node run.mjs MODULE.wasm ARGUMENT…: runs a program for wasm32-wasi, which gets its arguments and may
// print. Nothing else is there: its clock stands, its environment is empty, and it ends where it asks for
// a file or a socket.
import { randomFillSync } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';

class Ended extends Error {
  constructor(code) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

const DONE = 0;
const NO_SUCH_FILE = 8;
const A_TERMINAL = 2;
const texts = process.argv.slice(2).map((text) => Buffer.from(text + '\0'));
let memory;
const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
const set = (at, value) => new DataView(memory.buffer).setUint32(at, value, true);
const get = (at) => new DataView(memory.buffer).getUint32(at, true);

// What a program asks of WASI preview 1 before main, to print, and to end.
const wasi = {
  args_sizes_get(count, size) {
    set(count, texts.length);
    set(size, texts.reduce((sum, text) => sum + text.length, 0));
    return DONE;
  },
  environ_sizes_get(count, size) {
    set(count, 0);
    set(size, 0);
    return DONE;
  },
  environ_get: () => DONE,
  // Lua asks for the time where it would draw a seed, which rules/lua/counted.cc replaces.
  clock_time_get(_clock, _precision, at) {
    bytes(at, 8).fill(0);
    return DONE;
  },
  // libsodium draws a canary for its guarded memory.
  random_get(at, size) {
    randomFillSync(bytes(at, size));
    return DONE;
  },
  fd_prestat_get: () => NO_SUCH_FILE,
  args_get(list, at) {
    for (const text of texts) {
      set(list, at);
      bytes(at, text.length).set(text);
      list += 4;
      at += text.length;
    }
    return DONE;
  },
  fd_fdstat_get(fd, at) {
    if (fd > 2) return NO_SUCH_FILE;
    bytes(at, 24).fill(0);
    bytes(at, 1)[0] = A_TERMINAL;
    return DONE;
  },
  fd_write(fd, list, count, written) {
    let sum = 0;
    for (let i = 0; i < count; ++i) {
      const part = bytes(get(list + 8 * i), get(list + 8 * i + 4));
      for (let at = 0; at < part.length; ) at += writeSync(fd, part, at);
      sum += part.length;
    }
    set(written, sum);
    return DONE;
  },
  fd_seek: () => NO_SUCH_FILE,
  fd_close: () => NO_SUCH_FILE,
  proc_exit(code) {
    throw new Ended(code);
  },
};

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
for (const { name } of WebAssembly.Module.imports(module))
  wasi[name] ??= () => {
    throw new Error(`the program asks for ${name}`);
  };
const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
memory = exports.memory;
try {
  exports._start();
} catch (error) {
  if (!(error instanceof Ended)) throw error;
  process.exitCode = error.code;
}
