import type { RemoteHideRequest, RemoteState, RemoteStepRequest } from '../../src/contract/remote.ts';

/** How long an answer is waited for. */
const ANSWER_MAX_MS = 5_000;

/**
 * `overtaken`: the Live has changed meanwhile, and nothing was done; `over`: the link does not work any more; `unknown`: nobody knows
 * whether it was done.
 */
export type RemoteRefusal = 'overtaken' | 'stopped' | 'tooFast' | 'refused' | 'over' | 'unknown';

export type RemoteAction =
  | { readonly to: 'step'; readonly body: RemoteStepRequest }
  | { readonly to: 'hide'; readonly body: RemoteHideRequest };

/** Asks the server for it once. Returns what is shown then, or why not. */
export async function postRemoteAction(path: string, { to, body }: RemoteAction): Promise<RemoteState | RemoteRefusal> {
  try {
    const response = await fetch(`${path}/${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    });
    if (response.ok) return await response.json();
    if (response.status === 409) return (await response.json()).code === 'live_stopped' ? 'stopped' : 'refused';
    return REFUSALS[response.status] ?? (response.status >= 500 ? 'unknown' : 'refused');
  } catch {
    return 'unknown';
  }
}

const REFUSALS: Readonly<Record<number, RemoteRefusal>> = {
  403: 'over',
  404: 'over',
  412: 'overtaken',
  429: 'tooFast',
};
