import type { Role } from './scopes.ts';

/** The address of the console; that of one Live follows after a slash. */
export const CONSOLE_PATH = '/console';
/** Where the page asks for its bearer credential, and renews it. [D63] */
export const CONSOLE_CREDENTIAL_PATH = '/console/credential';
/** Where the page asks which screen shows a pairing code, before an output is made with it. [D61] */
export const CONSOLE_PAIRING_PATH = '/console/pairing';

/** Whose Lives the console operates, and what the person is there. Of their own account a person is the owner. */
export interface ConsoleOwner {
  readonly kind: 'organization' | 'account';
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** What the page brings with it, in the element `#console-data`. It holds no credential. */
export interface ConsolePage {
  /** One of those of the pages. */
  readonly language: string;
  readonly person: { readonly name: string };
  /** For the header of posts to the console's own addresses. */
  readonly csrf: string;
  /** The organizations of the person, then their own account. */
  readonly owners: readonly ConsoleOwner[];
  /** Of the address; null: the page chooses one. */
  readonly liveId: string | null;
  /** The owner of that Live, by its id. */
  readonly ownerId: string | null;
  /** The origin under which people reach this installation. */
  readonly publicUrl: string;
  /** The origin under which other devices in the network reach it; null where it listens on this machine alone. */
  readonly lanUrl: string | null;
  /** Whether nothing has been shown yet. */
  readonly firstStart: boolean;
}

/** The answer of `CONSOLE_CREDENTIAL_PATH`. */
export interface ConsoleCredential {
  readonly token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly scopes: readonly string[];
}

/** The answer of `CONSOLE_PAIRING_PATH`: where the screen is, and from when until when it shows the code. */
export interface ConsoleScreen {
  readonly address: string;
  readonly shown_at: string;
  readonly expires_at: string;
}
