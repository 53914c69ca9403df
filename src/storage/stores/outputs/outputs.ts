import type { OutputProblem } from '../../../contract/output-settings.ts';
import type { OutputSettings } from '../../../contract/schemas/outputs.ts';
import type { ViewerView } from '../../../contract/viewer-views.ts';
import type { PairingCodeUse } from '../pairing/waiting-screens.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';
import type { LeaseStore } from './leases.ts';

/** A screen that an operator has set up. [D60] */
export interface OutputRecord {
  readonly id: string;
  readonly liveId: string;
  readonly name: string;
  readonly view: ViewerView;
  readonly settings: OutputSettings;
  /** Of its key, as of a credential's secret. */
  readonly hash: string;
  readonly madeByUser: string | null;
  readonly madeByCredential: string | null;
  readonly createdAt: string;
}

/** What can be changed of an output: of its settings, those that are given. */
export type OutputChange = Partial<Pick<OutputRecord, 'name' | 'view' | 'hash'>> & {
  readonly settings?: Partial<OutputSettings>;
};

/** What an output has painted last, as its page says. */
export interface PaintedReport {
  readonly sequence: number;
  readonly part: number;
  readonly paintedAt: string;
  readonly width: number;
  readonly height: number;
  readonly problem: OutputProblem | null;
}

/** Whether an output is there, and what it has painted. */
interface OutputPresence {
  readonly connections: number;
  /** When a page of it was last connected. */
  readonly seenAt: string | null;
  readonly report: PaintedReport | null;
}

export type OutputWithPresence = OutputRecord & OutputPresence;

/** An output, and the Live that it shows. */
export type OutputOfLive = Pick<OutputRecord, 'id' | 'name'> & { readonly liveId: string; readonly liveName: string };

/** Who made outputs: a member, or a credential. */
export type OutputCreator = { readonly userId: string } | { readonly credentialId: string };

/** What nodes tell each other of an output. */
export interface OutputNotification {
  /** Where leases have ended, also the id of a remote link. */
  readonly outputId: string;
  /** `changed`: it is another one than before, or none; `leases`: these have ended. */
  readonly news: 'changed' | 'identify' | 'reload' | { readonly leases: readonly string[] };
}

/** Outputs, and who shows them. Every change tells all nodes in its own transaction. [D60] */
export interface OutputStore extends LeaseStore {
  /**
   * Atomic: the outputs of the Live are counted, and the new one is added with its audit, and given to the screen that waits with a code,
   * if one is named. `missing`: the Live is gone; `invalid_pairing_code`: no screen waits with the code any more.
   */
  create(
    output: OutputRecord,
    more: { readonly quota: number; readonly screen: PairingCodeUse | null },
    audit: AuditRecord,
  ): Promise<'created' | 'quota_exceeded' | 'missing' | 'invalid_pairing_code'>;
  /** Oldest first. */
  list(liveId: string): Promise<OutputWithPresence[]>;
  find(id: string): Promise<OutputWithPresence | null>;
  /** Those of them that are there. */
  findAll(ids: readonly string[]): Promise<OutputRecord[]>;
  /** Atomic: changes what is given, and leaves the rest as it is now. False where it is gone, and nothing is recorded. */
  update(id: string, change: OutputChange, audit: AuditRecord): Promise<boolean>;
  delete(id: string, audit: AuditRecord): Promise<boolean>;
  /** Tells the pages that show it to do something. */
  signal(id: string, signal: 'identify' | 'reload', audit: AuditRecord): Promise<boolean>;
  /** Of Lives of the owner. Oldest first. */
  listMadeBy(maker: OutputCreator, owner: Owner): Promise<OutputOfLive[]>;

  /** With SQLite, forgets all leases of the process before this one, which has ended: those of remote links too. */
  deleteStaleLeases(): Promise<void>;
  /** Of outputs that are there; by their ids. */
  report(reports: ReadonlyMap<string, PaintedReport>): Promise<void>;
}
