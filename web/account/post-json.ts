/** Reasons why a request or a passkey ceremony failed, as shown to the person. */
export type PasskeyFailure =
  | 'stale'
  | 'unknown'
  | 'invalid'
  | 'sign_in_again'
  | 'name'
  | 'too_many'
  | 'taken'
  | 'cancelled'
  | 'old_page'
  | 'wait'
  | 'failed';

export class PasskeyError extends Error {
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Posts JSON and returns the parsed response. Throws PasskeyError. */
export async function postJson<Body>(address: string, body: object): Promise<Body> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, request).catch((cause: unknown) => {
    throw new PasskeyError('failed', cause);
  });
  if (response.ok) return (await response.json()) as Body;
  // Expected refusals are plain JSON; anything else is a problem document or an error page.
  const isExpected = response.headers.get('content-type')?.startsWith('application/json');
  if (isExpected) throw new PasskeyError(((await response.json()) as { refused: PasskeyFailure }).refused);
  throw new PasskeyError(response.status === 429 ? 'wait' : response.status === 403 ? 'old_page' : 'failed');
}
