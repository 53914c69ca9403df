import { setTimeout as sleep } from 'node:timers/promises';
import { LecternError } from '../../contract/lectern-error.ts';
import { parseAs } from '../../contract/parse-as.ts';
import { type CommandCall, defineLocalCommand, UsageError } from '../command.ts';
import { LIVE_OPTIONS, RemoteLive, RemoteNow, RemoteNowEvent } from '../remote/remote-live.ts';
import { formatFacts } from '../terminal/columns.ts';

/** Duration of a poll, and the delay after a failed one. */
const WAIT_SECONDS = 20;
const RETRY_MS = 2_000;

/** Its document is the server's representation of what the Live shows. */
export const showNow = defineLocalCommand({
  name: 'now',
  summary: 'Show what a Live shows and what comes next, or follow its changes with --watch',
  example: '--live "Main hall" --watch',
  options: [
    ...LIVE_OPTIONS,
    { flags: '--watch', description: 'Keep running and print a line for each change, until Ctrl+C' },
  ],
  local: async (call): Promise<RemoteNow> => {
    const live = await RemoteLive.find(call);
    if (call.options.watch) await watch(live, call);
    return live.now();
  },
  toText: formatNow,
});

/**
 * Prints changes until the process ends. Retries while the server is unreachable. Throws other errors of the server.
 */
async function watch(live: RemoteLive, { showLine }: CommandCall): Promise<never> {
  if (!showLine) throw new UsageError('--watch and --json cannot be combined: --watch prints a line for each change.');
  let cursor: string | null = null;
  let lost = false;
  for (;;) {
    try {
      const after: string = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}&wait=${WAIT_SECONDS}`;
      const event: Awaited<ReturnType<typeof nextEvent>> = await nextEvent(live, after);
      if (lost) showLine('The server is reachable again.');
      lost = false;
      cursor = event.cursor;
      const now = await parseAs(RemoteNow, event.data);
      if (now) showLine(`${new Date().toTimeString().slice(0, 8)}  ${formatLine(now)}`);
    } catch (error) {
      const isOutage = error instanceof LecternError && error.code === 'unavailable';
      if (!isOutage) throw error;
      if (!lost) showLine(`${error.message} Retrying every ${RETRY_MS / 1000} s.`);
      lost = true;
      await sleep(RETRY_MS);
    }
  }
}

const nextEvent = (live: RemoteLive, query: string) => live.read(RemoteNowEvent, 'GET', `/events?view=now${query}`);

/** Returns one word for what the audience sees. */
function describeState({ status, showing, focus, slide }: RemoteNow): string {
  if (status === 'stopped') return 'STOPPED';
  if (!focus && !slide) return 'EMPTY';
  return showing ? 'LIVE' : 'HIDDEN';
}

function describePosition({ focus, slide, queue }: RemoteNow): string {
  if (slide) return `${slide.deck}, slide ${slide.index + 1} of ${slide.count}`;
  if (!focus) return '';
  const part = focus.parts > 1 ? `, part ${focus.part + 1} of ${focus.parts}` : '';
  const page = queue.page === null ? '' : `, page ${queue.page + 1} of ${queue.pages}`;
  return `${focus.reference}${part}${page}`;
}

const formatLine = (now: RemoteNow): string => `${describeState(now).padEnd(7)}  ${describePosition(now)}`.trimEnd();

/** Formats what a Live shows, also for the commands that change it. */
export function formatNow(now: RemoteNow): string {
  const { name, focus, slide, next } = now;
  const texts = slide
    ? [slide.title, slide.text].filter((text) => text !== null)
    : (focus?.texts ?? []).map(({ translation, text }) =>
        focus!.texts.length > 1 ? `[${translation}] ${text}` : text,
      );
  const following = slide ? slide.next_title : next && `${next.reference}${next.queued ? '' : ' (not in the queue)'}`;
  return [
    formatFacts({ Live: name, Shows: formatLine(now), ...(following && { Next: following }) }),
    ...(texts.length > 0 ? ['', ...texts] : []),
  ].join('\n');
}
