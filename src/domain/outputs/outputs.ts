import { LecternError } from '../../contract/lectern-error.ts';
import { OUTPUTS_PER_LIVE_MAX } from '../../contract/limits.ts';
import { LATER_OUTPUT_SETTINGS, OUTPUT_PARTS } from '../../contract/output-settings.ts';
import type { OutputSettings, OutputSettingsChange } from '../../contract/schemas/outputs.ts';
import { DEFAULT_VIEW, type ViewerView } from '../../contract/viewer-views.ts';
import type {
  LiveRecord,
  OutputChange,
  OutputCreator,
  OutputNotification,
  OutputOfLive,
  OutputRecord,
  OutputWithPresence,
  Owner,
  PairingCodeUse,
  Storage,
} from '../../storage/storage.ts';
import { hashCredentialSecret, newCredentialSecret } from '../account/credentials/credential-secret.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { nextTimestamp } from '../clock.ts';
import { newId } from '../identifiers.ts';
import { NAME_RULE, parseName } from '../name.ts';
import { refuseImages } from '../presentation/refuse-images.ts';
import type { Editions } from '../scripture/editions.ts';
import { requireTranslations } from '../scripture/passage.ts';

/** The format of an output id. Other texts are never queried. */
const OUTPUT_ID = /^[A-Za-z0-9_-]{1,64}$/;

const IMAGE_SETTINGS = ['background_image', 'idle_image'] as const;

export interface OutputInput {
  readonly name: string;
  readonly view: ViewerView;
  readonly settings?: OutputSettingsChange;
}

/** An output and its key, which is stored only as a hash. */
export interface OutputWithKey {
  readonly output: OutputWithPresence;
  readonly key: string;
}

/** A write to an output: the Live, the output and the actor. */
export interface OutputWrite {
  readonly live: LiveRecord;
  readonly output: OutputRecord;
  readonly actor: Actor;
}

/** The outputs that operators set up for a Live. [D60] */
export class Outputs {
  readonly #storage: Storage;
  readonly #editions: Editions;
  readonly #listeners: ((notice: OutputNotification) => void)[] = [];

  constructor(storage: Storage, editions: Editions) {
    this.#storage = storage;
    this.#editions = editions;
  }

