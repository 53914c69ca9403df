/**
 * Complete operator: prints what a Live shows and what comes next, and runs commands from standard input. A reference
 * such as "John 3:16-18" replaces the queue; an empty line is the next page, "-" the previous page, "." hides and
 * shows.
 * Usage: TOKEN=svc_… node_modules/.bin/node examples/operator.ts http://127.0.0.1:8080 LIVE_ID
 */
import { createInterface } from 'node:readline';
import { createLecternClient, LecternProblem, type LiveNow, type WatchStatus, watchLive } from '@lectern/client';

const [baseUrl, liveId] = process.argv.slice(2);
const { TOKEN: token } = process.env;
if (!baseUrl || !liveId || !token) {
  console.error('Usage: TOKEN=svc_… node_modules/.bin/node examples/operator.ts BASE_URL LIVE_ID');
  process.exit(2);
}

// Handles every fatal error.
process.on('uncaughtException', (error: Error & { cause?: NodeJS.ErrnoException }) => {
  const reason = error.cause?.code ?? error.cause?.message;
  if (error instanceof LecternProblem) console.error(String(error));
  else console.error(`${baseUrl} cannot be used: ${error.message}${reason ? ` (${reason})` : ''}`);
  process.exit(1);
});

const client = createLecternClient({ baseUrl, token });
const path = { live_id: liveId };

/** Last state the operator saw. Every write applies to this state or fails. */
let lastSeen: LiveNow;

function show(now: LiveNow): void {
  lastSeen = now;
  const { sequence, showing, focus, slide, next } = now;
  const content = focus ? `${focus.reference} ${focus.texts[0]!.text}` : (slide?.title ?? 'nothing');
  console.log(`#${sequence} ${showing ? 'shows' : 'hides'} ${content}${next ? ` (next: ${next.reference})` : ''}`);
}

async function runCommand(line: string): Promise<void> {
  const params = { path, header: { 'if-match': lastSeen.etag } };
  const live = '/v1/lives/{live_id}';
  if (line === '.') await client.PATCH(`${live}/playback`, { params, body: { paused: lastSeen.showing } });
  else if (line === '') await client.POST(`${live}/step`, { params, body: { by: 1 } });
  else if (line === '-') await client.POST(`${live}/step`, { params, body: { by: -1 } });
  else await client.POST(`${live}/passages`, { params, body: { passage: line, replace: true } });
  show((await client.GET(`${live}/now`, { params: { path } })).data);
}

async function runOrExplain(line: string): Promise<void> {
  try {
    await runCommand(line);
  } catch (error) {
    if (!(error instanceof LecternProblem && error.status === 412)) return console.log(String(error));
    console.log('Another client changed the Live, so nothing was done. Type the command again if it still fits.');
    show((await client.GET('/v1/lives/{live_id}/now', { params: { path } })).data);
  }
}

async function follow(): Promise<void> {
  for await (const { now } of watch) if (now.sequence > lastSeen.sequence) show(now);
}
const onStatus = (status: WatchStatus) =>
  status.state === 'retrying' && console.log(`The server does not respond: ${status.error}`);
// Checks the address first: a wrong address ends the program, while a later outage is retried.
await client.GET('/v1/lives/{live_id}', { params: { path } });
const watch = watchLive({ baseUrl, token, liveId, view: 'now', onStatus });
const first = await watch.next();
show(first.value.now);
void follow();
for await (const line of createInterface({ input: process.stdin })) await runOrExplain(line.trim());
await watch.return();
