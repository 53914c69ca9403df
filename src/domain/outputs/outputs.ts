import { LecternError } from '../../contract/lectern-error.ts';
import { OUTPUTS_PER_LIVE_MAX } from '../../contract/limits.ts';
import { OUTPUT_PARTS } from '../../contract/output-settings.ts';
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
import type { Editions } from '../scripture/editions.ts';
import { requireTranslations } from '../scripture/passage.ts';

/** What can be the id of an output; nothing else reaches the database. */
const OUTPUT_ID = /^[A-Za-z0-9_-]{1,64}$/;

export interface OutputInput {
  readonly name: string;
  readonly view: ViewerView;
  readonly settings?: OutputSettingsChange;
}

/** An output with its key, which is nowhere else. */
export interface NewOutput {
  readonly output: OutputWithPresence;
  readonly key: string;
}

/** What is done to an output of a Live, and by whom. */
export interface OutputWrite {
  readonly live: LiveRecord;
  readonly output: OutputRecord;
  readonly actor: Actor;
}

/** The screens that operators set up for a Live. [D60] */
export class Outputs {
  readonly #storage: Storage;
  readonly #editions: Editions;
  readonly #listeners: ((notice: OutputNotification) => void)[] = [];

  constructor(storage: Storage, editions: Editions) {
    this.#storage = storage;
    this.#editions = editions;
  }

  /** `hear` is told what becomes of outputs, by whichever node; `lookAround` is called when some of it may have been missed. */
  follow(hear: (notice: OutputNotification) => void, lookAround: () => void): void {
    this.#listeners.push(hear);
    this.#storage.cluster?.changes.subscribe({
      output: hear,
      live: () => {},
      backstage: () => {},
      authority: () => {},
      profile: () => {},
      lost: () => {},
      resumed: lookAround,
    });
  }

  /** With what each of them shows, oldest first. */
  list(liveId: string): Promise<OutputWithPresence[]> {
    return this.#storage.outputs.list(liveId);
  }

  async find(id: string): Promise<OutputWithPresence | null> {
    return OUTPUT_ID.test(id) ? this.#storage.outputs.find(id) : null;
  }

  /** Throws `not_found`, for one of another Live as well. */
  async require(liveId: string, id: string): Promise<OutputWithPresence> {
    const output = await this.find(id);
    if (output?.liveId !== liveId) throw noSuchOutput();
    return output;
  }

  /**
   * Gives it to the screen that waits with a code, if one is named. Throws `invalid_fields`, `edition_not_enabled`, `quota_exceeded`,
   * `invalid_pairing_code`, `not_found` for a Live that is gone.
   */
  async create(live: LiveRecord, input: OutputInput, actor: Actor, screen: PairingCodeUse | null): Promise<NewOutput> {
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
    const outcome = await this.#storage.outputs.create(output, { quota: OUTPUTS_PER_LIVE_MAX, screen }, audit);
    if (outcome === 'missing') throw new LecternError('not_found', 'There is no such Live.');
    if (outcome === 'invalid_pairing_code') throw new LecternError(outcome);
    if (outcome === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${OUTPUTS_PER_LIVE_MAX} outputs of a Live are allowed.`);
    }
    return { output: { ...output, connections: 0, seenAt: null, report: null }, key };
  }

  /** Changes what is given. Throws `invalid_fields`, `edition_not_enabled`, `not_found`. */
  async update(deed: OutputWrite, input: Partial<OutputInput>): Promise<OutputWithPresence> {
    return this.#update(deed, await this.#read(deed.live.owner, input));
  }

  /** Its key opens nothing any more, and who was let in by it is out. Throws `not_found`. */
  async rotate(deed: OutputWrite): Promise<NewOutput> {
    const key = newCredentialSecret('output');
    return { output: await this.#update(deed, { hash: hashCredentialSecret(key) }), key };
  }

  /** Throws `not_found`. */
  async delete(deed: OutputWrite): Promise<void> {
    const { id } = deed.output;
    requireDone(await this.#storage.outputs.delete(id, toAudit(deed)));
    this.#tell({ outputId: id, news: 'changed' });
  }

  /** Throws `not_found`. */
  async signal(deed: OutputWrite, signal: 'identify' | 'reload'): Promise<void> {
    const { id } = deed.output;
    requireDone(await this.#storage.outputs.signal(id, signal, toAudit(deed)));
    this.#tell({ outputId: id, news: signal });
  }

  /** Those that a member or a credential has made, whose addresses should be replaced when that ends. */
  listMadeBy(maker: OutputCreator, owner: Owner): Promise<OutputOfLive[]> {
    return this.#storage.outputs.listMadeBy(maker, owner);
  }

  /** What is given, as it is kept. Throws `invalid_fields`, `edition_not_enabled`. */
  async #read(owner: Owner, { name, view, settings }: Partial<OutputInput>) {
    const read = {
      ...(name !== undefined && { name: requireName(name) }),
      ...(view !== undefined && { view }),
      ...(settings !== undefined && { settings: readSettings(settings) }),
    };
    if (read.settings?.translations) await requireTranslations(this.#editions, owner, read.settings.translations);
    return read;
  }

  async #update(deed: OutputWrite, change: OutputChange): Promise<OutputWithPresence> {
    const { id, liveId } = deed.output;
    requireDone(await this.#storage.outputs.update(id, change, toAudit(deed)));
    this.#tell({ outputId: id, news: 'changed' });
    return this.require(liveId, id);
  }

  /** Where there are other nodes, the database tells all of them, this one included. */
  #tell(notice: OutputNotification): void {
    if (this.#storage.cluster) return;
    for (const hear of this.#listeners) hear(notice);
  }
}

const defaultSettings = ({ viewerSettings: { theme, scale } }: LiveRecord): OutputSettings => ({
  theme,
  scale,
  lang: 'en',
  translations: null,
  show: OUTPUT_PARTS,
  align: 'left',
  margin: 0,
});

/** Slugs are compared without case. Throws `invalid_fields`. */
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
