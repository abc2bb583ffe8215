/** A hand of cards held as a fan: how each is turned and lowered, and how high its row is. */

/** The point about which a card turns lies below it, by this part of its height: `transform-origin` of .hand-card. */
const kBelow = 0.2;
const kShape = 1.4; // the height of a card of width 1
/** A row with few cards is as high as one of seven. */
const kHeightMin = 124;

/** How card `i` of so many lies: by how many pixels lower, and by how many degrees turned. */
export function fanned(i: number, count: number): { drop: number; degrees: number } {
  const off = i - (count - 1) / 2;
  return { drop: Math.round(off * off * 0.9), degrees: off * 2.1 };
}

/** Returns how high a fan of so many cards of this width is: the turned corners of the outer cards are its lowest
 * points. */
export function fanHeight(count: number, width: number): number {
  const { drop, degrees } = fanned(count - 1, count);
  const angle = (degrees * Math.PI) / 180;
  const height = width * kShape;
  const corner = (1 + kBelow) * height + (width / 2) * Math.sin(angle) - kBelow * height * Math.cos(angle);
  return Math.max(kHeightMin, Math.ceil(corner + drop));
}
