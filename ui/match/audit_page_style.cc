#include "ui/match/audit_page.h"

namespace fairdeal::match {

const char* const kAuditPageStyle = R"css(
:root{color-scheme:light dark;--bg:#f5f5f1;--surface:#fff;--line:#d9d9d0;
  --ink:#1a1c19;--ink-2:#474b45;--ink-3:#5e625b;--good:#1d6b4f;--bad:#b3261e;--turn:#ad6b00;
  --turn-text:#855200}
@media(prefers-color-scheme:dark){:root{--bg:#111312;--surface:#191c1a;
  --line:#303632;--ink:#eceeea;--ink-2:#bec4be;--ink-3:#979f99;--good:#58c397;--bad:#ff8b80;
  --turn:#f0a92b;--turn-text:#f4bd57}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);
  font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;
  font-variant-numeric:tabular-nums}
main{max-width:960px;margin:0 auto;padding:24px}
header{display:flex;justify-content:space-between;gap:16px;color:var(--ink-3);font-size:13px;
  margin-bottom:14px;flex-wrap:wrap}
header b{color:var(--ink);font-size:14px}
section,.verdict{background:var(--surface);border:1px solid var(--line);border-radius:12px;
  padding:18px 20px;margin:0 0 16px}
.verdict{border-left:8px solid var(--ink-3);padding:20px 24px}
.verdict.good{border-left-color:var(--good)}
.verdict.bad{border-left-color:var(--bad)}
.verdict.part{border-left-color:var(--turn)}
.verdict h1{margin:0 0 4px;font-size:32px;line-height:1.2;color:var(--ink)}
.good h1{color:var(--good)}
.bad h1{color:var(--bad)}
.part h1{color:var(--turn-text)}
.verdict p{margin:0;font-size:16px;max-width:52em}
h2{font-size:16px;margin:0 0 8px}
h2 small{font-weight:400;color:var(--ink-3);font-size:13px;margin-left:6px}
h2.file{margin:28px 0 10px;font-size:18px;overflow-wrap:anywhere}
.two{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.two>section{min-width:0}
@media(max-width:760px){.two{grid-template-columns:1fr}main{padding:16px}}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th{text-align:left;font-weight:500;font-size:12px;color:var(--ink-3);padding:4px 8px;
  white-space:nowrap}
td{border-top:1px solid var(--line);padding:6px 8px;vertical-align:baseline}
td.name,td.text{overflow-wrap:anywhere}
td.name{font-weight:600;min-width:7em}
.num{text-align:right}
td.num,td.where{white-space:nowrap}
code,.mono{font:12px ui-monospace,"DejaVu Sans Mono",Menlo,monospace;color:var(--ink-2);
  overflow-wrap:anywhere}
.away{color:var(--turn-text);font-weight:600}
.blame{color:var(--bad);font-weight:600}
.ok{color:var(--good);font-weight:600}
.box{border:1px solid var(--line);border-radius:12px;padding:12px 14px;min-width:0}
.box h3{margin:0 0 6px;font-size:14px}
.box.expected{border-color:var(--good)}
.box.found{border-color:var(--bad)}
.box.expected h3{color:var(--good)}
.box.found h3{color:var(--bad)}
.box ul{list-style:none;margin:0;padding:0}
.box li{border-top:1px solid var(--line);padding:6px 0;overflow-wrap:anywhere}
.strip{display:block;width:100%;height:28px;margin:6px 0 10px}
.legend{color:var(--ink-3);font-size:12px;margin:0}
summary{cursor:pointer;color:var(--ink-2);padding:6px 0}
footer{color:var(--ink-3);font-size:12px;margin-top:8px;overflow-wrap:anywhere}
@media print{:root{--bg:#fff;--surface:#fff;--ink:#000;--ink-2:#000;--ink-3:#333;--line:#999;
  --good:#000;--bad:#000;--turn:#000;--turn-text:#000}body{font-size:11px}main{max-width:none;
  padding:0}section,.verdict{break-inside:avoid-page;border-radius:0}section.long{
  break-inside:auto}tr{break-inside:avoid}}
)css";

}  // namespace fairdeal::match
