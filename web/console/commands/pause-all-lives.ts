import { fetchLives } from '../../session/fetch-lives.ts';
import type { ConsoleContext } from '../state/console-context.ts';

/** Hides every running Live of the owner and reports those that could not be hidden. */
export async function pauseAllLives({ session, live, strings }: ConsoleContext): Promise<void> {
  const failed: string[] = [];
  let hidden = 0;
  try {
    for (const each of await fetchLives(session)) {
      const outcome = await pauseLive(session, each.id).catch(() => 'failed' as const);
      if (outcome === 'failed') failed.push(each.name);
      if (outcome === 'hidden') hidden += 1;
    }
  } catch {
    return live.showMessage(strings.strip.notSent(strings.keys.names.pauseAll));
  }
  live.showMessage(failed.length > 0 ? strings.pauseAll.failed(failed.join(', ')) : strings.pauseAll.hidden(hidden));
}

/** Hides one Live. Reads the state again and retries once if another client changes the Live in between. */
async function pauseLive(
  { client }: ConsoleContext['session'],
  liveId: string,
): Promise<'hidden' | 'was hidden' | 'failed'> {
  const path = { live_id: liveId };
  for (let attempt = 0; attempt < 2; attempt++) {
    const { data: now } = await client.GET('/v1/lives/{live_id}/now', { params: { path } });
    if (now.paused || now.status === 'stopped') return 'was hidden';
    const params = { path, header: { 'if-match': now.etag } };
    const response = await client
      .PATCH('/v1/lives/{live_id}/playback', { params, body: { paused: true } })
      .catch(() => null);
    if (response) return 'hidden';
  }
  return 'failed';
}
