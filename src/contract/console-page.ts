import type { Role } from './scopes.ts';

/** Path of the console. The id of a Live can follow after a slash. */
export const CONSOLE_PATH = '/console';
/** Fragment of the console's address that shows the plan instead of the queue. */
export const CONSOLE_PLAN_FRAGMENT = '#plan';
/** Path at which the console gets and renews its bearer credential. [D63] */
export const CONSOLE_CREDENTIAL_PATH = '/console/credential';
/** Path at which the console looks up the screen of a pairing code, before it creates an output. [D61] */
export const CONSOLE_PAIRING_PATH = '/console/pairing';
/** Path at which the console ends, by DELETE, the codes that wait at its address. [D61] */
export const CONSOLE_WAITING_CODES_PATH = '/console/pairing/waiting';

/** Parameter of the console's address with the port at which OBS listens on the same computer. */
export const CONSOLE_OBS_PARAMETER = 'obs';
/** The port of OBS, unless it is changed there. */
export const OBS_PORT = 4455;
export const OBS_PORT_MIN = 1_024;
export const OBS_PORT_MAX = 65_535;

/** Returns the port in the value of that parameter; null for another value. */
export function readObsPort(value: string | null): number | null {
  const port = value !== null && /^[1-9]\d{3,4}$/.test(value) ? Number(value) : 0;
  return port >= OBS_PORT_MIN && port <= OBS_PORT_MAX ? port : null;
}

/** Cookie with the language that a person chose for the pages in this browser. Scripts set it. */
export const LANGUAGE_COOKIE = 'lectern_language';

/** Path at which the console learns whether another device has opened a page. */
export const CONSOLE_FIRST_START_PATH = '/console/first-start';
/** Path of the page on which administrators open the installation to the network. [D78] */
export const NETWORK_PATH = '/installation/network';

/** Owner whose Lives the console can operate, with the user's role. The role in the own account is `owner`. */
export interface ConsoleOwner {
  readonly kind: 'organization' | 'account';
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The owner in a request of the console's script. */
export type OwnerBody = { readonly organization_id: string } | { readonly account_id: string };

export const toOwnerBody = ({ kind, id }: Pick<ConsoleOwner, 'kind' | 'id'>): OwnerBody =>
  kind === 'organization' ? { organization_id: id } : { account_id: id };

/**
 * Data embedded in a page that uses the console's credential, in the element `#page-data`. It contains no credential.
 */
export interface OperatorPage {
  /** Interface language. */
  readonly language: string;
  readonly person: { readonly id: string; readonly name: string };
  /** CSRF token for the header of POST requests to the console's paths. */
  readonly csrf: string;
  /** The user's organizations, then the own account. */
  readonly owners: readonly ConsoleOwner[];
  /** Public origin of this installation. */
  readonly publicUrl: string;
  /** Origin for other devices in the network; null if the server listens on loopback only. */
  readonly lanUrl: string | null;
  /** Whether the person administers the installation. */
  readonly administrator: boolean;
}

/** Data of the console page. */
export interface ConsolePage extends OperatorPage {
  /** Live named in the URL. If null, the console chooses one. */
  readonly liveId: string | null;
  /** Id of the owner of that Live. */
  readonly ownerId: string | null;
  /** Whether the installation has not shown anything yet. */
  readonly firstStart: boolean;
  /** Whether another device has opened the installation's `/screen`, a Live or an output. */
  readonly openedElsewhere: boolean;
  /** Whether the person has a password or a passkey to sign in with next time. */
  readonly canSignInAgain: boolean;
}

/** Response of `CONSOLE_CREDENTIAL_PATH`. */
export interface ConsoleCredential {
  readonly token: string;
  /** Lifetime in seconds. */
  readonly expires_in: number;
  readonly scopes: readonly string[];
}

/** Response of `CONSOLE_FIRST_START_PATH`. */
export interface FirstStartProgress {
  readonly opened_elsewhere: boolean;
}

/** Response of `CONSOLE_WAITING_CODES_PATH`: the number of codes that were ended. */
export interface FreedCodes {
  readonly freed: number;
}

/** Response of `CONSOLE_PAIRING_PATH`: the address of the screen, and the period in which it shows the code. */
export interface ConsoleScreen {
  readonly address: string;
  readonly shown_at: string;
  readonly expires_at: string;
}
