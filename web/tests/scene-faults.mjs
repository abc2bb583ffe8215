/** Runs in the page: returns which places of a scene touch each other, what leaves the stage, and which texts are cut. */
export function facesThatFail() {
  const wrong = [];
  const stage = document.querySelector('.scene').getBoundingClientRect();
  const named = (element) =>
    `${element.dataset.box ?? element.className} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}"`;
  const boxes = [...document.querySelectorAll('.scene [data-box]')].filter(
    (element) => element.getBoundingClientRect().width > 0,
  );
  for (const [i, a] of boxes.entries()) {
    const at = a.getBoundingClientRect();
    const over = Math.max(
      stage.left - at.left, at.right - stage.right, stage.top - at.top, at.bottom - stage.bottom,
    );
    if (over > 0.5) wrong.push(`${named(a)} leaves the stage by ${Math.round(over)} px`);
    for (const b of boxes.slice(i + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      const other = b.getBoundingClientRect();
      const by = Math.min(
        Math.min(at.right, other.right) - Math.max(at.left, other.left),
        Math.min(at.bottom, other.bottom) - Math.max(at.top, other.top),
      );
      if (by > 0.5) wrong.push(`${named(a)} touches ${named(b)} by ${Math.round(by)} px`);
    }
  }
  for (const thing of document.querySelectorAll('.scene .thing, .scene .scene-cell')) {
    const at = thing.getBoundingClientRect();
    const over = Math.max(
      stage.left - at.left, at.right - stage.right, stage.top - at.top, at.bottom - stage.bottom,
    );
    if (over > 0.5) wrong.push(`${thing.getAttribute('aria-label')} leaves the stage by ${Math.round(over)} px`);
  }
  for (const element of document.querySelectorAll('.scene *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (!own || element.closest('.unseen')) continue;
    const words = document.createRange();
    words.selectNodeContents(element);
    const text = words.getBoundingClientRect();
    // The nearest ancestor that cuts.
    for (let at = element; at && !at.classList.contains('scene'); at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const cut = at.getBoundingClientRect();
      const over = Math.max(text.right - cut.right, text.bottom - cut.bottom, cut.left - text.left, cut.top - text.top);
      if (over > 1) wrong.push(`the text "${element.textContent.trim().slice(0, 30)}" is cut by ${Math.round(over)} px`);
    }
  }
  return wrong;
}
