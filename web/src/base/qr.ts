const kUpper = '\u2580';
const kLower = '\u2584';
const kBoth = '\u2588';
const kLinesMax = 100;

/**
 * Returns the dark modules of a QR code that is drawn in half blocks, where a block is light, as
 * [column, row], and the width of the code in modules; width 0 if the lines are no square.
 */
export function darkModules(lines: string[]): { size: number; dark: [number, number][] } {
  const size = lines[0]?.length ?? 0;
  const whole = lines.every((line) => line.length === size);
  const rows = lines.length * 2;
  if (!whole || lines.length > kLinesMax || (size !== rows && size !== rows - 1))
    return { size: 0, dark: [] };
  const dark: [number, number][] = [];
  lines.forEach((line, i) => {
    [...line].forEach((block, x) => {
      if (block !== kUpper && block !== kBoth) dark.push([x, 2 * i]);
      if (block !== kLower && block !== kBoth && 2 * i + 1 < size) dark.push([x, 2 * i + 1]);
    });
  });
  return { size, dark };
}
