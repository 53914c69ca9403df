import { COUNTDOWN_MAX_SECONDS } from '../../../../src/contract/limits.ts';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { DEFAULT_COUNTDOWN_SECONDS } from '../document/deck-document.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';

type Countdown = Pick<Slide, 'until' | 'seconds'>;

interface Props {
  readonly slide: Slide;
  onChange(fields: Countdown): void;
}

const KINDS = ['seconds', 'until'] as const;
const MINUTE_MS = 60_000;
/** A new time is the next one of these. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Renders how long a countdown lasts, or until when. [D76] */
export function CountdownField({ slide: { until = null, seconds = null }, onChange }: Props) {
  const { mayEdit } = useEditor().editor;
  const { countdown: texts } = useDecks().strings;
  const kind = until === null ? 'seconds' : 'until';
  const set = (fields: Countdown) => onChange({ until: null, seconds: null, ...fields });
  const begin: Record<typeof kind, () => Countdown> = {
    seconds: () => ({ seconds: DEFAULT_COUNTDOWN_SECONDS }),
    until: () => ({ until: new Date((Math.floor(Date.now() / QUARTER_MS) + 1) * QUARTER_MS).toISOString() }),
  };
  return (
    <>
      <fieldset class="segmented" disabled={!mayEdit}>
        <legend class="unseen">{texts.kind}</legend>
        {KINDS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={kind === one}
            onClick={() => {
              if (kind !== one) set(begin[one]());
            }}
          >
            {texts.kinds[one]}
          </button>
        ))}
      </fieldset>
      {until === null ? (
        <label class="field">
          {texts.kinds.seconds}
          <input
            type="number"
            min={1}
            max={COUNTDOWN_MAX_SECONDS / 60}
            step="any"
            readOnly={!mayEdit}
            value={(seconds ?? DEFAULT_COUNTDOWN_SECONDS) / 60}
            onInput={({ currentTarget: { valueAsNumber: minutes, validity } }) => {
              if (validity.valid && !Number.isNaN(minutes)) set({ seconds: Math.round(minutes * 60) });
            }}
          />
        </label>
      ) : (
        <label class="field">
          {texts.kinds.until}
          <input
            type="datetime-local"
            readOnly={!mayEdit}
            value={toLocalTime(until)}
            onInput={({ currentTarget: { value } }) => {
              if (value !== '') set({ until: new Date(value).toISOString() });
            }}
          />
        </label>
      )}
    </>
  );
}

/** Formats a time for a field, in the time zone of the browser. */
function toLocalTime(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
