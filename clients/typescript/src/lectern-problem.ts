/** One field that a request got wrong: `pointer` into its body (RFC 6901), or the name of a query `parameter`. */
export interface ProblemField {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
}

/**
 * Every answer that is not a success, as RFC 9457 tells it. What to do about a `code` is said at
 * `{base URL}/problems/{code}`. `code` and `createRequestId` are null where something between client and server answered.
 */
export class LecternProblem extends Error {
  override readonly name = 'LecternProblem';
  readonly status: number;
  readonly code: string | null;
  readonly title: string;
  /** Safe to show to a person. */
  readonly detail: string | null;
  readonly errors: readonly ProblemField[];
  /** Names this request in the server's log. */
  readonly requestId: string | null;
  /** How long the server asks to stay away. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, members: Record<string, unknown>, headers: Headers) {
    const title = textOf(members.title) ?? `HTTP status ${status}`;
    const detail = textOf(members.detail);
    super(detail === null ? title : `${title}: ${detail}`);
    this.status = status;
    this.code = textOf(members.code);
    this.title = title;
    this.detail = detail;
    this.errors = Array.isArray(members.errors) ? members.errors : [];
    this.requestId = textOf(members.request_id) ?? headers.get('x-request-id');
    this.retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
  }
}

/** Reads an answer that is not a success. Rejects only when its body does not arrive. */
export async function readProblem(response: Response): Promise<LecternProblem> {
  return new LecternProblem(response.status, parseMembers(await response.text()), response.headers);
}

function parseMembers(text: string): Record<string, unknown> {
  try {
    const members: unknown = JSON.parse(text);
    return typeof members === 'object' && members !== null ? { ...members } : {};
  } catch {
    // A proxy's page, or nothing: the status says what is known.
    return {};
  }
}

/** Seconds, or a date as proxies send it (RFC 9110 §10.2.3); null for anything else. */
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
