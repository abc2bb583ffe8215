#pragma once

#include <span>
#include <string_view>

namespace fairdeal::front {

/// A file of the page, as it stands in the program: `cmake/embed` makes them of `web/dist`.
struct WebFile {
  std::string_view path;  ///< as a browser asks for it: "/index.html"
  std::string_view type;  ///< its media type
  std::span<const unsigned char> gzip;
};

/// Returns all files of the page, in the order of their paths.
std::span<const WebFile> web_files();

}  // namespace fairdeal::front
