import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { sendLine } from '../store/socket';

/** What leads through a match that is looked at: a slider of its places, and buttons of a line each. */

export function PlaceSlider({
  first,
  last,
  at,
  label,
  text,
  line,
}: {
  first: number;
  last: number;
  at: number;
  label: string;
  /** The place in words. */
  text: string;
  /** Returns the line that goes to a place. */
  line: (place: number) => string;
}) {
  // While it is dragged, the slider stands where the hand is and not where the program was.
  const [dragged, drag] = useState<number | null>(null);
  useEffect(() => {
    if (dragged === null) return undefined;
    if (dragged === at) drag(null);
    const timer = setTimeout(() => drag(null), 1000);
    return () => clearTimeout(timer);
  }, [dragged, at]);
  const shown = dragged ?? at;
  const part = (100 * (shown - first)) / Math.max(1, last - first);
  return (
    <input
      type="range"
      min={first}
      max={last}
      value={shown}
      disabled={first === last}
      style={{ '--part': `${part.toFixed(2)}%` }}
      aria-label={label}
      aria-valuetext={text}
      onInput={(event) => {
        const place = Number(event.currentTarget.value);
        drag(place);
        sendLine(line(place));
      }}
    />
  );
}

export function StepButton({
  line,
  icon,
  label,
  disabled = false,
}: {
  line: string;
  icon: string;
  label: string;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      class="step"
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={() => sendLine(line)}
    >
      <Icon name={icon} />
    </button>
  );
}
