import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Deviations that invalidate a signature: of a faulty authenticator, or of a browser under an attacker's control. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly userHandle?: string | null;
  readonly counter?: number;
  /** Bits of the authenticator data: 1 user present, 4 user verified. */
  readonly flags?: number;
  readonly signature?: string;
}

const PRESENT_AND_VERIFIED = 0b101;
const ATTESTED = 0b100_0000;

/** One passkey on a device, with its browser. Responds to options as WebAuthn says, in the JSON of its §5.1. */
export class PasskeyAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #rpId: string;
  counter: number;
  userHandle = '';

  /** A `counter` of 0 never counts, as with passkeys that several devices share. */
  constructor(origin: string, { counter = 1 }: { counter?: number } = {}) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
    this.counter = counter;
  }

  /** Makes the passkey. */
  create(options: { challenge: string; user: { id: string } }, deviation: Deviation = {}) {
    this.userHandle = options.user.id;
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), twoBytes(id.length), id, coseKey(this.#keys.publicKey)]);
    const data = this.#authenticatorData(deviation, ATTESTED, attested);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex');
    return this.#respond({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviation).toString('base64url'),
      attestationObject: Buffer.concat([head, twoBytes(data.length), data]).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs with it. */
  get(options: { challenge: string }, deviation: Deviation = {}) {
    if (this.counter > 0) this.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation);
    const data = this.#authenticatorData(deviation);
    const hash = createHash('sha256').update(clientData).digest();
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#keys.privateKey).toString('base64url');
    return this.#respond({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: deviation.signature ?? signature,
      ...(deviation.userHandle !== null && { userHandle: deviation.userHandle ?? this.userHandle }),
    });
  }

  #respond<Response extends object>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin } = deviation;
    const data = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData({ rpId, flags, counter }: Deviation, more = 0, attested: Buffer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(37);
    createHash('sha256')
      .update(rpId ?? this.#rpId)
      .digest()
      .copy(head);
    head.writeUInt8((flags ?? PRESENT_AND_VERIFIED) | more, 32);
    head.writeUInt32BE(counter ?? this.counter, 33);
    return Buffer.concat([head, attested]);
  }
}

/** ES256 on P-256 as CBOR (RFC 9053 §7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
  return Buffer.concat([head, bytes(x!), between, bytes(y!)]);
}

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
