import { useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { words } from '../words';

/** A button that copies a text. */
export function CopyButton({
  text,
  label = words.copy,
  className = '',
}: {
  text: string;
  label?: string;
  className?: string;
}) {
  const [done, set] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      set(true);
      setTimeout(() => set(false), 2000);
    } catch {
      set(false); // refused: the text stands beside the button and can be selected
    }
  };
  return (
    <button type="button" class={className} onClick={() => void copy()}>
      <Icon name={done ? 'check' : 'copy'} />
      {done ? words.copied : label}
    </button>
  );
}
