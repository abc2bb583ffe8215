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
    if (text.width === 0) continue; // it is not shown
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

/** Runs in the page: returns what one has to scroll for: things, plates, and the buttons of the bar. */
export function outOfSight() {
  const wrong = [];
  const scene = document.querySelector('.scene');
  if (scene.scrollHeight > scene.clientHeight + 1)
    wrong.push(`the scene has ${scene.scrollHeight} px in ${scene.clientHeight}`);
  for (const element of document.querySelectorAll('.scene .thing, .scene .plate, .bar button')) {
    const at = element.getBoundingClientRect();
    if (at.width === 0) continue;
    const bar = element.closest('.bar .actions')?.getBoundingClientRect();
    const [top, bottom] = [Math.max(0, bar?.top ?? 0), Math.min(innerHeight, bar?.bottom ?? innerHeight)];
    const over = Math.max(top - at.top, at.bottom - bottom, -at.left, at.right - innerWidth);
    if (over > 1) wrong.push(`"${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 30)}" is ${Math.round(over)} px out of sight`);
  }
  return wrong;
}
