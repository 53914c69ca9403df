import type { OutputReport } from '../../../src/contract/schemas/outputs.ts';

/** Interval between reports; the server accepts two per second. */
const INTERVAL_MS = 600;
const RETRY_MS = 3_000;

/** Creates a reporter of what the page has painted. Sends only the newest report, and no report twice. [D60] */
export function createOutputReporter(url: string, post: typeof fetch = fetch) {
  let pending: string | null = null;
  let lastSent = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function send(): Promise<void> {
    const report = pending;
    pending = null;
    if (report === null || report === lastSent) {
      timer = undefined;
      return;
    }
    const headers = { 'content-type': 'application/json' };
    const status = await post(url, { method: 'POST', headers, body: report }).then(
      ({ status }) => status,
      () => null,
    );
    const accepted = status === 204;
    if (accepted) lastSent = report;
    // Retries after network errors, rate limiting and server errors, but not after other refusals.
    const retries = status === null || status === 429 || status >= 500;
    if (retries) pending ??= report;
    timer = setTimeout(send, retries ? RETRY_MS : INTERVAL_MS);
  }

  return {
    report(report: OutputReport): void {
      pending = JSON.stringify(report);
      timer ??= setTimeout(send);
    },
    /** Stops reporting for good. */
    stop(): void {
      clearTimeout(timer);
      timer = setTimeout(() => {});
      pending = null;
    },
  };
}
