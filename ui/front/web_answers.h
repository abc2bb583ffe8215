#pragma once

#include <string>

#include "ui/front/web_door.h"

namespace fairdeal::front {

/// Returns an answer as it travels, which ends its connection: a page loads few files, and so no
/// connection stands idle. `cookie` is what a browser that enters is to keep, `transcript` the path
/// of the file that is sent if that is asked for; "": there is none.
std::string http_text(const WebAnswer& answer, const std::string& cookie,
                      const std::string& transcript);

}  // namespace fairdeal::front
