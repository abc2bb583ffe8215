#include "ui/author/tournament_plot.h"

#include <algorithm>

#include "ui/words/html_text.h"

namespace fairdeal::author {
namespace {

constexpr int kLeft = 190, kWide = 520, kRow = 24, kTop = 46, kRight = 30;

std::string short_number(double value) { return rounded(value, "%.4g"); }

std::string line(double x1, double y1, double x2, double y2, const char* colour) {
  return "<line x1=\"" + short_number(x1) + "\" y1=\"" + short_number(y1) + "\" x2=\"" +
         short_number(x2) + "\" y2=\"" + short_number(y2) + "\" stroke=\"" + colour + "\"/>\n";
}

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + short_number(x) + "\" y=\"" + short_number(y) + "\" text-anchor=\"" +
         anchor + "\">" + words::html_escaped(text) + "</text>\n";
}

}  // namespace

std::string plot_of(const std::string& title, const std::vector<Standing>& standings) {
  double low = 0, high = 0;
  for (const Standing& one : standings) {
    low = std::min(low, one.by_deal.mean() - one.by_deal.half_interval());
    high = std::max(high, one.by_deal.mean() + one.by_deal.half_interval());
  }
  if (low == high) high = low + 1;
  const auto x_of = [&](double value) { return kLeft + kWide * (value - low) / (high - low); };
  const int bottom = kTop + kRow * static_cast<int>(standings.size());
  const std::string width = std::to_string(kLeft + kWide + kRight);
  const std::string height = std::to_string(bottom + 30);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " +
                    height + "\" width=\"" + width + "\" height=\"" + height +
                    "\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"" + width +
                    "\" height=\"" + height + "\" fill=\"white\"/>\n" +
                    label(10, 20, "start", title);
  constexpr int kTicks = 4;
  for (int i = 0; i <= kTicks; ++i) {
    const double value = low + (high - low) * i / kTicks;
    svg += line(x_of(value), kTop - 8, x_of(value), bottom, "#ddd");
    svg += label(x_of(value), bottom + 18, "middle", short_number(value));
  }
  svg += line(x_of(0), kTop - 8, x_of(0), bottom, "#888");
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const Standing& one = standings[i];
    const double y = kTop + kRow * static_cast<double>(i) + kRow / 3.0;
    const double mean = one.by_deal.mean(), half = one.by_deal.half_interval();
    svg += label(kLeft - 10, y + 4, "end",
                 one.role.empty() ? one.player : one.player + " as " + one.role);
    svg += line(x_of(mean - half), y, x_of(mean + half), y, "#1a5fb4");
    svg += "<circle cx=\"" + short_number(x_of(mean)) + "\" cy=\"" + short_number(y) + "\" r=\"" +
           (one.role.empty() ? "5" : "3.5") + "\" fill=\"#1a5fb4\"/>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace fairdeal::author
