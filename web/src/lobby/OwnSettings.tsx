import { useState } from 'preact/hooks';
import type { Lobby } from '../protocol/protocol';
import { plainName } from '../base/text';
import { words } from '../words';
import { Check } from './fields';
import { quoted } from './form';
import type { Say } from './say';

/** What a person settles once: the own name, and the relay through which friends come. */

/** The longest name and relay that a program takes, and some room for a mistake. */
const kTypedMax = 300;

/** A line with a field. `close`: the line was opened by a button, has the focus then, and closes once
 * it was sent. `note` hears what stands in the field. */
function Settling({
  label,
  value,
  placeholder,
  save,
  close,
  note,
}: {
  label: string;
  value: string;
  placeholder: string;
  save: (typed: string) => void;
  close?: () => void;
  note?: (typed: string) => void;
}) {
  const [typed, type] = useState(value);
  return (
    <form
      class="settling"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        save(typed.trim());
        note?.('');
        close?.();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close?.();
      }}
    >
      <input
        type="text"
        aria-label={label}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        maxLength={kTypedMax}
        value={typed}
        ref={(field) => close && field?.focus()}
        onInput={(event) => {
          type(event.currentTarget.value);
          note?.(event.currentTarget.value.trim());
        }}
      />
      <button type="submit">{words.lobby.save}</button>
    </form>
  );
}

/** The line by which a person takes a name. */
export const nameLine = (name: string): string => `name ${quoted(name)}`;

interface OwnNameProps {
  me: string;
  /** Nobody has chosen the name yet. */
  asks: boolean;
  say: Say;
  /** Hears the name that stands in the field and is not saved. */
  note: (typed: string) => void;
}

export function OwnName({ me, asks, say, note }: OwnNameProps) {
  const [open, set] = useState(false);
  if (open || asks)
    return (
      <>
        <span class="soft own-label" aria-hidden="true">
          {words.lobby.yourName}
        </span>
        <Settling
          label={words.lobby.yourName}
          value={me}
          placeholder=""
          save={(typed) => say(nameLine(typed))}
          {...(asks ? { note } : { close: () => set(false) })}
        />
      </>
    );
  return (
    <>
      <bdi class="strong one-line">{plainName(me)}</bdi>
      <button type="button" class="bare" aria-label={words.lobby.changeName} onClick={() => set(true)}>
        {words.lobby.change}
      </button>
    </>
  );
}

/** Asks once how friends in other houses come to the tables that are opened here. */
function AskReach({ lobby, say }: { lobby: Lobby; say: Say }) {
  return (
    <div class="reach asks" role="group" aria-label={words.lobby.reach}>
      <p class="strong">{words.lobby.reach}</p>
      <div class="buttons">
        {lobby.offered.map((relay) => (
          <button type="button" key={relay} onClick={() => say(`relay ${quoted(relay)}`)}>
            {words.lobby.through(relay)}
          </button>
        ))}
        <Settling
          label={words.lobby.friendsRelay}
          value=""
          placeholder={words.lobby.friendsRelay}
          save={(typed) => say(`relay ${quoted(typed)}`)}
        />
        <button type="button" onClick={() => say("relay ''")}>
          {words.lobby.sameHouse}
        </button>
      </div>
      <details class="dim">
        <summary>{words.lobby.aboutRelays}</summary>
        <p>{words.lobby.ownRelay}</p>
      </details>
    </div>
  );
}

/** How others reach the tables that are opened here. */
export function Reach({ lobby, say }: { lobby: Lobby; say: Say }) {
  const [open, set] = useState(false);
  const { relays } = lobby;
  if (lobby.asks_reach) return <AskReach lobby={lobby} say={say} />;
  const close = (): void => set(false);
  return (
    <div class="reach" role="group" aria-label={words.lobby.reach}>
      <p>
        {relays.length > 0 ? words.lobby.byRelay(words.names(relays)) : words.lobby.byAddress}{' '}
        {!open && (
          <button type="button" class="bare" aria-label={words.lobby.changeReach} onClick={() => set(true)}>
            {words.lobby.change}
          </button>
        )}
      </p>
      {open && (
        <div class="buttons">
          <Settling
            label={words.lobby.relay}
            value={relays[0] ?? ''}
            placeholder="relay.example.org"
            save={(typed) => say(`relay ${quoted(typed)}`)}
            close={close}
          />
          {relays.length > 0 && (
            <button
              type="button"
              onClick={() => {
                say("relay ''");
                close();
              }}
            >
              {words.lobby.noRelay}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Whether the person's losing hands are shown at a showdown, at tables that are opened or joined
 * from here on. */
export function ShowsLosing({ shows, say }: { shows: boolean; say: Say }) {
  return (
    <Check
      label={words.lobby.showsLosing}
      checked={shows}
      choose={(checked) => say(`show-losing ${checked ? 'yes' : 'no'}`)}
    />
  );
}
