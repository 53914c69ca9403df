import type { ConsoleOwner } from '../../contract/console-page.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import type { BackupAge } from '../../domain/backups/backups.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import type { SessionHolder } from '../../storage/storage.ts';

/** A request of a page's script, with what the browser's cookies identify. */
export interface ScriptVisit {
  readonly language: InterfaceLanguage;
  /** Hash of the browser's cookie, which identifies it before anyone has signed in. */
  readonly browserHash: string;
  /** The session with its user; null if no one is signed in. */
  readonly holder: SessionHolder | null;
  /** The session secret from the cookie. */
  readonly sessionSecret: string | undefined;
  /** Whether others in the network can read what is sent. [D78] */
  readonly isPlain: boolean;
  /** Returns the value for a form's hidden field `csrf`. `purpose` identifies the form and its subject. */
  csrf(purpose: string): string;
  /** Returns the actor for an audit record. [D43] */
  actor(operation: string): Actor;
}

/** A request to a page, with what its header shows. */
export interface Visit extends ScriptVisit {
  /** The user's organizations, then the own account. Empty if no one is signed in. */
  readonly owners: readonly ConsoleOwner[];
  /** Id of the owner whose pages the browser showed last; undefined if unknown. It is not checked. */
  readonly lastOwnerId: string | undefined;
  /** The age of the latest backup, for administrators of the installation; null for others. [D69] */
  readonly backupAge: BackupAge | null;
}

interface SignedIn {
  readonly holder: SessionHolder;
}

/** A visit with a signed-in user. */
export type SignedInVisit = Visit & SignedIn;
export type SignedInScriptVisit = ScriptVisit & SignedIn;

export const isSignedIn = <Any extends ScriptVisit>(visit: Any): visit is Any & SignedIn => visit.holder !== null;
