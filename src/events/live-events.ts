import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { EVENT_SCHEMA_VERSION } from '../contract/schemas/event.ts';
import type { LiveState } from '../storage/storage.ts';
import type { EventTrigger, EventView } from './event-views.ts';

export const EVENT_CODINGS = ['br', 'gzip', 'identity'] as const;
export type EventCoding = (typeof EVENT_CODINGS)[number];

/** Shorter responses are not compressed. */
const CODED_MIN_CHARACTERS = 1_024;
const TEXT_MAX_CHARACTERS = 8_192;
/** A compromise between the latency of the first reader and the size for all. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const brotli = promisify(brotliCompress);
const encoders: Record<Exclude<EventCoding, 'identity'>, (bytes: Buffer | string) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

/** Signs and verifies cursors for a purpose. */
interface Signer {
  sign(purpose: string, value: unknown): string;
  verify(purpose: string, cursor: string): unknown;
}

/** One event in one content coding. Short events are strings, which are sent in one write with the response head. */
export interface EncodedEvent {
  readonly bytes: Buffer | string;
  readonly coding: EventCoding;
}

/** Identifies a version of a Live. A poll keeps only this of what its client knows. */
export interface VersionPosition {
  readonly liveId: string;
  readonly sequence: number;
  /** The revision of what changes without the sequence, such as the design. [Events 5] */
  readonly revision: number;
  /** Identifies the version of the whole snapshot. It is not a validator. */
  readonly cursor: string;
}

/** The events of one version of a Live, created on first use and shared by all polls. */
export interface LiveVersionEvents {
  readonly position: VersionPosition;
  readonly state: LiveState;
  readonly events: Map<EventTrigger, Buffer | string>;
  readonly encoded: Map<string, Promise<EncodedEvent>>;
}

/** Returns true if `position` is later than `reference`. Only later versions are sent, because caches may lag. */
export const isLaterVersion = (position: VersionPosition, reference: VersionPosition): boolean =>
  position.sequence > reference.sequence ||
  (position.sequence === reference.sequence && position.revision > reference.revision);

/** Encodes the events of Lives in one view for the wire. [Events], [D23], [D24], [D55] */
export class LiveEvents {
  readonly #view: EventView;
  readonly #signer: Signer;
  readonly #epoch: string;
  readonly #versions = new WeakMap<LiveState, LiveVersionEvents>();

  constructor(view: EventView, signer: Signer, epoch: string) {
    this.#view = view;
    this.#signer = signer;
    this.#epoch = epoch;
  }

  version(state: LiveState): LiveVersionEvents {
    let version = this.#versions.get(state);
    if (!version) {
      const { id, sequence } = state.record;
      const revision = this.#view.revisionOf(state);
      const cursor = this.#signer.sign(this.#purpose(id), [this.#epoch, sequence, revision]);
      const position = { liveId: id, sequence, revision, cursor };
      version = { position, state, events: new Map(), encoded: new Map() };
      this.#versions.set(state, version);
    }
    return version;
  }

  /** True if encoding an event may query the database. */
  get readsDatabase(): boolean {
    return this.#view.prepare !== undefined;
  }

  /** Returns true for every cursor that this installation has issued for the Live, however old. */
  isCursorOf({ liveId, cursor }: VersionPosition, given: string): boolean {
    return given === cursor || this.#signer.verify(this.#purpose(liveId), given) !== undefined;
  }

  heartbeat(position: VersionPosition): EncodedEvent {
    return { bytes: `${envelope(position, 'stream.heartbeat')}null}`, coding: 'identity' };
  }

  /** Encodes an event. Each version is encoded once for all polls. */
  async encode(version: LiveVersionEvents, trigger: EventTrigger, coding: EventCoding): Promise<EncodedEvent> {
    if (this.#view.prepare) await this.#view.prepare(version.state);
    const bytes = this.#bytes(version, trigger);
    if (coding === 'identity' || bytes.length < CODED_MIN_CHARACTERS) return { bytes, coding: 'identity' };
    const key = `${trigger} ${coding}`;
    let encoded = version.encoded.get(key);
    if (!encoded) {
      encoded = encoders[coding](bytes).then((shorter) => ({ bytes: shorter, coding }));
      version.encoded.set(key, encoded);
      encoded.catch(() => version.encoded.delete(key));
    }
    return encoded;
  }

  #bytes(version: LiveVersionEvents, trigger: EventTrigger): Buffer | string {
    let bytes = version.events.get(trigger);
    if (!bytes) {
      bytes = this.#reuseData(version, trigger) ?? this.#serialize(version, trigger);
      version.events.set(trigger, bytes);
    }
    return bytes;
  }

  #serialize({ position, state }: LiveVersionEvents, trigger: EventTrigger): Buffer | string {
    const text = `${envelope(position, this.#view.types[trigger])}${JSON.stringify(this.#view.toData(state))}}`;
    return text.length > TEXT_MAX_CHARACTERS ? Buffer.from(text) : text;
  }

  /**
   * Reuses the data of the version's other event, which differs only in its type. Returns null if that does not exist
   * yet.
   */
  #reuseData({ position, events }: LiveVersionEvents, trigger: EventTrigger): Buffer | string | null {
    for (const [other, bytes] of events) {
      const head = envelope(position, this.#view.types[trigger]);
      const data = envelope(position, this.#view.types[other]).length;
      return typeof bytes === 'string'
        ? head + bytes.slice(data)
        : Buffer.concat([Buffer.from(head), bytes.subarray(data)]);
    }
    return null;
  }

  #purpose(liveId: string): string {
    return `${this.#view.purpose}/${liveId}`;
  }
}

/** Returns the start of the event up to its data. It is ASCII because ids and cursors are. */
function envelope({ liveId, sequence, cursor }: VersionPosition, type: string): string {
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
