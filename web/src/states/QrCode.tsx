import { darkModules } from '../base/qr';
import { words } from '../words';

/** A QR code, which a phone reads from the screen: dark on light in every theme. */
export function QrCode({ lines }: { lines: string[] }) {
  const { size, dark } = darkModules(lines);
  if (size === 0) return null;
  return (
    <svg
      class="qr"
      role="img"
      aria-label={words.linkAsQr}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path d={dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('')} />
    </svg>
  );
}
