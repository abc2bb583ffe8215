import { Icon } from '../art/Art';
import type { Replay, State } from '../protocol/protocol';
import { lineTo, placeName, recordName, rowNow, stripAt, ticksOf } from './replay';
import { sendLine } from '../store/socket';
import { grouped } from '../base/text';
import { words } from '../words';
import { PlaceSlider, StepButton } from '../parts/PlaceSlider';
import { kTight, SuitText, useNarrower, usePhone } from '../parts/shared';

/** The one bar under a replay: where it stands, the slider of the hand, and how it goes on. */

const count = (value: number): string => grouped(value, words.separator);

/** All records in a strip: those that follow each other and were found alike are one bar. */
function RecordStrip({ replay }: { replay: Replay }) {
  const of = (mark: string): number =>
    replay.runs.reduce((sum, run) => sum + (run.mark === mark ? run.count : 0), 0);
  return (
    <svg
      class="record-strip"
      viewBox="0 0 1000 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={words.stripName(replay.last + 1, of('absence'), of('failing'))}
    >
      {replay.runs.map((run) => {
        const low = run.mark === 'checked';
        const width = stripAt(replay, run.count);
        return (
          <rect
            key={run.record}
            class={`is-${run.mark}`}
            x={stripAt(replay, run.record)}
            y={low ? 4 : 0}
            width={low ? width : Math.max(width, 3)}
            height={low ? 4 : 12}
          />
        );
      })}
      {replay.starts.map((start) => (
        <rect
          key={`hand ${start.text}`}
          class="start"
          x={stripAt(replay, start.record)}
          y={8}
          width={1}
          height={3}
        />
      ))}
      <rect
        class="here"
        x={Math.min(996, Math.max(0, stripAt(replay, replay.record + 0.5) - 2))}
        y={0}
        width={4}
        height={12}
      />
    </svg>
  );
}

function Slider({ replay }: { replay: Replay }) {
  const phone = usePhone();
  const tight = useNarrower(kTight);
  return (
    <div class="replay-slider">
      <PlaceSlider
        first={replay.first_of_hand}
        last={replay.last_of_hand}
        at={replay.record}
        label={replay.hand > 0 ? words.placeInHand(replay.hand) : words.placeInMatch}
        text={recordName(replay)}
        line={lineTo}
      />
      <div class="ticks" aria-hidden="true" hidden={replay.streets.length === 0}>
        {ticksOf(replay, phone ? 20 : tight ? 15 : 8.5).map((tick) => (
          <span
            key={tick.record}
            class={`tick ${tick.now ? 'now' : ''} ${tick.ends ? 'from-right' : ''}`}
            style={{ left: `${tick.at.toFixed(2)}%` }}
          >
            {tick.shown && <span>{tick.label}</span>}
          </span>
        ))}
      </div>
    </div>
  );
}

function HandField({ replay }: { replay: Replay }) {
  if (replay.hands === 0) return null;
  return (
    <label class="hand-field">
      <span>{words.handWord}</span>
      <input
        type="number"
        min={1}
        max={replay.hands}
        // The field follows the replay, so that what is typed counts once it is sent.
        key={replay.hand}
        defaultValue={String(replay.hand)}
        onChange={(event) => {
          const hand = Math.trunc(Number(event.currentTarget.value));
          if (hand >= 1 && hand <= replay.hands) sendLine(`hand ${hand}`);
          else event.currentTarget.value = String(replay.hand);
        }}
      />
      <span class="dim">{words.ofAll(count(replay.hands))}</span>
    </label>
  );
}

const kSpeeds = [1, 2, 4, 8];

function Speed({ replay }: { replay: Replay }) {
  return (
    <label class="speed-field">
      <span>{words.speed}</span>
      <select
        value={replay.speed}
        onChange={(event) => sendLine(`speed ${event.currentTarget.value}`)}
      >
        {kSpeeds.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
    </label>
  );
}

/** Who looks: everybody, or the seat whose private file stands beside the transcript. */
function Perspective({ replay }: { replay: Replay }) {
  if (replay.owner < 0) return null;
  const choice = (mine: boolean, line: string, label: string) => (
    <button type="button" aria-pressed={replay.mine === mine} onClick={() => sendLine(line)}>
      {label}
    </button>
  );
  return (
    <div class="segment" role="group" aria-label={words.perspective}>
      {choice(false, 'all', words.everybody)}
      {choice(true, 'mine', words.mySeat)}
    </div>
  );
}

export function ReplayBar({ state, replay }: { state: State; replay: Replay }) {
  const phone = usePhone();
  const row = rowNow(replay);
  const now = row?.lines.join(' · ') ?? '';
  const absent = row?.mark === 'absence';
  return (
    <footer class="bar replay-bar">
      <RecordStrip replay={replay} />
      <div class="turn-line" id="turn" tabIndex={-1}>
        <strong class="replay-place one-line">{placeName(replay)}</strong>
        {!phone && (
          <span class="soft one-line now-words" title={now}>
            <SuitText text={now} />
          </span>
        )}
        <span class="gap" />
        {replay.record >= 0 && (
          <span
            class={`record-mark ${absent ? 'turn-text' : 'good'}`}
            role="img"
            aria-label={recordName(replay)}
          >
            <Icon name={absent ? 'flag' : 'check'} />
            {phone
              ? words.recordShort(replay.record)
              : absent
                ? words.recordAbsence(replay.record)
                : words.recordChecked(replay.record)}
          </span>
        )}
        <span class="dim of-all">{words.ofAll(count(replay.last + 1))}</span>
      </div>
      <Slider replay={replay} />
      <div class="replay-buttons">
        <div class="steps-row">
          <StepButton line="first" icon="first" label={words.toFirst} />
          <StepButton line="back" icon="left" label={words.recordBack} />
          <button
            type="button"
            class="step play primary"
            aria-label={replay.plays ? words.pause : words.play}
            title={replay.plays ? words.pause : words.play}
            onClick={() => sendLine('play')}
          >
            <Icon name={replay.plays ? 'pause' : 'play'} />
          </button>
          <StepButton line="next" icon="right" label={words.recordNext} />
          <StepButton line="last" icon="last" label={words.toLast} />
        </div>
        <HandField replay={replay} />
        <Speed replay={replay} />
        <span class="key-caps" aria-hidden="true">
          <kbd>{words.spaceKey}</kbd>
          <kbd>←</kbd>
          <kbd>→</kbd>
          <kbd>[</kbd>
          <kbd>]</kbd>
        </span>
        <Perspective replay={replay} />
      </div>
      {state.result !== null && (
        <p class="replay-result strong">
          {state.result.words.join(' ')}
        </p>
      )}
    </footer>
  );
}
