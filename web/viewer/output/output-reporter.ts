import type { OutputReport } from '../../../src/contract/schemas/outputs.ts';

/** The server takes two reports a second. */
const INTERVAL_MS = 600;
const AGAIN_MS = 3_000;

/** Says what the page has painted: of what comes faster, the newest, and nothing twice. [D60] */
export function createOutputReporter(url: string, post: typeof fetch = fetch) {
  let wanted: string | null = null;
  let said = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function send(): Promise<void> {
    const report = wanted;
    wanted = null;
    if (report === null || report === said) {
      timer = undefined;
      return;
    }
    const headers = { 'content-type': 'application/json' };
    const status = await post(url, { method: 'POST', headers, body: report }).then(
      ({ status }) => status,
      () => null,
    );
    const taken = status === 204;
    if (taken) said = report;
    // What the server does not take at all is not said again; it may have been stopped, or busy.
    const again = status === null || status === 429 || status >= 500;
    if (again) wanted ??= report;
    timer = setTimeout(send, again ? AGAIN_MS : INTERVAL_MS);
  }

  return {
    say(report: OutputReport): void {
      wanted = JSON.stringify(report);
      timer ??= setTimeout(send);
    },
    /** Nothing is said any more. */
    stop(): void {
      clearTimeout(timer);
      timer = setTimeout(() => {});
      wanted = null;
    },
  };
}
