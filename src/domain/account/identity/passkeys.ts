import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { LecternError } from '../../../contract/lectern-error.ts';
import { PASSKEY_CHALLENGE_MINUTES, PASSKEYS_PER_USER_MAX } from '../../../contract/limits.ts';
import type { PasskeyHolder, PasskeyRecord, SessionHolder, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { parseName } from '../../name.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../../opaque-secret.ts';
import { toAccountOwner } from '../owners/owner.ts';
import { isRecentlyAuthenticated } from './recent-authentication.ts';
import type { RelyingParty } from './relying-party.ts';

const MINUTE_MS = 60_000;
const CHALLENGE_MS = PASSKEY_CHALLENGE_MINUTES * MINUTE_MS;
/** A credential id has at most 1,023 bytes (WebAuthn §4), here in base64url. */
const PASSKEY_ID_MAX_CHARACTERS = 1_364;

/** EdDSA, ES256 and RS256. Every authenticator supports one of them; Node's support of newer ones is experimental. */
const ALGORITHMS = [-8, -7, -257];

/** The reason why a passkey was refused. `cause` is for the log. */
export interface PasskeyRefusal {
  readonly refused: /** The challenge has expired, was used, or belongs to another browser. */
    | 'stale'
    /** No user has this passkey. */
    | 'unknown'
    /**
     * The signature does not match the challenge, or the authenticator's counter went backwards, which suggests a copy.
     */
    | 'invalid'
    | 'sign_in_again'
    | 'name'
    | 'too_many'
    | 'taken';
  readonly cause?: unknown;
}

/**
 * Signs users in with passkeys and manages their passkeys. A passkey replaces two factors, so the authenticator must
 * verify the user, and it identifies the user. A challenge works once, for the browser or session that requested it.
 */
export class Passkeys {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Returns the options for signing in: the challenge to sign. */
  async signInOptions(browserHash: string, party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await webauthn();
    const challenge = await this.#newChallenge(signInHolder(browserHash));
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    });
  }

  /**
   * Verifies a signature and returns the user and passkey. The session start checks again that the passkey still
   * exists.
   */
  async signIn(
    response: AuthenticationResponseJSON,
    browserHash: string,
    party: RelyingParty,
  ): Promise<{ user: PasskeyHolder; passkeyId: string } | PasskeyRefusal> {
    const challenge = await this.#consumeChallenge(response.response.clientDataJSON, signInHolder(browserHash));
    if (challenge === null) return { refused: 'stale' };
    const found = isPasskeyId(response.id) ? await this.#storage.passkeys.find(response.id) : null;
    if (!found) return { refused: 'unknown' };
    const { passkey, user } = found;
    if (response.response.userHandle !== toUserHandle(passkey.userId)) {
      return { refused: 'invalid', cause: new Error('the passkey names another user') };
    }
    const { verifyAuthenticationResponse } = await webauthn();
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.id,
        publicKey: Buffer.from(passkey.publicKey, 'base64url'),
        counter: passkey.counter,
      },
      // The library throws for responses that it does not accept.
    }).catch((cause: unknown) => ({ verified: false as const, cause }));
    if (!verified.verified) return { refused: 'invalid', cause: 'cause' in verified ? verified.cause : undefined };
    const counter = { from: passkey.counter, to: verified.authenticationInfo.newCounter };
    if (!(await this.#storage.passkeys.recordUse(passkey.id, counter, toTime(this.#clock())))) {
      return { refused: 'invalid', cause: new Error('the passkey was used twice at once') };
    }
    return { user, passkeyId: passkey.id };
  }

  canAdd({ session }: SessionHolder): boolean {
    return isRecentlyAuthenticated(session, this.#clock());
  }

  /** Returns the options for creating a passkey. */
  async addingOptions(
    holder: SessionHolder,
    party: RelyingParty,
  ): Promise<PublicKeyCredentialCreationOptionsJSON | PasskeyRefusal> {
    if (!this.canAdd(holder)) return { refused: 'sign_in_again' };
    const { user } = holder;
    const passkeys = await this.#storage.passkeys.list(user.id);
    if (passkeys.length >= PASSKEYS_PER_USER_MAX) return { refused: 'too_many' };
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: 'Lectern',
      rpID: party.id,
      userID: new Uint8Array(Buffer.from(user.id)),
      userName: user.email,
      userDisplayName: user.name,
      challenge: await this.#newChallenge(addingHolder(holder)),
      timeout: CHALLENGE_MS,
      excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports: [...transports] })),
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  async add(
    holder: SessionHolder,
    { name: given, response }: { name: string; response: RegistrationResponseJSON },
    party: RelyingParty,
    actor: Actor,
  ): Promise<{ added: PasskeyRecord } | PasskeyRefusal> {
    const challenge = await this.#consumeChallenge(response.response.clientDataJSON, addingHolder(holder));
    if (challenge === null) return { refused: 'stale' };
    const name = parseName(given);
    if (name === null) return { refused: 'name' };
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch((cause: unknown) => ({ verified: false as const, cause }));
    if (!verified.verified) return { refused: 'invalid', cause: 'cause' in verified ? verified.cause : undefined };
    const { credential } = verified.registrationInfo;
    const passkey: PasskeyRecord = {
      id: credential.id,
      userId: holder.user.id,
      name,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      createdAt: toTime(this.#clock()),
      lastUsedAt: null,
    };
    const audit = toAuditRecord(actor, {
      owner: toAccountOwner(holder.user),
      resource: toPasskeyHandle(passkey),
      resourceName: passkey.name,
    });
    const by = { secretHash: holder.secretHash, quota: PASSKEYS_PER_USER_MAX };
    const outcome = await this.#storage.passkeys.add(passkey, by, audit);
    if (outcome === 'session_over') return { refused: 'sign_in_again' };
    if (outcome === 'quota_exceeded') return { refused: 'too_many' };
    return outcome === 'taken' ? { refused: 'taken' } : { added: passkey };
  }

  /** Lists a user's passkeys, oldest first. */
  list(userId: string): Promise<PasskeyRecord[]> {
    return this.#storage.passkeys.list(userId);
  }

  /** Finds a passkey by its handle. Throws `not_found`. */
  async require(userId: string, handle: string): Promise<PasskeyRecord> {
    const passkey = (await this.list(userId)).find((one) => toPasskeyHandle(one) === handle);
    if (!passkey) throw notFound();
    return passkey;
  }

  /** Renames a passkey. Throws `not_found`. */
  async rename(holder: SessionHolder, { id, userId }: PasskeyRecord, name: string, actor: Actor): Promise<void> {
    const target = { owner: toAccountOwner(holder.user), resource: toPasskeyHandle({ id }), resourceName: name };
    const audit = toAuditRecord(actor, target);
    if (!(await this.#storage.passkeys.rename({ id, userId }, name, audit))) throw notFound();
  }

  /** Removes a passkey, unless it is the last one of a user without a password. Throws `not_found`. */
  async remove(
    holder: SessionHolder,
    { id, userId, name }: PasskeyRecord,
    actor: Actor,
  ): Promise<'removed' | 'last_way_in'> {
    const target = { owner: toAccountOwner(holder.user), resource: toPasskeyHandle({ id }), resourceName: name };
    const audit = toAuditRecord(actor, target);
    const outcome = await this.#storage.passkeys.remove({ id, userId }, audit);
    if (outcome === 'missing') throw notFound();
    return outcome;
  }

  async #newChallenge(holder: string): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = newOpaqueSecret();
    await this.#storage.passkeys.addChallenge({
      hash: hashOpaqueSecret(challenge),
      holderHash: hashOpaqueSecret(holder),
      expiresAt: toTime(this.#clock() + CHALLENGE_MS),
    });
    return new Uint8Array(Buffer.from(challenge, 'base64url'));
  }

  /** Consumes the signed challenge. Returns null if it was not issued to this holder. */
  async #consumeChallenge(clientData: string, holder: string): Promise<string | null> {
    const challenge = readChallenge(clientData);
    if (challenge === null) return null;
    const consumed = await this.#storage.passkeys.consumeChallenge({
      hash: hashOpaqueSecret(challenge),
      holderHash: hashOpaqueSecret(holder),
      now: toTime(this.#clock()),
    });
    return consumed ? challenge : null;
  }
}

/** Returns a short handle for URLs and the audit log, because credential ids can be too long. */
export const toPasskeyHandle = ({ id }: Pick<PasskeyRecord, 'id'>): string => hashOpaqueSecret(id);

/** Imported on first use: the library is large, and most starts do not need it. */
const webauthn = () => import('@simplewebauthn/server');

const signInHolder = (browserHash: string) => `sign in, browser ${browserHash}`;
const addingHolder = ({ session }: SessionHolder) => `add, session ${session.id}`;
const toUserHandle = (userId: string) => Buffer.from(userId).toString('base64url');
const isPasskeyId = (text: string) => text.length <= PASSKEY_ID_MAX_CHARACTERS && /^[\w-]+$/.test(text);
const notFound = () => new LecternError('not_found', 'You have no such passkey.');

/** Reads the challenge from the signed client data (base64url JSON). Returns null if it cannot be read. */
function readChallenge(clientData: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown } | null;
    return isOpaqueSecret(data?.challenge) ? data.challenge : null;
  } catch {
    return null;
  }
}
