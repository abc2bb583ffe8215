/** Runs in the page: returns which boxes touch each other or leave the window. */
export function boxesThatTouch() {
  const seen = [];
  for (const element of document.querySelectorAll(
    '[data-box], .board-cards, .holding, .pots, .pot, .bid-stand',
  )) {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    if (element.closest('details:not([open]) > :not(summary)')) continue;
    const what = element.dataset.box ?? element.className;
    seen.push({
      element,
      what: `${what} "${element.textContent.trim().slice(0, 24)}"`,
      left,
      top,
      right,
      bottom,
    });
  }
  const wrong = [];
  for (const [i, a] of seen.entries()) {
    // The seats of a low window are a row that scrolls, and that keys reach.
    const scrolls = a.element.closest('.low-seats') !== null;
    if (!scrolls && (a.left < -0.5 || a.right > innerWidth + 0.5))
      wrong.push(`${a.what} leaves the window`);
    for (const b of seen.slice(i + 1)) {
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      // Cards of a hidden hand stand behind their plate on purpose and have no box of their own.
      const apart =
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      if (!apart) {
        const by = [
          Math.min(a.right, b.right) - Math.max(a.left, b.left),
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
        ];
        wrong.push(`${a.what} touches ${b.what} by ${by.map(Math.round).join(' x ')} px`);
      }
    }
  }
  const stage = document.querySelector('.game-stage');
  if (stage && stage.parentElement.scrollTop === 0) {
    const { top } = stage.getBoundingClientRect();
    for (const box of seen)
      if (box.top < top - 0.5) wrong.push(`${box.what} leaves the stage at the top`);
  }
  for (const part of document.querySelectorAll(
    '.top, .bar, .turn-line, .actions, .panel, .choose',
  )) {
    if (part.scrollWidth > part.clientWidth + 1)
      wrong.push(
        `${part.className} is wider than its place by ${part.scrollWidth - part.clientWidth} px`,
      );
  }
  for (const tag of document.querySelectorAll('.plate .tag, .plate .aside-words')) {
    const over =
      tag.getBoundingClientRect().right - tag.closest('.plate').getBoundingClientRect().right;
    if (over > -1) wrong.push(`"${tag.textContent}" leaves its plate by ${over} px`);
  }
  for (const row of document.querySelectorAll('.plate-row')) {
    const over =
      row.getBoundingClientRect().bottom - row.closest('.plate').getBoundingClientRect().bottom;
    if (over > 0.5) wrong.push(`a row of plate "${row.textContent}" is cut by ${over} px`);
  }
  const buttons = [...document.querySelectorAll('.move-list button, .actions button')].map((button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    const list = button.closest('.move-list, .actions');
    return { what: button.textContent.trim().slice(0, 24), box: button.getBoundingClientRect(), words, list };
  });
  // A panel may lie over the bar, and its buttons over those of the bar.
  for (const [i, { what, box, words, list }] of buttons.entries()) {
    const inside = words.getBoundingClientRect();
    const over = Math.max(
      box.left - inside.left,
      inside.right - box.right,
      box.top - inside.top,
      inside.bottom - box.bottom,
    );
    if (over > 0.5) wrong.push(`the words of button "${what}" leave it by ${Math.round(over)} px`);
    for (const next of buttons.slice(i + 1)) {
      if (next.list !== list) continue;
      const by = Math.min(
        Math.min(box.right, next.box.right) - Math.max(box.left, next.box.left),
        Math.min(box.bottom, next.box.bottom) - Math.max(box.top, next.box.top),
      );
      if (by > 0.5) wrong.push(`button "${what}" touches "${next.what}" by ${Math.round(by)} px`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth)
    wrong.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  return wrong;
}
