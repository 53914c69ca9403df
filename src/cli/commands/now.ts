import { setTimeout as sleep } from 'node:timers/promises';
import { LecternError } from '../../contract/lectern-error.ts';
import { type CommandCall, defineLocalCommand, UsageError } from '../command.ts';
import { parseAs } from '../parse-as.ts';
import { LIVE_OPTIONS, RemoteLive, RemoteNow, RemoteNowEvent } from '../remote/remote-live.ts';
import { formatFacts } from '../terminal/columns.ts';

/** How long a question for news waits at the server, and how long after a failure the next one is asked. */
const WAIT_SECONDS = 20;
const RETRY_MS = 2_000;

/** Its document is what the server says of the Live. */
export const showNow = defineLocalCommand({
  name: 'now',
  summary: 'Show what a Live shows now and what comes next; with --watch, a line for each change',
  example: '--live "Main screen" --watch',
  options: [...LIVE_OPTIONS, { flags: '--watch', meaning: 'Go on, with a line for each change, until Ctrl+C' }],
  local: async (typed): Promise<RemoteNow> => {
    const live = await RemoteLive.find(typed);
    if (typed.options.watch) await watch(live, typed);
    return live.now();
  },
  toText: formatNow,
});

/** Goes on until the process is ended. Throws what the server refuses; an outage is waited for. */
async function watch(live: RemoteLive, { showLine }: CommandCall): Promise<never> {
  if (!showLine) throw new UsageError('--watch has a line for each change, and --json one document: give one of them.');
  let cursor: string | null = null;
  let lost = false;
  for (;;) {
    try {
      const after: string = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}&wait=${WAIT_SECONDS}`;
      const event: Awaited<ReturnType<typeof nextEvent>> = await nextEvent(live, after);
      if (lost) showLine('The server answers again.');
      lost = false;
      cursor = event.cursor;
      const now = await parseAs(RemoteNow, event.data);
      if (now) showLine(`${new Date().toTimeString().slice(0, 8)}  ${toLine(now)}`);
    } catch (error) {
      const isOutage = error instanceof LecternError && error.code === 'unavailable';
      if (!isOutage) throw error;
      if (!lost) showLine(`${error.message} Asking again every ${RETRY_MS / 1000} s.`);
      lost = true;
      await sleep(RETRY_MS);
    }
  }
}

const nextEvent = (live: RemoteLive, query: string) => live.read(RemoteNowEvent, 'GET', `/events?view=now${query}`);

/** One word that says what the audience gets. */
function stateOf({ status, showing, focus, slide }: RemoteNow): string {
  if (status === 'stopped') return 'STOPPED';
  if (!focus && !slide) return 'EMPTY';
  return showing ? 'LIVE' : 'HIDDEN';
}

function placeOf({ focus, slide, queue }: RemoteNow): string {
  if (slide) return `${slide.deck}, slide ${slide.index + 1} of ${slide.count}`;
  if (!focus) return '';
  const part = focus.parts > 1 ? `, part ${focus.part + 1} of ${focus.parts}` : '';
  const page = queue.page === null ? '' : `, page ${queue.page + 1} of ${queue.pages}`;
  return `${focus.reference}${part}${page}`;
}

const toLine = (now: RemoteNow): string => `${stateOf(now).padEnd(7)}  ${placeOf(now)}`.trimEnd();

/** Shared with the commands that change what is shown. */
export function formatNow(now: RemoteNow): string {
  const { name, focus, slide, next } = now;
  const texts = slide
    ? [slide.title, slide.text].filter((text) => text !== null)
    : (focus?.texts ?? []).map(({ translation, text }) =>
        focus!.texts.length > 1 ? `[${translation}] ${text}` : text,
      );
  const following = slide ? slide.next_title : next && `${next.reference}${next.queued ? '' : ' (not in the queue)'}`;
  return [
    formatFacts({ Live: name, Shows: toLine(now), ...(following && { Next: following }) }),
    ...(texts.length > 0 ? ['', ...texts] : []),
  ].join('\n');
}
