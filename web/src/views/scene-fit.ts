/** The one factor of all sizes of a scene. It goes from 1 down in steps until all of the scene fits its stage. */

const kStep = 0.04;
const kLeast = 0.3;
/** Left free above and below the bands. */
const kEdge = 6;

const fits = (stage: HTMLElement): boolean => {
  const inner = stage.firstElementChild as HTMLElement;
  const top = inner.firstElementChild?.getBoundingClientRect().top ?? 0;
  const bottom = inner.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  return (
    bottom - top + 2 * kEdge <= stage.clientHeight &&
    inner.scrollHeight <= stage.clientHeight &&
    inner.scrollWidth <= stage.clientWidth &&
    stage.scrollWidth <= stage.clientWidth
  );
};

const set = (stage: HTMLElement, step: number): boolean => {
  stage.style.setProperty('--k', (1 - step * kStep).toFixed(2));
  return fits(stage);
};

/** Returns whether the scene fits with the factor that the stage has. */
export const stillFits = (stage: HTMLElement): boolean =>
  stage.style.getPropertyValue('--k') !== '' && fits(stage);

/** Gives the stage the largest factor with which its scene fits. Returns whether there is one. */
export function fitted(stage: HTMLElement): boolean {
  if (set(stage, 0)) return true;
  const last = Math.floor((1 - kLeast) / kStep);
  if (!set(stage, last)) return false;
  // Halves the steps between one that does not fit and one that does.
  let [large, small] = [0, last];
  while (small - large > 1) {
    const middle = (large + small) >> 1;
    if (set(stage, middle)) small = middle;
    else large = middle;
  }
  return set(stage, small);
}
