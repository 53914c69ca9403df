import type { RemoteHideRequest, RemoteState, RemoteStepRequest } from '../../src/contract/remote.ts';

/** Timeout of one request. */
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Reasons why an action failed. `overtaken`: the Live has changed in the meantime and nothing was done. `over`: the
 * link is no longer valid. `unknown`: the outcome is not known.
 */
export type RemoteRefusal = 'overtaken' | 'stopped' | 'tooFast' | 'refused' | 'over' | 'unknown';

export type RemoteAction =
  | { readonly to: 'step'; readonly body: RemoteStepRequest }
  | { readonly to: 'hide'; readonly body: RemoteHideRequest };

/** Sends the action once, without retries. Returns the resulting state, or why the action failed. */
export async function postRemoteAction(path: string, { to, body }: RemoteAction): Promise<RemoteState | RemoteRefusal> {
  try {
    const response = await fetch(`${path}/${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.ok) return await response.json();
    if (response.status === 409) return (await response.json()).code === 'live_stopped' ? 'stopped' : 'refused';
    return REFUSAL_BY_STATUS[response.status] ?? (response.status >= 500 ? 'unknown' : 'refused');
  } catch {
    return 'unknown';
  }
}

const REFUSAL_BY_STATUS: Readonly<Record<number, RemoteRefusal>> = {
  403: 'over',
  404: 'over',
  412: 'overtaken',
  429: 'tooFast',
};
