/**
 * Apps that refresh: each redeems the refresh token that its last answer gave, one request in flight each.
 *
 * Usage: `node refreshes.ts '{"port": 8080, "clientId": "…", "tokens": ["or_…"], "seconds": 4}'` (RefreshLoad). Prints
 * one JSON line (RefreshLoadResult).
 */
export type RefreshLoad = {
  port: number;
  clientId: string;
  /** One an app. */
  tokens: readonly string[];
  seconds: number;
  /** Unmeasured time before; default 1. */
  warmSeconds?: number;
};

/** `tokens` are those to go on with. */
export type RefreshLoadResult = { refreshesPerSecond: number; tokens: string[] };

const { port, clientId, tokens, seconds, warmSeconds = 1 } = JSON.parse(process.argv[2] ?? '{}') as RefreshLoad;
const measuredFrom = performance.now() + warmSeconds * 1000;
const measuredTo = measuredFrom + seconds * 1000;
let answered = 0;

const last = await Promise.all(tokens.map(refreshOn));
const result: RefreshLoadResult = { refreshesPerSecond: Math.round(answered / seconds), tokens: last };
console.log(JSON.stringify(result));

/** Until the time is over; gives the token to go on with. */
async function refreshOn(token: string): Promise<string> {
  let present = token;
  while (performance.now() < measuredTo) {
    const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: present }),
    });
    if (!response.ok) throw new Error(`refresh: ${response.status} ${await response.text()}`);
    present = ((await response.json()) as { refresh_token: string }).refresh_token;
    const now = performance.now();
    if (now >= measuredFrom && now < measuredTo) answered++;
  }
  return present;
}
