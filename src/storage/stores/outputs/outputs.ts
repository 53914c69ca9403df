import type { OutputProblem } from '../../../contract/output-settings.ts';
import type { OutputSettings } from '../../../contract/schemas/outputs.ts';
import type { ViewerView } from '../../../contract/viewer-views.ts';
import type { PairingCodeUse } from '../pairing/waiting-screens.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';
import type { UnlistedImages } from '../shared/stored-image.ts';
import type { LeaseStore } from './leases.ts';

/** A screen that an operator has set up. [D60] */
export interface OutputRecord {
  readonly id: string;
  readonly liveId: string;
  readonly name: string;
  readonly view: ViewerView;
  readonly settings: OutputSettings;
  /** Hash of the output's key, like that of a credential's secret. */
  readonly hash: string;
  readonly madeByUser: string | null;
  readonly madeByCredential: string | null;
  readonly createdAt: string;
}

/** The changeable fields of an output. Only the given settings are changed. */
export type OutputChange = Partial<Pick<OutputRecord, 'name' | 'view' | 'hash'>> & {
  readonly settings?: Partial<OutputSettings>;
};

/** The last painted content of an output, as reported by its page. */
export interface PaintedReport {
  readonly sequence: number;
  readonly part: number;
  readonly paintedAt: string;
  readonly width: number;
  readonly height: number;
  readonly problem: OutputProblem | null;
}

/** The connections of an output, and its last report. */
interface OutputPresence {
  readonly connections: number;
  /** The time at which a page of the output was last connected. */
  readonly seenAt: string | null;
  readonly report: PaintedReport | null;
}

export type OutputWithPresence = OutputRecord & OutputPresence;

/** An output, and the Live that it shows. */
export type OutputOfLive = Pick<OutputRecord, 'id' | 'name'> & { readonly liveId: string; readonly liveName: string };

/** The creator of outputs: a member or a credential. */
export type OutputCreator = { readonly userId: string } | { readonly credentialId: string };

/** A notification about an output, sent between nodes. */
export interface OutputNotification {
  /** Id of the output, or of a remote link whose leases have ended. */
  readonly outputId: string;
  /** `changed`: the output was changed or deleted. `leases`: these leases have ended. */
  readonly news: 'changed' | 'identify' | 'reload' | { readonly leases: readonly string[] };
}

/** Outputs and their connected pages. Every change notifies all nodes in its own transaction. [D60] */
export interface OutputStore extends LeaseStore {
  /**
   * Creates an output atomically with its audit record: counts the outputs of the Live, and assigns the new one to the
   * screen that waits with a pairing code, if one is named. Returns `missing` if the Live no longer exists, and
   * `invalid_pairing_code` if no screen waits with the code. None of its images can be removed
   * meanwhile.
   */
  create(
    output: OutputRecord,
    more: { readonly owner: Owner; readonly quota: number; readonly screen: PairingCodeUse | null },
    audit: AuditRecord,
  ): Promise<'created' | 'quota_exceeded' | 'missing' | 'invalid_pairing_code' | UnlistedImages>;
  /** Lists the outputs of a Live, oldest first. */
  list(liveId: string): Promise<OutputWithPresence[]>;
  find(id: string): Promise<OutputWithPresence | null>;
  /** Returns the outputs that exist. */
  findAll(ids: readonly string[]): Promise<OutputRecord[]>;
  /**
   * Changes the given fields atomically. Returns false, and records nothing, if the output no longer exists. Checks
   * images like `create`.
   */
  update(id: string, owner: Owner, change: OutputChange, audit: AuditRecord): Promise<boolean | UnlistedImages>;
  delete(id: string, audit: AuditRecord): Promise<boolean>;
  /** Sends a signal to the pages that show the output. */
  signal(id: string, signal: 'identify' | 'reload', audit: AuditRecord): Promise<boolean>;
  /** Lists the creator's outputs of the owner's Lives, oldest first. */
  listCreatedBy(maker: OutputCreator, owner: Owner): Promise<OutputOfLive[]>;

  /**
   * Deletes all leases of the previous process, which has ended, including those of remote links. Does nothing on
   * PostgreSQL.
   */
  deleteStaleLeases(): Promise<void>;
  /** Stores reports by the ids of their outputs. Ignores outputs that no longer exist. */
  report(reports: ReadonlyMap<string, PaintedReport>): Promise<void>;
}
