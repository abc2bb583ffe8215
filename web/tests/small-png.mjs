/** Writes a picture of a screen with a palette of 256 colours: a third of the bytes. */
import { deflateSync, inflateSync } from 'node:zlib';

const kSignature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

const kCrcs = Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; ++bit) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte >>> 0;
});

/** Returns the checksum that ends each chunk of a PNG. */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ kCrcs[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
}

function chunks(png) {
  const found = {};
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    found[type] = Buffer.concat([
      found[type] ?? Buffer.alloc(0),
      png.subarray(at + 8, at + 8 + length),
    ]);
    at += 12 + length;
  }
  return found;
}

/** Returns the bytes of each row, without the filters of the PNG format. */
function pixels(data, width, height, size) {
  const stride = width * size;
  const out = Buffer.alloc(stride * height);
  const paeth = (a, b, c) => {
    const [x, y, z] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return x <= y && x <= z ? a : y <= z ? b : c;
  };
  for (let row = 0; row < height; ++row) {
    const filter = data[row * (stride + 1)];
    for (let i = 0; i < stride; ++i) {
      const left = i < size ? 0 : out[row * stride + i - size];
      const up = row === 0 ? 0 : out[(row - 1) * stride + i];
      const corner = row === 0 || i < size ? 0 : out[(row - 1) * stride + i - size];
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      out[row * stride + i] = data[row * (stride + 1) + 1 + i] + guess;
    }
  }
  return out;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Returns the most frequent colours, and at most 256 of them. */
function palette(counts) {
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 256)
    .map(([colour]) => colour);
}

const distance = (a, b) =>
  ((a >> 16) - (b >> 16)) ** 2 +
  (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 +
  ((a & 255) - (b & 255)) ** 2;

/** Returns an 8-bit PNG of Chromium's as one with a palette. */
export function smallPng(png) {
  const { IHDR, IDAT } = chunks(png);
  const [width, height] = [IHDR.readUInt32BE(0), IHDR.readUInt32BE(4)];
  const size = IHDR[9] === 6 ? 4 : 3;
  const raw = pixels(inflateSync(IDAT), width, height, size);
  const colours = new Uint32Array(width * height);
  const counts = new Map();
  for (let i = 0; i < colours.length; ++i) {
    const colour = (raw[i * size] << 16) | (raw[i * size + 1] << 8) | raw[i * size + 2];
    colours[i] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const kept = palette(counts);
  const index = new Map(kept.map((colour, i) => [colour, i]));
  const nearest = (colour) => {
    let best = 0;
    for (let i = 1; i < kept.length; ++i) {
      if (distance(kept[i], colour) < distance(kept[best], colour)) best = i;
    }
    return best;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let i = 0; i < colours.length; ++i) {
    if (!index.has(colours[i])) index.set(colours[i], nearest(colours[i]));
    rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = index.get(colours[i]);
  }
  const header = Buffer.from(IHDR);
  header[8] = 8;
  header[9] = 3;
  const table = Buffer.from(
    kept.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
  );
  return Buffer.concat([
    kSignature,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
