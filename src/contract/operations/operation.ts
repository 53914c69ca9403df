import type { ErrorCode } from '../error-codes.ts';
import type { CredentialKind, Scope } from '../scopes.ts';

/**
 * Definition of a REST operation: its route, the credentials and scopes that can call it, its preconditions and its
 * error codes.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Short imperative title. */
  readonly summary: string;
  /** One to four sentences for the OpenAPI document. */
  readonly description: string;
  readonly tag:
    | 'Lives'
    | 'Queue'
    | 'Events'
    | 'Outputs'
    | 'Playback'
    | 'Operating'
    | 'Settings'
    | 'Design'
    | 'Plans'
    | 'Presentations'
    | 'Scripture'
    | 'Accounts'
    | 'Credentials';
  /** Required scopes. The credential must have all of them. */
  readonly scopes: readonly Scope[];
  /** Required scopes of delegated credentials, instead of `scopes`. */
  readonly delegatedScopes?: readonly Scope[];
  readonly kinds: readonly CredentialKind[];
  /** Path parameter with the id of a credential. If it is the caller's own, `scopes` and `kinds` are not checked. */
  readonly itself?: string;
  /** Kind of the resource in the path, which must exist and belong to the caller's account or organization. */
  readonly resource?: 'live' | 'account' | 'organization';
  readonly ifMatch?: boolean;
  /** `image`, `song` and `import` mean that the body is the file itself. */
  readonly body?: 'json' | 'image' | 'song' | 'import';
  /** Longest body in bytes, if it differs from the default. [D1] */
  readonly bodyMax?: number;
  /** `unsupported` rejects Idempotency-Key. `honoured` replays the first response for the same key and body. [D9] */
  readonly idempotency?: 'unsupported' | 'honoured';
  readonly success: 200 | 201 | 202 | 204;
  /** Another status of success, of a request that creates nothing. Without ETag and Location. */
  readonly otherSuccess?: 200;
  /** Long poll, which is also charged against the budget of polls, and has no HEAD. [D5], [D10] */
  readonly poll?: boolean;
  /**
   * Waits for a turn of the owner before it runs. A write does so only if it adds or restores more than
   * INEXPENSIVE_VERSES_MAX verses. [D10]
   */
  readonly expensive?: true;
  /** The response has a strong ETag, and GET supports If-None-Match. [D5] */
  readonly etag?: boolean;
  /** The response is CSV for clients that accept it. */
  readonly csv?: true;
  /** The response has a Location header. */
  readonly located?: true;
  /** The response can have a Lectern-Skipped header. [D17] */
  readonly skips?: boolean;
  /** Dates (YYYY-MM-DD) of the deprecation and of the removal, at least 12 months later. [D52] */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
  /** Error codes in addition to those that follow from the other fields. */
  readonly codes?: readonly ErrorCode[];
}

export const ANY_CREDENTIAL: readonly CredentialKind[] = ['service', 'personal', 'delegated'];
export const OWNER_CREDENTIALS: readonly CredentialKind[] = ['personal', 'delegated'];
/** All kinds except delegated credentials. */
export const OPERATOR_CREDENTIALS: readonly CredentialKind[] = ['service', 'personal'];
export const SERVICE_CREDENTIALS: readonly CredentialKind[] = ['service'];
export const PERSONAL_CREDENTIALS: readonly CredentialKind[] = ['personal'];
export const QUEUE_WRITE_CODES: readonly ErrorCode[] = ['presentation_mode', 'live_stopped'];
