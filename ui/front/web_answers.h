#pragma once

#include <string>

#include "ui/front/web_door.h"

namespace fairdeal::front {

/// Returns an answer as it travels, which ends its connection: a page loads few files, and so no
/// connection stands idle. `cookie` is what a browser that enters is to keep, `file` the path of
/// the transcript or the evidence that is sent if the answer is one; "": there is none.
std::string http_text(const WebAnswer& answer, const std::string& cookie, const std::string& file);

}  // namespace fairdeal::front
