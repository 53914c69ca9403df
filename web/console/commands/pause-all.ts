import type { ConsoleContext } from '../state/console-context.ts';

const PAGE = 50;

interface NamedLive {
  readonly id: string;
  readonly name: string;
}

/** Hides every running Live of the owner, and says which could not be hidden. */
export async function pauseAll({ session, live, words }: ConsoleContext): Promise<void> {
  const failed: string[] = [];
  let hidden = 0;
  try {
    for (const each of await listLives(session)) {
      const outcome = await pauseOne(session, each.id).catch(() => 'failed' as const);
      if (outcome === 'failed') failed.push(each.name);
      if (outcome === 'hidden') hidden += 1;
    }
  } catch {
    return live.say(words.strip.notSent(words.keys.names.pauseAll));
  }
  live.say(failed.length > 0 ? words.pauseAll.failed(failed.join(', ')) : words.pauseAll.hidden(hidden));
}

async function listLives({ client, owner }: ConsoleContext['session']): Promise<NamedLive[]> {
  const found: NamedLive[] = [];
  let after: string | undefined;
  do {
    const query = { limit: PAGE, after };
    const { data } =
      owner.kind === 'organization'
        ? await client.GET('/v1/organizations/{organization_id}/lives', {
            params: { path: { organization_id: owner.id }, query },
          })
        : await client.GET('/v1/accounts/{account_id}/lives', { params: { path: { account_id: owner.id }, query } });
    found.push(...data.data);
    after = data.next_cursor ?? undefined;
  } while (after);
  return found;
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
