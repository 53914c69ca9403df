/** Invalid field of a request: `pointer` into its body (RFC 6901), or the name of a query `parameter`. */
export interface ProblemField {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
  /** Stable code of the message, for an imported file. */
  readonly code?: string;
  /** Values in the message, by name. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/**
 * Unsuccessful response, as a problem document (RFC 9457). `{base URL}/problems/{code}` explains what to do about a
 * `code`. `code` and `requestId` are null if a proxy between client and server responded.
 */
export class LecternProblem extends Error {
  override readonly name = 'LecternProblem';
  readonly status: number;
  readonly code: string | null;
  readonly title: string;
  /** Explanation that is safe to show to a person. */
  readonly detail: string | null;
  readonly errors: readonly ProblemField[];
  /** Id of this request in the server's log. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, from the Retry-After header. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, members: Record<string, unknown>, headers: Headers) {
    const title = stringOrNull(members.title) ?? `HTTP status ${status}`;
    const detail = stringOrNull(members.detail);
    super(detail === null ? title : `${title}: ${detail}`);
    this.status = status;
    this.code = stringOrNull(members.code);
    this.title = title;
    this.detail = detail;
    this.errors = Array.isArray(members.errors) ? members.errors : [];
    this.requestId = stringOrNull(members.request_id) ?? headers.get('x-request-id');
    this.retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
  }
}

/** Parses an unsuccessful response. Rejects only if its body does not arrive. */
export async function readProblem(response: Response): Promise<LecternProblem> {
  return new LecternProblem(response.status, parseMembers(await response.text()), response.headers);
}

function parseMembers(text: string): Record<string, unknown> {
  try {
    const members: unknown = JSON.parse(text);
    return typeof members === 'object' && members !== null ? { ...members } : {};
  } catch {
    // The body is a proxy's page or empty; only the status is known.
    return {};
  }
}

/** Returns Retry-After in seconds, also for a date, as proxies send it (RFC 9110 §10.2.3); null for anything else. */
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
