import type { AuditActor, AuditRecord, Owner, Storage } from '../../storage/storage.ts';
import { newUuid } from '../identifiers.ts';

export type Actor = AuditActor;

/** Returns the audit actor of a command or of the first start. */
export const toCommandActor = (operation: string): Actor => ({
  channel: 'command-line',
  userId: null,
  credentialId: null,
  operation,
  requestId: null,
});

/** The target of a recorded write. */
export interface AuditTarget {
  /** Null for the whole installation. */
  readonly owner: Owner | null;
  readonly resource?: string | null;
  /** The name of the resource. Never the name of a person, which must not outlive the account. */
  readonly resourceName?: string | null;
  readonly detail?: string | null;
  /** Whether the write put what the detail names on air. */
  readonly onAir?: boolean;
  readonly before?: number | null;
  readonly after?: number | null;
}

/** Creates an audit record. [D43] */
export const toAuditRecord = (
  actor: Actor,
  { owner, resource, resourceName, detail, onAir, before, after }: AuditTarget,
): AuditRecord => ({
  id: newUuid(),
  at: new Date().toISOString(),
  owner,
  channel: actor.channel,
  userId: actor.userId,
  credentialId: actor.credentialId,
  operation: actor.operation,
  resource: resource ?? null,
  resourceName: resourceName ?? null,
  detail: detail ?? null,
  ...(onAir && { onAir }),
  requestId: actor.requestId,
  before: before ?? null,
  after: after ?? null,
});

/** Returns a lower bound for the ids of all records from this time on. */
export function firstAuditIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** Returns the representation of an audit record. Consoles are clients of REST there. */
export const toAuditEntry = (record: AuditRecord) => ({
  at: record.at,
  operation: record.operation,
  resource: record.resource,
  resource_name: record.resourceName,
  detail: record.detail,
  channel: record.channel === 'console' ? 'rest' : record.channel,
  credential_id: record.credentialId,
  user_id: record.userId,
  request_id: record.requestId,
  before: record.before,
  after: record.after,
});

/**
 * Lists the records of an owner, even a deleted one, or of all owners and the installation, newest first. `since` is in
 * milliseconds.
 */
export async function listAudit(
  { audit }: Storage,
  owner: Owner | 'all',
  { limit, since }: { limit: number; since: number | null },
): Promise<AuditRecord[]> {
  const page = { limit, before: null, since: since === null ? null : firstAuditIdAt(since) };
  if (owner !== 'all') return audit.list(owner, page);
  let newest: AuditRecord[] = [];
  for (let next = await audit.nextOwner(null); next; next = await audit.nextOwner(next.id)) {
    // Only records that are newer than the oldest one on the full page can still be included.
    const floor = newest.length === limit ? newest.at(-1)!.id : page.since;
    const found = await audit.list(next.owner, { ...page, since: floor });
    newest = [...newest, ...found].sort((a, b) => (a.id > b.id ? -1 : 1)).slice(0, limit);
    await new Promise(setImmediate);
  }
  return newest;
}
