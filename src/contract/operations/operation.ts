import type { ErrorCode } from '../error-codes.ts';
import type { CredentialKind, Scope } from '../scopes.ts';

/**
 * Every REST operation as data: where it is, who may call it with which scopes, what it needs and how it can fail.
 * The routes, the order of checks [D4], the OpenAPI document [D48] and the tests are made from this table.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
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
  /** All of them must be held. */
  readonly scopes: readonly Scope[];
  /** In place of `scopes` where the credential is delegated. */
  readonly delegatedScopes?: readonly Scope[];
  readonly kinds: readonly CredentialKind[];
  /** Takes a service token too that is a member's. [D67] */
  readonly members?: true;
  /** The parameter that names a credential. Where it is the caller's own, `scopes` and `kinds` do not count. */
  readonly itself?: string;
  /** The resource named in the path, which must exist and belong to the caller's account or organization. */
  readonly resource?: 'live' | 'account' | 'organization';
  readonly ifMatch?: boolean;
  /** `image`: the bytes of an image themselves. */
  readonly body?: 'json' | 'image';
  /** The longest body, bytes, where it is not the usual one. [D1] */
  readonly bodyMax?: number;
  /** `unsupported`: sending Idempotency-Key is refused; `honoured`: the same key and body get the first answer again. [D9] */
  readonly idempotency?: 'unsupported' | 'honoured';
  readonly success: 200 | 201 | 204;
  /** Waits: each call is charged against the budget of polls as well, and there is no HEAD. [D5], [D10] */
  readonly poll?: boolean;
  /** Sends a strong ETag, so that a GET honours If-None-Match. [D5] */
  readonly etag?: boolean;
  /** Says in Location where the new resource is. */
  readonly located?: true;
  /** Names in Lectern-Skipped the translations that have less to show than others. [D17] */
  readonly skips?: boolean;
  /** Days (YYYY-MM-DD) on which it was announced to go, and on which it goes: at least 12 months later. [D52] */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
  /** Codes beyond those that follow from the fields above. */
  readonly codes?: readonly ErrorCode[];
}

export const ANY_CREDENTIAL: readonly CredentialKind[] = ['service', 'personal', 'delegated'];
export const OWNER_CREDENTIALS: readonly CredentialKind[] = ['personal', 'delegated'];
/** All but apps that act for a person. */
export const OPERATOR_CREDENTIALS: readonly CredentialKind[] = ['service', 'personal'];
export const SERVICE_CREDENTIALS: readonly CredentialKind[] = ['service'];
export const PERSONAL_CREDENTIALS: readonly CredentialKind[] = ['personal'];
export const QUEUE_WRITE_CODES: readonly ErrorCode[] = ['presentation_mode', 'live_stopped'];
