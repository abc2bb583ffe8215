/** Where things stand on the oval table. Everything is computed from the size of the stage, so that
 * a test can ask whether any two boxes touch. */

export interface Spot { x: number; y: number }
export interface Box { x: number; y: number; width: number; height: number; what: string }

/** Places in percent of the stage, mine first, then clockwise. */
const kWideSix = [[50, 91], [13, 68], [14, 27], [50, 14], [86, 27], [87, 68]];
const kWideTen = [[50, 91], [20.5, 82.5], [9, 62], [9, 38], [24, 16], [50, 14], [76, 16], [91, 38], [91, 62], [79.5, 82.5]];
const kPhoneSix = [[50, 88], [15, 66], [15, 26], [50, 16], [85, 26], [85, 66]];
const kPhoneTen = [[50, 88], [14.5, 76], [14.5, 61.5], [14.5, 30], [17, 14.5], [50, 12.5], [83, 14.5], [85.5, 30], [85.5, 61.5], [85.5, 76]];

/** For other counts, places of the ten are left out in mirror pairs. */
const kPairs: { [seats: number]: number[] } = {
  2: [], 3: [3], 4: [3], 5: [2, 4], 7: [2, 3, 4], 8: [2, 3, 4], 9: [1, 2, 3, 4], 10: [1, 2, 3, 4],
};

export function places(seats: number, phone: boolean): Spot[] {
  const spot = (at: number[] | undefined): Spot => ({ x: at![0]!, y: at![1]! });
  if (seats === 6) return (phone ? kPhoneSix : kWideSix).map(spot);
  const ten = phone ? kPhoneTen : kWideTen;
  const left = kPairs[Math.min(Math.max(seats, 2), 10)]!;
  const order = [0, ...left, ...(seats % 2 === 0 ? [5] : []), ...left.map((pair) => 10 - pair).reverse()];
  return order.slice(0, Math.max(1, seats)).map((place) => spot(ten[place]));
}

export interface OvalSizes {
  plate: { width: number; height: number };
  back: number;
  face: number;
  own: number;
  board: number;
  bet: { width: number; height: number };
}

export function sizesFor(seats: number, phone: boolean, height: number): OvalSizes {
  const many = seats >= 8;
  const low = height < 480;
  return {
    plate: phone ? { width: 104, height: 44 } : { width: many ? 140 : 156, height: 54 },
    back: phone ? 25 : many ? 33 : 37,
    face: phone ? 32 : many ? 40 : 46,
    own: phone ? 56 : low ? 58 : 76,
    board: phone ? 47 : low ? 52 : many ? 70 : 76,
    bet: phone ? { width: 64, height: 22 } : { width: 78, height: 26 },
  };
}

export interface SeatPlace {
  plate: Spot;
  bet: Spot;
  mark: Spot;
}

/** Returns the middle of each seat's plate, bet and button, in pixels. `mine` says whether the
 * first place is that of the player who looks: its plate then stands beside the own cards. */
export function layOut(seats: number, width: number, height: number, phone: boolean, mine: boolean, open = false): SeatPlace[] {
  const sizes = sizesFor(seats, phone, height);
  const middle = { x: width / 2, y: height * 0.46 };
  return places(seats, phone).map((place, i) => {
    const own = i === 0 && mine;
    const half = { x: sizes.plate.width / 2, y: sizes.plate.height / 2 };
    const margin = 8;
    // A plate has cards behind its upper edge, so it keeps more room above than below.
    const cards = open ? Math.round(sizes.face * 1.4) + 4 : Math.round(sizes.back * 1.05);
    const above = half.y + (own ? 0 : cards) + margin;
    const x = Math.min(Math.max((place.x / 100) * width, half.x + margin), width - half.x - margin);
    const y = Math.min(Math.max((place.y / 100) * height, above), height - half.y - margin);
    const plate = own
      ? { x: middle.x + sizes.own + 4 + 12 + half.x, y: height - half.y - margin }
      : { x, y };
    return { plate, bet: betSpot(plate, own, middle, sizes, phone, height, i, seats), mark: markSpot(plate, own, middle, sizes, phone) };
  });
}

function betSpot(plate: Spot, own: boolean, middle: Spot, sizes: OvalSizes, phone: boolean, height: number, i: number, seats: number): Spot {
  const { plate: box, bet } = sizes;
  if (own) {
    // Over the name of what one holds there is room at the left of it.
    return { x: middle.x - sizes.own - bet.width / 2 - 14, y: height - box.height };
  }
  const side = plate.x < middle.x - 40 ? 1 : plate.x > middle.x + 40 ? -1 : 0;
  if (side === 0) return { x: plate.x, y: plate.y + box.height / 2 + bet.height / 2 + (phone ? 5 : 12) };
  const beside = plate.x + side * (box.width / 2 + bet.width / 2 + (phone ? 6 : 24));
  // Low at the sides, on a phone, the board's row needs the width: the bet goes above or below.
  if (phone) {
    const high = plate.y < middle.y;
    if (seats > 6) return { x: beside, y: plate.y };
    return high
      ? { x: plate.x + side * 14, y: plate.y + box.height / 2 + bet.height / 2 + 4 }
      : { x: plate.x - side * (i % 2 ? -8 : -8), y: plate.y - box.height / 2 - sizes.back * 1.05 - bet.height / 2 - 4 };
  }
  return { x: beside, y: plate.y + (plate.y > middle.y ? -14 : 12) };
}

function markSpot(plate: Spot, own: boolean, middle: Spot, sizes: OvalSizes, phone: boolean): Spot {
  const { plate: box, bet } = sizes;
  const radius = phone ? 11 : 12;
  if (own) return { x: plate.x - box.width / 2 + radius + 2, y: plate.y - box.height / 2 - radius - 6 };
  const side = plate.x > middle.x + 40 ? -1 : 1;
  const centre = Math.abs(plate.x - middle.x) <= 40;
  if (centre) return { x: plate.x + box.width / 2 + radius + 8, y: plate.y + (phone ? 0 : 12) };
  // Beside the plate, at its lower or upper half, where the bet is not.
  const off = phone ? 0 : plate.y > middle.y ? bet.height / 2 + 6 : -bet.height / 2 - 4;
  return { x: plate.x + side * (box.width / 2 + radius + 6), y: plate.y + off };
}
