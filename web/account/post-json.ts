/** What a person is told of a request or a ceremony that came to nothing. */
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

/** Throws `Failed`. */
export async function postJson<Answer>(address: string, body: object): Promise<Answer> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, request).catch((cause: unknown) => {
    throw new PasskeyError('failed', cause);
  });
  if (response.ok) return (await response.json()) as Answer;
  // What is expected to happen comes as JSON; anything else is a problem.
  const expected = response.headers.get('content-type')?.startsWith('application/json');
  if (expected) throw new PasskeyError(((await response.json()) as { refused: PasskeyFailure }).refused);
  throw new PasskeyError(response.status === 429 ? 'wait' : response.status === 403 ? 'old_page' : 'failed');
}
