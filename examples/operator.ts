/**
 * A whole operator: tells what a Live shows, and puts each passage that is typed in its place.
 * Usage: TOKEN=svc_… node_modules/.bin/node examples/operator.ts http://127.0.0.1:8080 LIVE_ID
 */
import { createInterface } from 'node:readline';
import { createLecternClient, LecternProblem, type LiveSnapshot, type WatchStatus, watchLive } from '@lectern/client';

const [baseUrl, liveId] = process.argv.slice(2);
const { TOKEN: token } = process.env;
if (!baseUrl || !liveId || !token) {
  console.error('Usage: TOKEN=svc_… node_modules/.bin/node examples/operator.ts BASE_URL LIVE_ID');
  process.exit(2);
}

// Whatever the tool cannot go on with.
process.on('uncaughtException', (error: Error & { cause?: NodeJS.ErrnoException }) => {
  const reason = error.cause?.code ?? error.cause?.message;
  if (error instanceof LecternProblem) console.error(String(error));
  else console.error(`${baseUrl} cannot be used: ${error.message}${reason ? ` (${reason})` : ''}`);
  process.exit(1);
});

const client = createLecternClient({ baseUrl, token });
const params = { path: { live_id: liveId } };
let seen = -1; // the sequence of what the operator saw last

function show({ sequence, showing, verses }: LiveSnapshot['display']): void {
  seen = sequence;
  const [first] = verses;
  const what = first ? `${first.book} ${first.chapter}:${first.verse} ${first.text}` : 'nothing';
  console.log(`#${sequence} ${showing ? 'shows' : 'hides'} ${what} (${verses.length} verses)`);
}

async function readAgain(): Promise<void> {
  console.log('Somebody changed the Live meanwhile, and nothing was pushed. Type it again if it still fits.');
  show((await client.GET('/v1/lives/{live_id}/display', { params })).data);
}

/** On top of what the operator has seen, or not at all. */
async function push(passage: string): Promise<void> {
  const { data, response } = await client.GET('/v1/lives/{live_id}/playback', { params });
  if (data.sequence !== seen) return readAgain();
  const header = { 'if-match': response.headers.get('etag')! };
  const init = { params: { ...params, header }, body: { passage, replace: true } };
  try {
    seen = (await client.POST('/v1/lives/{live_id}/passages', init)).data.sequence;
  } catch (error) {
    if (!(error instanceof LecternProblem && error.status === 412)) throw error;
    await readAgain();
  }
}

async function follow(): Promise<void> {
  for await (const { snapshot } of watch) show(snapshot.display);
}
const onStatus = (status: WatchStatus) => status.state === 'retrying' && console.log(`No news now. ${status.error}`);
// A server that goes away later is waited for; one that was never there is a mistyped address.
await client.GET('/v1/lives/{live_id}', { params });
const watch = watchLive({ baseUrl, token, liveId, onStatus });
const first = await watch.next();
show(first.value.snapshot.display);
void follow();
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) await push(line).catch((error) => console.log(String(error)));
}
await watch.return();
