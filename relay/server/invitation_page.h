#pragma once

#include <string>
#include <string_view>

namespace fairdeal::relay::server {

/// The page that explains an invitation to somebody who opens it in a browser, and hands it over to
/// the program there. It is the same for everybody: what it shows stands behind the # of its
/// address, which no browser sends.
struct InvitationPage {
  std::string headers;  ///< each with its line's end
  std::string body;
};

/// Returns the page, which is made once.
const InvitationPage& invitation_page();

/// Returns whether a request's target is the page's. Chats add parameters of their own to the
/// addresses that they pass on.
bool is_of_invitation(std::string_view target);

/// Returns the first 64 bits of the SHA-256 of relay/server/invitation.html, in groups of four
/// digits. The page shows it in place of the zeros that stand there in the file.
const std::string& fingerprint_of_invitation();

}  // namespace fairdeal::relay::server
