import { fetchLives } from '../live/fetch-lives.ts';
import type { ConsoleContext } from '../state/console-context.ts';

/** Hides every running Live of the owner, and says which could not be hidden. */
export async function pauseAllLives({ session, live, words }: ConsoleContext): Promise<void> {
  const failed: string[] = [];
  let hidden = 0;
  try {
    for (const each of await fetchLives(session)) {
      const outcome = await pauseOne(session, each.id).catch(() => 'failed' as const);
      if (outcome === 'failed') failed.push(each.name);
      if (outcome === 'hidden') hidden += 1;
    }
  } catch {
    return live.say(words.strip.notSent(words.keys.names.pauseAll));
  }
  live.say(failed.length > 0 ? words.pauseAll.failed(failed.join(', ')) : words.pauseAll.hidden(hidden));
}

/** Somebody may change the Live in between: then it is read and paused again, once. */
async function pauseOne(
  { client }: ConsoleContext['session'],
  liveId: string,
): Promise<'hidden' | 'was hidden' | 'failed'> {
  const path = { live_id: liveId };
  for (let attempt = 0; attempt < 2; attempt++) {
    const { data: now } = await client.GET('/v1/lives/{live_id}/now', { params: { path } });
    if (now.paused || now.status === 'stopped') return 'was hidden';
    const params = { path, header: { 'if-match': now.etag } };
    const done = await client
      .PATCH('/v1/lives/{live_id}/playback', { params, body: { paused: true } })
      .catch(() => null);
    if (done) return 'hidden';
  }
  return 'failed';
}
