import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { EVENT_SCHEMA_VERSION, type LiveEventType } from '../contract/schemas/event.ts';
import { toDesign } from '../domain/live/design.ts';
import type { Representations } from '../domain/live/representations.ts';
import type { LiveState } from '../storage/storage.ts';

export const EVENT_CODINGS = ['br', 'gzip', 'identity'] as const;
export type EventCoding = (typeof EVENT_CODINGS)[number];

/** Shorter answers are not worth the coding. */
const CODED_MIN_CHARACTERS = 1_024;
const TEXT_MAX_CHARACTERS = 8_192;
/** Between the speed of the first reader and the bytes of all. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const brotli = promisify(brotliCompress);
const encoders: Record<Exclude<EventCoding, 'identity'>, (bytes: Buffer | string) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

/** What makes cursors: a signature over a value for one purpose. */
interface Signer {
  sign(purpose: string, value: unknown): string;
  verify(purpose: string, cursor: string): unknown;
}

/** One event in one coding; text where it is short, since that goes out with its head in one piece. */
export interface EncodedEvent {
  readonly bytes: Buffer | string;
  readonly coding: EventCoding;
}

/** Which version of a Live it is: all that a poll keeps of what its client knows. */
export interface VersionMark {
  readonly liveId: string;
  readonly sequence: number;
  /** Of the design, which moves by itself. [Events 5] */
  readonly revision: number;
  /** Names the version of everything that a snapshot holds; it is no entity tag. */
  readonly cursor: string;
}

/** Everything that is sent about one version of a Live: made when first asked for, and then the same for every poll. */
export interface Version {
  readonly mark: VersionMark;
  readonly state: LiveState;
  readonly events: Map<ChangeType, Buffer | string>;
  readonly encoded: Map<string, Promise<EncodedEvent>>;
}

type ChangeType = Exclude<LiveEventType, 'stream.heartbeat'>;

/** What is known in one place can be behind what was read in another: only what is later is news. */
export const isLater = (mark: VersionMark, known: VersionMark): boolean =>
  mark.sequence > known.sequence || (mark.sequence === known.sequence && mark.revision > known.revision);

/** The events of Lives as they go over the wire. [Events], [D23], [D24] */
export class LiveEvents {
  readonly #representations: Representations;
  readonly #signer: Signer;
  readonly #epoch: string;
  readonly #versions = new WeakMap<LiveState, Version>();

  constructor(representations: Representations, signer: Signer, epoch: string) {
    this.#representations = representations;
    this.#signer = signer;
    this.#epoch = epoch;
  }

  version(state: LiveState): Version {
    let version = this.#versions.get(state);
    if (!version) {
      const { id, sequence } = state.record;
      const { revision } = toDesign(state);
      const cursor = this.#signer.sign(purpose(id), [this.#epoch, sequence, revision]);
      const mark = { liveId: id, sequence, revision, cursor };
      version = { mark, state, events: new Map(), encoded: new Map() };
      this.#versions.set(state, version);
    }
    return version;
  }

  /** True for every cursor that this installation has given for the Live, however old. */
  isCursorOf({ liveId, cursor }: VersionMark, given: string): boolean {
    return given === cursor || this.#signer.verify(purpose(liveId), given) !== undefined;
  }

  heartbeat(mark: VersionMark): EncodedEvent {
    return { bytes: `${envelope(mark, 'stream.heartbeat')}null}`, coding: 'identity' };
  }

  /** A version is encoded once for all polls. */
  async encode(version: Version, type: ChangeType, coding: EventCoding): Promise<EncodedEvent> {
    const bytes = this.#bytes(version, type);
    if (coding === 'identity' || bytes.length < CODED_MIN_CHARACTERS) return { bytes, coding: 'identity' };
    const key = `${type} ${coding}`;
    let encoded = version.encoded.get(key);
    if (!encoded) {
      encoded = encoders[coding](bytes).then((shorter) => ({ bytes: shorter, coding }));
      version.encoded.set(key, encoded);
      encoded.catch(() => version.encoded.delete(key));
    }
    return encoded;
  }

  #bytes(version: Version, type: ChangeType): Buffer | string {
    let bytes = version.events.get(type);
    if (!bytes) {
      bytes = relabelled(version, type) ?? this.#serialize(version, type);
      version.events.set(type, bytes);
    }
    return bytes;
  }

  #serialize({ mark, state }: Version, type: ChangeType): Buffer | string {
    const text = `${envelope(mark, type)}${JSON.stringify(this.#toSnapshot(state))}}`;
    return text.length > TEXT_MAX_CHARACTERS ? Buffer.from(text) : text;
  }

  /** [Resources] LiveEventSnapshot, [D23] */
  #toSnapshot(state: LiveState) {
    const { record, items } = state;
    return {
      live: this.#representations.toLive(state),
      display: this.#representations.toDisplay(state),
      queue:
        record.mode === 'presentation'
          ? null
          : items.map((item, position) => this.#representations.toQueueItem(item, position)),
      viewer_settings: record.viewerSettings,
      design: toDesign(state),
    };
  }
}

const purpose = (liveId: string): string => `events/${liveId}`;

/** A snapshot and a change differ in nothing but their type: the data are serialized once. Null where there is neither yet. */
function relabelled({ mark, events }: Version, type: ChangeType): Buffer | string | null {
  for (const [other, bytes] of events) {
    const head = envelope(mark, type);
    const data = envelope(mark, other).length;
    return typeof bytes === 'string'
      ? head + bytes.slice(data)
      : Buffer.concat([Buffer.from(head), bytes.subarray(data)]);
  }
  return null;
}

/** The event up to its data; it is ASCII, since ids and cursors are. */
function envelope({ liveId, sequence, cursor }: VersionMark, type: LiveEventType): string {
  const fields = {
    schema_version: EVENT_SCHEMA_VERSION,
    type,
    resource_type: 'live',
    resource_id: liveId,
    sequence,
    cursor,
  };
  return `${JSON.stringify(fields).slice(0, -1)},"data":`;
}