  /**
   * Subscribes to output notifications from all nodes. `onMissed` is called when notifications may have been missed.
   */
  follow(listener: (notice: OutputNotification) => void, onMissed = () => {}): void {
    this.#listeners.push(listener);
    this.#storage.cluster?.changes.subscribe({
      output: listener,
      live: () => {},
      backstage: () => {},
      authority: () => {},
      profile: () => {},
      lost: () => {},
      resumed: onMissed,
    });
  }

  /** Lists the outputs of a Live with their reports, oldest first. */
  list(liveId: string): Promise<OutputWithPresence[]> {
    return this.#storage.outputs.list(liveId);
  }

  async find(id: string): Promise<OutputWithPresence | null> {
    return OUTPUT_ID.test(id) ? this.#storage.outputs.find(id) : null;
  }

  /** Returns an output. Throws `not_found`, also for an output of another Live. */
  async require(liveId: string, id: string): Promise<OutputWithPresence> {
    const output = await this.find(id);
    if (output?.liveId !== liveId) throw noSuchOutput();
    return output;
  }

  /**
   * Creates an output, and assigns it to the screen of a pairing code if one is given. Throws `invalid_fields`,
   * `edition_not_enabled`, `quota_exceeded`, `invalid_pairing_code`, and `not_found` if the Live was deleted.
   */
  async create(
    live: LiveRecord,
    input: OutputInput,
    actor: Actor,
    screen: PairingCodeUse | null,
  ): Promise<OutputWithKey> {
    const { name = '', view = DEFAULT_VIEW, settings } = await this.#read(live.owner, input);
    const key = newCredentialSecret('output');
    const output: OutputRecord = {
      id: newId(),
      liveId: live.id,
      name,
      view,
      settings: { ...defaultSettings(live), ...settings },
      hash: hashCredentialSecret(key),
      madeByUser: actor.userId,
      madeByCredential: actor.credentialId,
      createdAt: nextTimestamp(),
    };
    const audit = toAudit({ live, output, actor });
    const more = { owner: live.owner, quota: OUTPUTS_PER_LIVE_MAX, screen };
    const outcome = await this.#storage.outputs.create(output, more, audit);
    if (typeof outcome === 'object') throw refuseImages(namedImages(settings), outcome);
    if (outcome === 'missing') throw new LecternError('not_found', 'There is no such Live.');
    if (outcome === 'invalid_pairing_code') throw new LecternError(outcome);
    if (outcome === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${OUTPUTS_PER_LIVE_MAX} outputs of a Live are allowed.`);
    }
    return { output: { ...output, connections: 0, seenAt: null, report: null }, key };
  }

  /** Changes the given fields. Throws `invalid_fields`, `edition_not_enabled` and `not_found`. */
  async update(write: OutputWrite, input: Partial<OutputInput>): Promise<OutputWithPresence> {
    return this.#update(write, await this.#read(write.live.owner, input));
  }

  /** Replaces the key. The old key and its admission cookies become invalid. Throws `not_found`. */
  async rotate(write: OutputWrite): Promise<OutputWithKey> {
    const key = newCredentialSecret('output');
    return { output: await this.#update(write, { hash: hashCredentialSecret(key) }), key };
  }

  /** Throws `not_found`. */
  async delete(write: OutputWrite): Promise<void> {
    const { id } = write.output;
    requireDone(await this.#storage.outputs.delete(id, toAudit(write)));
    this.#notify({ outputId: id, news: 'changed' });
  }

  /** Throws `not_found`. */
  async signal(write: OutputWrite, signal: 'identify' | 'reload'): Promise<void> {
    const { id } = write.output;
    requireDone(await this.#storage.outputs.signal(id, signal, toAudit(write)));
    this.#notify({ outputId: id, news: signal });
  }

  /**
   * Lists the outputs that a member or credential created. Their keys should be replaced when the access of the creator
   * ends.
   */
  listMadeBy(maker: OutputCreator, owner: Owner): Promise<OutputOfLive[]> {
    return this.#storage.outputs.listCreatedBy(maker, owner);
  }

  /** Validates the given fields. Throws `invalid_fields` and `edition_not_enabled`. */
  async #read(owner: Owner, { name, view, settings }: Partial<OutputInput>) {
    const read = {
      ...(name !== undefined && { name: requireName(name) }),
      ...(view !== undefined && { view }),
      ...(settings !== undefined && { settings: readSettings(settings) }),
    };
    if (read.settings?.translations) await requireTranslations(this.#editions, owner, read.settings.translations);
    return read;
  }

  async #update(write: OutputWrite, change: OutputChange): Promise<OutputWithPresence> {
    const { id, liveId } = write.output;
    const outcome = await this.#storage.outputs.update(id, write.live.owner, change, toAudit(write));
    if (typeof outcome === 'object') throw refuseImages(namedImages(change.settings), outcome);
    requireDone(outcome);
    this.#notify({ outputId: id, news: 'changed' });
    return this.require(liveId, id);
  }

  /** Notifies listeners. With several nodes, the database does this, for this node too. */
  #notify(notice: OutputNotification): void {
    if (this.#storage.cluster) return;
    for (const listener of this.#listeners) listener(notice);
  }
}

/** Lists the images that settings name, with the pointers to their fields. */
const namedImages = (settings: Partial<OutputSettings> = {}) =>
  IMAGE_SETTINGS.flatMap((field) => {
    const digest = settings[field];
    return typeof digest === 'string' ? [{ pointer: `/settings/${field}`, digest }] : [];
  });

const defaultSettings = ({ viewerSettings: { theme, scale } }: LiveRecord): OutputSettings => ({
  theme,
  scale,
  lang: 'en',
  translations: null,
  show: OUTPUT_PARTS,
  align: 'left',
  margin: 0,
  ...LATER_OUTPUT_SETTINGS,
});

/** Validates the settings. Slugs are case-insensitive. Throws `invalid_fields`. */
function readSettings({ translations, ...others }: OutputSettingsChange = {}): Partial<OutputSettings> {
  if (!translations) return translations === undefined ? others : { ...others, translations };
  const slugs = translations.map((slug) => slug.toLowerCase());
  if (new Set(slugs).size < slugs.length) {
    const errors = [{ pointer: '/settings/translations', message: 'must not name a translation twice' }];
    throw new LecternError('invalid_fields', undefined, { errors });
  }
  return { ...others, translations: slugs };
}

/** Throws `invalid_fields`. */
function requireName(text: string): string {
  const name = parseName(text);
  if (name !== null) return name;
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: '/name', message: NAME_RULE }] });
}

function requireDone(done: boolean): void {
  if (!done) throw noSuchOutput();
}

const toAudit = ({ live, output, actor }: OutputWrite) =>
  toAuditRecord(actor, { owner: live.owner, resource: live.id, resourceName: live.name, detail: output.name });

const noSuchOutput = () => new LecternError('not_found', 'The Live has no such output.');
