import type { CDPSession, Page } from 'playwright-core';

/** An authenticator inside Chromium that responds by itself, as a person would who agrees. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  static async plugInto(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        automaticPresenceSimulation: true,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Sets whether the user passes verification. False: the user cancels, or is another person. */
  async recognize(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified });
  }

  /** Lowers the signature counter, as on a copy of the device that a thief made earlier. */
  async turnBack(signCount: number): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', { authenticatorId });
    await this.#session.send('WebAuthn.clearCredentials', { authenticatorId });
    for (const credential of credentials) {
      await this.#session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } });
    }
  }
}
