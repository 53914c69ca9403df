import type { OutputReport } from '../../../src/contract/schemas/outputs.ts';

/** Interval between reports; the server accepts two per second. */
const INTERVAL_MS = 600;
const RETRY_MS = 3_000;
/** Interval at which a report is repeated, because each one renews the cookie of the browser. */
const REPEAT_MS = 24 * 60 * 60 * 1_000;

/**
 * Creates a reporter of what the page has painted. Sends only the newest report, and the same one at most once a day.
 * [D60]
 */
export function createOutputReporter(url: string, post: typeof fetch = fetch) {
  let pending: string | null = null;
  let lastSent = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let repeatTimer: ReturnType<typeof setTimeout> | undefined;

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
    if (accepted) {
      lastSent = report;
      clearTimeout(repeatTimer);
      repeatTimer = setTimeout(() => {
        lastSent = '';
        schedule(report);
      }, REPEAT_MS);
    }
    // Retries after network errors, rate limiting and server errors, but not after other refusals.
    const retries = status === null || status === 429 || status >= 500;
    if (retries) pending ??= report;
    timer = setTimeout(send, retries ? RETRY_MS : INTERVAL_MS);
  }

  function schedule(report: string): void {
    pending = report;
    timer ??= setTimeout(send);
  }

  return {
    report: (report: OutputReport): void => schedule(JSON.stringify(report)),
    /** Stops reporting for good. */
    stop(): void {
      clearTimeout(timer);
      clearTimeout(repeatTimer);
      timer = setTimeout(() => {});
      pending = null;
    },
  };
}
