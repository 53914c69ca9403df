/** A browser that shows a pairing code. [D61] */
export interface WaitingScreen {
  readonly secretHash: string;
  readonly codeHash: string;
  /** Where it asked from, as a person reads it. */
  readonly address: string;
  /** The address, or the network of it, whose codes are counted together. */
  readonly network: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** What a browser has come to: it waits until its code expires, or it was given an output. */
export type ScreenState = { readonly outputId: string } | { readonly waitsUntil: string };

/** Which code is used for a new output, and until when its browser can then fetch the output. */
export interface PairingCodeUse {
  readonly codeHash: string;
  readonly now: string;
  readonly fetchUntil: string;
}

export interface WaitingScreenStore {
  /**
   * Atomic, over all nodes: replaces what the browser had. `full`: its network has `perNetwork` codes that others wait with, or the
   * installation has `inAll`; `taken`: another browser has the code. Then nothing is changed.
   */
  begin(
    screen: WaitingScreen,
    limits: { readonly perNetwork: number; readonly inAll: number },
  ): Promise<'begun' | 'full' | 'taken'>;
  /** Null for a browser that is unknown, has another code, or whose row was over at `now`. */
  find(screen: Pick<WaitingScreen, 'secretHash' | 'codeHash'>, now: string): Promise<ScreenState | null>;
  /** The browser that waits with the code. Null for one that is unknown, used, or over at `now`. */
  findWaiting(codeHash: string, now: string): Promise<WaitingScreen | null>;
  /** Removes at most `limit` that were over at `now`. Returns how many. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
