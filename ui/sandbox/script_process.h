#pragma once

namespace fairdeal::sandbox {

/// Serves one script through this socket until the other end is closed: reads requests (ScriptWire)
/// and writes an answer to each. Confines this process for good before it reads the first: from
/// then on it can compute, and read and write this socket, and nothing else. Requires: the process
/// was started for this, has one thread and holds no secret.
[[noreturn]] void serve_script(int socket);

}  // namespace fairdeal::sandbox
