/** Where things stand on the oval table. Everything is computed from the size of the stage, so that
 * a test can ask whether any two boxes touch. */

export interface Spot {
  x: number;
  y: number;
}

/** Places in percent of the stage, mine first, then clockwise. */
const kWideSix = [
  [50, 91],
  [13, 68],
  [14, 27],
  [50, 14],
  [86, 27],
  [87, 68],
];
const kWideTen = [
  [50, 91],
  [20.5, 82.5],
  [9, 62],
  [9, 38],
  [24, 16],
  [50, 14],
  [76, 16],
  [91, 38],
  [91, 62],
  [79.5, 82.5],
];
const kPhoneSix = [
  [50, 88],
  [15, 66],
  [15, 26],
  [50, 15],
  [85, 26],
  [85, 66],
];
const kPhoneTen = [
  [50, 88],
  [14.5, 74],
  [14.5, 59],
  [14.5, 31],
  [17, 14.5],
  [50, 11.5],
  [83, 14.5],
  [85.5, 31],
  [85.5, 59],
  [85.5, 74],
];

/** For other counts, places of the ten are left out in mirror pairs. */
const kPairs: { [seats: number]: number[] } = {
  2: [],
  3: [3],
  4: [3],
  5: [2, 4],
  7: [2, 3, 4],
  8: [2, 3, 4],
  9: [1, 2, 3, 4],
  10: [1, 2, 3, 4],
};

export function places(seats: number, narrow: boolean): Spot[] {
  const spot = (at: number[] | undefined): Spot => ({ x: at![0]!, y: at![1]! });
  if (seats === 6) return (narrow ? kPhoneSix : kWideSix).map(spot);
  const ten = narrow ? kPhoneTen : kWideTen;
  const left = kPairs[Math.min(Math.max(seats, 2), 10)]!;
  const order = [
    0,
    ...left,
    ...(seats % 2 === 0 ? [5] : []),
    ...left.map((pair) => 10 - pair).reverse(),
  ];
  return order.slice(0, Math.max(1, seats)).map((place) => spot(ten[place]));
}

export interface OvalSizes {
  /** Stages narrower than this have the places and sizes of a phone. */
  narrow: boolean;
  /** Narrower than a phone: beside the panel of a small window. */
  tiny: boolean;
  plate: { width: number; height: number };
  back: number;
  face: number;
  own: number;
  /** The width of all own cards, at most. */
  ownRow: number;
  board: number;
  bet: { width: number; height: number };
  mark: number;
  heightMin: number;
  /** A wide window with little height. */
  low: boolean;
}

export const kNarrow = 940;

export function sizesFor(seats: number, width: number, height: number): OvalSizes {
  const narrow = width < kNarrow;
  const tiny = width < 380;
  const many = seats >= 8;
  const low = height < 480;
  if (narrow) {
    return {
      narrow,
      tiny,
      back: 25,
      face: 32,
      own: 56,
      ownRow: 180,
      board: tiny ? 45 : 47,
      mark: 20,
      plate: { width: tiny ? 90 : 104, height: 42 },
      bet: { width: tiny ? 48 : 62, height: 22 },
      heightMin: seats === 6 ? 480 : tiny ? 600 : 544,
      low: false,
    };
  }
  return {
    narrow,
    tiny,
    back: many ? 33 : 37,
    face: many ? 40 : 46,
    own: low ? 58 : 76,
    ownRow: many ? 158 : 240,
    mark: 24,
    board: low ? 52 : many ? 70 : 76,
    plate: { width: many ? 140 : 156, height: 54 },
    bet: { width: 78, height: 26 },
    heightMin: many ? 540 : 416,
    low,
  };
}

export interface SeatPlace {
  plate: Spot;
  bet: Spot;
  mark: Spot;
}

const kMargin = 8;
const kBeside = 16;

/** The smaller gap between the own cards and the plate beside them, where space is short. */
const kBesidePressed = 8;

/** Returns the width of an own card, how far apart they are, half the width of them all, and their middle. Where they
 * and the plate beside them have no room, the cards lie on one another, and more to the left. */
export function ownRow(cards: number, width: number, sizes: OvalSizes) {
  const many = sizes.tiny && cards > 5;
  const own = many ? 44 : sizes.own;
  const room = Math.min(width - 2 * (sizes.plate.width + kBeside + 4), sizes.ownRow);
  const least = many ? 17 : 18;
  const apart = cards < 2 ? 0 : Math.min(own + 6, Math.max(least, Math.floor((room - own) / (cards - 1))));
  const half = (own + apart * Math.max(0, cards - 1)) / 2;
  const end = width - sizes.plate.width - 4 - kBesidePressed;
  return { own, apart, half, middle: Math.min(width / 2, end - half) };
}

/** The part of a hidden card that shows beside the next. */
const kBackApart = 6;

/** Returns how far the next card of another seat is from each of these, of which the hidden ones come first. They lie
 * on one another where their row would be wider than the plate with its margins, so all stay in the window. */
