import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Json, LobbyParam } from '../protocol/protocol';
import { grouped } from '../base/text';
import { words } from '../words';
import { inRange, stepOf, valueOf } from './form';

/** The fields of a form: a label over each, and a line below on what it takes. */

export function Frame({
  label,
  about,
  of,
  children,
}: {
  label: string;
  about: string;
  /** The field that the label is of; none: the children have labels of their own. */
  of?: string;
  children: ComponentChildren;
}) {
  return (
    <div class="field" data-box="field">
      {of === undefined ? (
        <span class="field-label soft">{label}</span>
      ) : (
        <label class="field-label soft" for={of}>
          {label}
        </label>
      )}
      {children}
      {about !== '' && <span class="dim small field-about">{about}</span>}
    </div>
  );
}

const same = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** One of a few: side by side, or as a list. */
export function Choice({
  label,
  about = '',
  options,
  value,
  list = false,
  disabled = false,
  choose,
}: {
  label: string;
  about?: string;
  options: [name: string, value: Json][];
  value: Json;
  list?: boolean;
  disabled?: boolean;
  choose: (value: Json) => void;
}) {
  const id = useId();
  const at = options.findIndex(([, each]) => same(each, value));
  if (list) {
    return (
      <Frame label={label} about={about} of={id}>
        <select
          id={id}
          value={at}
          onChange={(event) => choose(options[Number(event.currentTarget.value)]![1])}
        >
          {options.map(([name], i) => (
            <option key={name} value={i}>
              {name}
            </option>
          ))}
        </select>
      </Frame>
    );
  }
  return (
    <Frame label={label} about={about}>
      <div class="segment" role="radiogroup" aria-label={label}>
        {options.map(([name], i) => (
          <label key={name} class={disabled ? 'off' : ''}>
            <input
              type="radio"
              name={id}
              checked={i === at}
              disabled={disabled}
              onChange={() => choose(options[i]![1])}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </Frame>
  );
}

/** A box to check, with its sentence beside it. */
export function Check({
  label,
  checked,
  choose,
}: {
  label: string;
  checked: boolean;
  choose: (checked: boolean) => void;
}) {
  return (
    <label class="check-field">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** Returns what a number may be, in words: "2 to 10"; "" for what is as good as any. */
function rangeOf(min: number | null, max: number | null): string {
  const kAny = 1_000_000;
  const shown = (value: number): string => grouped(value, words.separator);
  if (min === null || (max !== null && max >= kAny)) return '';
  return max === null ? words.lobby.atLeast(shown(min)) : words.lobby.range(shown(min), shown(max));
}

/** Returns the number that was typed, with separators or without; null if it is none. */
export function numberTyped(typed: string): number | null {
  const digits = typed.replace(/[\s.,]/g, '').replace('−', '-');
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** A number with - and +, which can be typed, too. `bare`: one of a pair, without a frame. `brief`:
 * the buttons alone say what the number may be. */
export function NumberField({
  label,
  about,
  value,
  param,
  bare = false,
  brief = false,
  change,
}: {
  label: string;
  about: string;
  value: number;
  param: Pick<LobbyParam, 'min' | 'max' | 'standard'>;
  bare?: boolean;
  brief?: boolean;
  change: (value: number) => void;
}) {
  const id = useId();
  const [typed, type] = useState<string | null>(null);
  const step = stepOf(param.standard);
  const to = (next: number): void => {
    type(null);
    change(inRange(next, param.min, param.max));
  };
  const keys = (event: KeyboardEvent): void => {
    const by = { ArrowUp: step, ArrowDown: -step, PageUp: 10 * step, PageDown: -10 * step }[
      event.key
    ];
    if (event.key === 'Enter' && typed !== null) {
      const { form } = event.currentTarget as HTMLInputElement;
      event.preventDefault();
      to(numberTyped(typed) ?? value);
      setTimeout(() => form?.requestSubmit()); // once the form has the number
    }
    if (by === undefined) return;
    event.preventDefault();
    to(value + by);
  };
  const input = (
    <input
      id={id}
      type="text"
      inputMode="numeric"
      autocomplete="off"
      aria-label={bare ? label : undefined}
      title={bare ? label : undefined}
      value={typed ?? grouped(value, words.separator)}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== null) to(numberTyped(typed) ?? value);
      }}
      onKeyDown={keys}
    />
  );
  if (bare) return input;
  const range = brief ? '' : rangeOf(param.min, param.max);
  return (
    <Frame label={label} about={range || about} of={id}>
      <div class="lobby-number">
        <button
          type="button"
          aria-label={words.lobby.less(label)}
          disabled={param.min !== null && value <= param.min}
          onClick={() => to(value - step)}
        >
          −
        </button>
        {input}
        <button
          type="button"
          aria-label={words.lobby.more(label)}
          disabled={param.max !== null && value >= param.max}
          onClick={() => to(value + step)}
        >
          +
        </button>
      </div>
    </Frame>
  );
}

export function TextField({
  label,
  about,
  param,
  value,
  change,
}: {
  label: string;
  about: string;
  param: LobbyParam;
  value: Json;
  change: (value: Json) => void;
}) {
  const id = useId();
  const [typed, type] = useState<string | null>(null);
  const shown = typed ?? (param.kind === 'text' ? String(value) : JSON.stringify(value));
  const bad = typed !== null && valueOf(param, typed) === undefined;
  return (
    <Frame label={label} about={bad ? words.lobby.badValue : about} of={id}>
      <input
        id={id}
        type="text"
        class="mono"
        autocomplete="off"
        spellcheck={false}
        aria-invalid={bad}
        maxLength={1000}
        value={shown}
        onInput={(event) => {
          const text = event.currentTarget.value;
          type(text);
          const next = valueOf(param, text);
          if (next !== undefined) change(next);
        }}
      />
    </Frame>
  );
}
