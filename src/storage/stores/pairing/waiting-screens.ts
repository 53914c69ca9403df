/** A browser that shows a pairing code. [D61] */
export interface WaitingScreen {
  readonly secretHash: string;
  readonly codeHash: string;
  /** The client address, formatted for people. */
  readonly address: string;
  /** The address or its network, for which codes are counted together. */
  readonly network: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The state of a browser: it waits until its code expires, or it was assigned an output. */
export type ScreenState = { readonly outputId: string } | { readonly waitsUntil: string };

/** The use of a pairing code for a new output, and the time until which its browser can fetch the output. */
export interface PairingCodeUse {
  readonly codeHash: string;
  readonly now: string;
  readonly fetchUntil: string;
}

export interface WaitingScreenStore {
  /**
   * Starts waiting with a code, atomically across nodes, and replaces the browser's previous code. Changes nothing if
   * the result is `full` (other browsers of the network wait with `perNetwork` codes, or the installation has `inAll`)
   * or `taken` (another browser has the code).
   */
  begin(
    screen: WaitingScreen,
    limits: { readonly perNetwork: number; readonly inAll: number },
  ): Promise<'begun' | 'full' | 'taken'>;
  /** Returns null if the browser is unknown, has another code, or had expired at `now`. */
  find(screen: Pick<WaitingScreen, 'secretHash' | 'codeHash'>, now: string): Promise<ScreenState | null>;
  /** Returns the browser that waits with the code, or null if the code is unknown, used, or expired at `now`. */
  findWaiting(codeHash: string, now: string): Promise<WaitingScreen | null>;
  /** Ends the codes that wait in a network, without outputs. Returns their number. */
  endWaiting(network: string): Promise<number>;
  /** Deletes at most `limit` screens that were expired at `now`. Returns the number of deleted rows. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
