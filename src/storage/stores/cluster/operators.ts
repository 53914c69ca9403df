import type { OperatorKind } from '../../../contract/scopes.ts';

/** A credential or remote link that has watched or changed a Live. */
interface OperatorSighting {
  readonly liveId: string;
  readonly credentialId: string;
  /** When it was seen first since the report before; RFC 3339. */
  readonly since: string;
  /** How long ago it was seen last. */
  readonly secondsAgo: number;
}

/** Somebody who operates a Live, by one credential or remote link. */
export interface OperatorRecord {
  readonly kind: OperatorKind;
  readonly credentialId: string;
  /** Of a service token: the member whose it is; null: it is the organization's. */
  readonly member: { readonly id: string; readonly name: string } | null;
  /** Of the token; of a delegated credential, the name of the app; of a remote link, its name. */
  readonly name: string;
  readonly since: string;
}

/** Who has operated Lives in the last OPERATOR_PRESENCE_SECONDS, on all nodes. [D64] */
export interface OperatorStore {
  /** Those who are reported again before their time is over have been there since they were reported first. */
  report(sightings: readonly OperatorSighting[]): Promise<void>;
  /** At most `limit`, those who have been there longest first. */
  find(liveId: string, limit: number): Promise<OperatorRecord[]>;
}
