import type { OperatorKind } from '../../../contract/scopes.ts';

/** A report that a credential or remote link has watched or changed a Live. */
interface OperatorSighting {
  readonly liveId: string;
  readonly credentialId: string;
  /** The time at which it was first seen since the previous report. RFC 3339. */
  readonly since: string;
  /** Seconds since it was last seen. */
  readonly secondsAgo: number;
}

/** An operator of a Live, identified by a credential or remote link. */
export interface OperatorRecord {
  readonly kind: OperatorKind;
  readonly credentialId: string;
  /** The member that a service token belongs to; null if it belongs to the organization. */
  readonly member: { readonly id: string; readonly name: string } | null;
  /** Name of the token, of the app of a delegated credential, or of the remote link. */
  readonly name: string;
  readonly since: string;
}

/** Operators of Lives in the last OPERATORS_SECONDS, on all nodes. [D64] */
export interface OperatorStore {
  /** Records sightings. An operator that is reported again before expiring keeps the time of the first report. */
  report(sightings: readonly OperatorSighting[]): Promise<void>;
  /** Returns at most `limit` operators, longest present first. */
  find(liveId: string, limit: number): Promise<OperatorRecord[]>;
}
