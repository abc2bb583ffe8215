#include "ui/front/web_answers.h"

#include <array>
#include <sodium.h>

#include "ui/home/read_file.h"
#include "ui/match/audit_page.h"

namespace fairdeal::front {
namespace {

constexpr std::size_t kSentFileBytesMax = std::size_t{1} << 30;

/// The page loads what is its own.
constexpr const char* kPolicyOfPage =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr const char* kHeadersOfAll =
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 303:
      return "See Other";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Service Unavailable";
  }
}

/// Returns the policy of a report, which has its own style sheet in it and loads nothing at all.
std::string policy_of_report() {
  const std::string_view style = match::kAuditPageStyle;
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(style.data()),
                     style.size());
  constexpr int kBase64Padded = sodium_base64_VARIANT_ORIGINAL;
  std::array<char, sodium_base64_ENCODED_LEN(hash.size(), kBase64Padded)> text{};
  sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), kBase64Padded);
  return "default-src 'none'; style-src 'sha256-" + std::string(text.data()) +
         "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

std::string answer_text(int status, std::string_view type, const std::string& headers,
                        std::string_view body, const std::string& policy = kPolicyOfPage) {
  return "HTTP/1.1 " + std::to_string(status) + " " + reason_of(status) +
         "\r\nConnection: close\r\nContent-Type: " + std::string(type) +
         "\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nContent-Security-Policy: " + policy + "\r\n" + kHeadersOfAll + headers + "\r\n" +
         std::string(body);
}

constexpr const char* kWords = "text/plain; charset=utf-8";
constexpr const char* kNotStored = "Cache-Control: no-store\r\n";

/// Returns the answer that has the file at `path`, to be saved under a name, or the words that
/// there is none.
std::string file_text(const std::string& path, const std::string& name, const char* none) {
  const auto bytes = path.empty() ? Result<Bytes>(fail(Fault::storage, ""))
                                  : home::read_file(path, kSentFileBytesMax);
  if (!bytes) return answer_text(404, kWords, kNotStored, none);
  return answer_text(
      200, "application/octet-stream",
      std::string(kNotStored) + "Content-Disposition: attachment; filename=\"" + name + "\"\r\n",
      as_text(*bytes));
}

}  // namespace

std::string http_text(const WebAnswer& answer, const std::string& cookie, const std::string& file) {
  switch (answer.what) {
    case WebAnswer::What::enter:
      return answer_text(answer.status, "text/html; charset=utf-8",
                         "Set-Cookie: " + cookie + "\r\n" + kNotStored +
                             (answer.status == 303 ? "Location: " + answer.leads_to + "\r\n" : ""),
                         answer.text);
    case WebAnswer::What::file: {
      const bool immutable = answer.file->path.starts_with("/assets/");
      const auto& gzip = answer.file->gzip;
      return answer_text(
          200, answer.file->type,
          std::string("Content-Encoding: gzip\r\n") +
              (immutable ? "Cache-Control: private, max-age=31536000, immutable\r\n" : kNotStored),
          {reinterpret_cast<const char*>(gzip.data()), gzip.size()});
    }
    case WebAnswer::What::transcript:
      return file_text(file, "match.fdt", "There is no transcript yet.\n");
    case WebAnswer::What::evidence:
      return file_text(file, "against-seat-" + std::to_string(answer.seat) + ".evidence",
                       "There is no such evidence.\n");
    case WebAnswer::What::audit:
      return answer_text(200, "text/html; charset=utf-8", kNotStored, answer.text,
                         policy_of_report());
    default:
      return answer_text(answer.status, kWords, kNotStored, answer.text + "\n");
  }
}

}  // namespace fairdeal::front