export function pocketSteps(backs: number, faces: number, sizes: OvalSizes): number[] {
  if (backs + faces < 2) return [];
  const width = faces > 0 ? sizes.face : sizes.back;
  const room = sizes.plate.width + 2 * kMargin - width;
  const whole = width + 4;
  if (whole * (backs + faces - 1) <= room) return Array(backs + faces - 1).fill(whole);
  if (faces === 0) return Array(backs - 1).fill(Math.floor(room / (backs - 1)));
  const hidden = Math.min(backs, backs + faces - 1);
  const each = faces > 1 ? Math.min(whole, Math.floor((room - hidden * kBackApart) / (faces - 1))) : 0;
  return [...Array(hidden).fill(kBackApart), ...Array(faces - 1).fill(each)];
}

/** Returns the middle of each seat's plate, bet and button, in pixels. `mine` says whether the
 * first place is that of the player who looks: its plate then stands beside the own cards, of which there are `ownCards`. `open`
 * leaves room for shown cards, which stand wholly above their plate. */
export function layOut(
  seats: number,
  width: number,
  height: number,
  mine: boolean,
  open = false,
  ownCards = 2,
): SeatPlace[] {
  const sizes = sizesFor(seats, width, height);
  const { plate: box } = sizes;
  const half = { x: box.width / 2, y: box.height / 2 };
  const cards = open ? Math.round(sizes.face * 1.4) + 4 : Math.round(sizes.back * 1.05);
  return places(seats, sizes.narrow).map((place, i) => {
    const own = i === 0 && mine;
    const x = Math.min(
      Math.max((place.x / 100) * width, half.x + kMargin),
      width - half.x - kMargin,
    );
    const y = Math.min(
      Math.max((place.y / 100) * height, half.y + cards + kMargin),
      height - half.y - kMargin,
    );
    if (!own) return narrowOrWide({ x, y }, width, height, sizes, seats);
    const { half: row, middle } = ownRow(ownCards, width, sizes);
    const beside = Math.min(middle + row + kBeside + half.x, width - half.x - 4);
    const plate = { x: beside, y: height - half.y - kMargin };
    return {
      plate,
      // Left of the own cards there is nothing else.
      bet: { x: middle - row - sizes.bet.width / 2 - 14, y: height - box.height + 8 },
      mark: {
        x: middle - row - sizes.mark / 2 - 14,
        y: height - box.height - sizes.mark + 4,
      },
    };
  });
}

function narrowOrWide(
  plate: Spot,
  width: number,
  height: number,
  sizes: OvalSizes,
  seats: number,
): SeatPlace {
  const side = plate.x < width / 2 - 30 ? 1 : plate.x > width / 2 + 30 ? -1 : 0;
  return sizes.narrow
    ? narrowSpots(plate, side, height, sizes, seats)
    : wideSpots(plate, side, height, sizes);
}

/** On a desk bets and button are beside the plate, one at its upper and one at its lower half. */
function wideSpots(plate: Spot, side: number, height: number, sizes: OvalSizes): SeatPlace {
  const { plate: box, bet, mark, low } = sizes;
  if (side === 0) {
    return {
      plate,
      // In a low window the pot stands right below the plate.
      bet: low
        ? { x: plate.x - box.width / 2 - bet.width / 2 - 8, y: plate.y + 14 }
        : { x: plate.x, y: plate.y + box.height / 2 + bet.height / 2 + 8 },
      mark: {
        x: plate.x + box.width / 2 - mark / 2 - 2,
        y: plate.y - box.height / 2 - mark / 2 - 2,
      },
    };
  }
  const edge = plate.x + side * (box.width / 2);
  const up = plate.y > height * 0.46 ? -1 : 1;
  return {
    plate,
    bet: { x: edge + side * (bet.width / 2 + 20), y: plate.y + up * 14 },
    mark: { x: edge + side * (mark / 2 + 6), y: plate.y - up * (mark / 2 + 4) },
  };
}

/** On a phone the board has a row of its own, and bets keep out of it. The button lies at the upper
 * corner of its plate, beside the backs. */
function narrowSpots(
  plate: Spot,
  side: number,
  height: number,
  sizes: OvalSizes,
  seats: number,
): SeatPlace {
  const { plate: box, bet, mark: size } = sizes;
  const below = plate.y + box.height / 2 + bet.height / 2 + 4;
  const edge = plate.x + (side === 0 ? 1 : side) * (box.width / 2);
  const mark = {
    x: edge - (side === 0 ? 1 : side) * 5,
    y: plate.y - box.height / 2 - size / 2 - 1,
  };
  if (side === 0) return { plate, bet: { x: plate.x, y: below }, mark };
  const beside = edge + side * (bet.width / 2 + 5);
  // Beside the top plate there is no room, so the corners have their bets below, clear of the backs
  // of the seat under them.
  if (seats !== 6 && plate.y < height * 0.22) {
    return { plate, bet: { x: edge + side * (sizes.tiny ? -4 : 0), y: below }, mark };
  }
  if (plate.y < height * 0.42) {
    const bets = seats === 6 ? { x: plate.x + side * 8, y: below } : { x: beside, y: plate.y - 13 };
    return { plate, bet: bets, mark };
  }
  // Opposite bets would meet in a tiny window: one is a little lower than the other.
  return { plate, bet: { x: beside, y: plate.y + (sizes.tiny ? side * 6 : 6) }, mark };
}
