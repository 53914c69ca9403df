import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Authenticator } from './auth/authenticator.ts';
import { LastUsedRecorder } from './auth/last-used-recorder.ts';
import type { Config } from './config/config.ts';
import { Clients } from './domain/account/apps/clients.ts';
import { Grants } from './domain/account/apps/grants.ts';
import { PersonalTokens } from './domain/account/credentials/personal-tokens.ts';
import { OneTimeLinks } from './domain/account/identity/one-time-links.ts';
import { Passkeys } from './domain/account/identity/passkeys.ts';
import { Sessions } from './domain/account/identity/sessions.ts';
import { SignUp } from './domain/account/identity/sign-up.ts';
import { Administration } from './domain/account/lifecycle/administration.ts';
import { OrganizationService } from './domain/account/organizations/organization-service.ts';
import { Administrators } from './domain/administrators/administrators.ts';
import { Backups } from './domain/backups/backups.ts';
import type { Clock } from './domain/clock.ts';
import { EditionJobs } from './domain/edition-jobs/edition-jobs.ts';
import { Lives } from './domain/live/lives.ts';
import { OperatorPresence } from './domain/live/reading/operators.ts';
import type { LoadDependencies } from './domain/live/state/live-states.ts';
import { OtherDevices } from './domain/network-access/other-devices.ts';
import { Outputs } from './domain/outputs/outputs.ts';
import { EntryProblems } from './domain/plans/entry-problems.ts';
import { PhoneOrders } from './domain/plans/phone-orders.ts';
import { Plans } from './domain/plans/plans.ts';
import { StageEntries } from './domain/plans/stage-entries.ts';
import { Decks } from './domain/presentation/decks.ts';
import { Images } from './domain/presentation/images.ts';
import { Snapshots } from './domain/presentation/snapshots.ts';
import { BUTTON_LINKS, REMOTE_LINKS, RemoteLinks } from './domain/remote-links/remote-links.ts';
import { Editions } from './domain/scripture/editions.ts';
import { PhoneEditions } from './domain/scripture/phone-editions.ts';
import { EXPENSIVE_OPERATIONS, Turns } from './domain/turns/turns.ts';
import { UsageReports } from './domain/usage/usage-reports.ts';
import { createUsedThings } from './domain/usage/used-things.ts';
import { createEditionWork } from './editions/jobs/worker-edition-work.ts';
import { KNOWN_EDITIONS, toCatalogueEntry } from './editions/known-editions.ts';
import { mendEditions } from './editions/mend-editions.ts';
import { packageVersion } from './package/package-version.ts';
import { ROOT_FOLDER } from './package/root-folder.ts';
import { readSecrets } from './secrets.ts';
import { createSongReader, type SongReader } from './songs/child/read-songs-in-child.ts';
import { SongImports } from './songs/imports/song-imports.ts';
import { removeStaleImportFiles } from './songs/temporary-files.ts';
import { BackupFolder } from './storage/backup/backup-folder.ts';
import { removeStaleRestoreDrafts } from './storage/backup/restore-drafts.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';

/**
 * An opened installation: the storage and the domain services built on it. The server and the command line both start
 * from it.
 */
export interface Installation {
  readonly storage: Storage;
  /** Path of the key file. Only a server reads it. */
  readonly secretFile: string;
  /** Wall clock that decides when sessions, links and tokens expire. */
  readonly clock: Clock;
  readonly editions: Editions;
  readonly editionJobs: EditionJobs;
  readonly authenticator: Authenticator;
  readonly administration: Administration;
  readonly administrators: Administrators;
  readonly personalTokens: PersonalTokens;
  readonly clients: Clients;
  readonly grants: Grants;
  readonly backups: Backups;
  readonly organizations: OrganizationService;
  readonly sessions: Sessions;
  readonly links: OneTimeLinks;
  readonly signUp: SignUp;
  /** Public origin. A server that lets the system choose its port sets it once it listens. */
  readonly address: { publicUrl: string };
  readonly passkeys: Passkeys;
  readonly lives: Lives;
  readonly operators: OperatorPresence;
  readonly otherDevices: OtherDevices;
  readonly outputs: Outputs;
  readonly remoteLinks: RemoteLinks;
  readonly buttonLinks: RemoteLinks;
  /** Records when button links were last used. */
  readonly linkUses: LastUsedRecorder;
  readonly plans: Plans;
  readonly stageEntries: StageEntries;
  readonly phoneOrders: PhoneOrders;
  readonly phoneEditions: PhoneEditions;
  readonly decks: Decks;
  readonly snapshots: Snapshots;
  readonly images: Images;
  readonly songReader: SongReader;
  readonly songImports: SongImports;
  /** Mends editions of earlier versions, as `mendEditions` does. Call it in a process that serves requests. */
  mendEditions(signal: AbortSignal): Promise<void>;
  /** The turns of expensive operations. */
  readonly turns: Turns;
  readonly usage: UsageReports;
  /**
   * Subscribes to changes made by other nodes, if there are any. Call it in a process that serves requests. `warn`
   * receives errors from notifications that could not be processed.
   */
  listen(warn: (error: Error) => void): Promise<void>;
  /**
   * Waits for pending writes, for at most `maxMs` milliseconds, then closes the storage. Resolves to false if the
   * database did not respond in time. Acknowledged writes are durable either way.
   */
  close(maxMs?: number): Promise<boolean>;
}

export async function openInstallation(
  config: Config,
  warn: (error: Error) => void,
  clock: Clock = Date.now,
): Promise<Installation> {
  const storage = await openStorage(config, warn);
  const editions = new Editions(storage, KNOWN_EDITIONS.map(toCatalogueEntry));
  const editionJobs = new EditionJobs({
    storage,
    editions,
    clock,
    work: createEditionWork(editions, join(ROOT_FOLDER, 'bin/edition-worker.mjs')),
    warn,
  });
  const authenticator = new Authenticator(storage, warn, clock);
  const links = new OneTimeLinks(storage, clock, () => authenticator.invalidate());
  const snapshots = new Snapshots(storage, editions, config);
  const stageEntries = new StageEntries(storage);
  const phoneOrders = new PhoneOrders(storage);
  const loadDependencies: LoadDependencies = async (state) => {
    const { record, items } = state;
    await editions.loadRevisions(items.map(({ revisionId }) => revisionId));
    if (record.slide) await snapshots.load(record.slide);
    await stageEntries.load(state);
    await phoneOrders.load(state);
  };
  const backupFiles = new BackupFolder({
    location: config,
    folder: config.backupDir,
    secretFile: config.secretFile,
    sealKeys: () => readSecrets(config.secretFile, false).backupKeys,
    version: packageVersion(),
    worker: join(ROOT_FOLDER, 'bin/backup-worker.mjs'),
  });
  const operators = new OperatorPresence(storage.operators, clock, warn);
  const listUsed = createUsedThings(editions, snapshots);
  const lives = new Lives(storage, loadDependencies, config, operators, listUsed, clock);
  const linkUses = new LastUsedRecorder((uses) => storage.remoteLinks.recordUses(uses), warn);
  const linkParts = { storage, clock, onAuthorityChanged: () => authenticator.invalidate() };
  const plans = new Plans(storage, lives, config);
  const songReader = createSongReader(join(ROOT_FOLDER, 'bin/song-child.mjs'));
  const images = new Images(storage, config);
  const songImports = new SongImports({
    storage,
    images,
    reader: songReader,
    plans,
    entryProblems: new EntryProblems(storage, editions),
    clock,
    decksPerOrganization: config.decksPerOrganization,
    plansPerOwner: config.plansPerOwner,
    warn,
  });
  return {
    storage,
    secretFile: config.secretFile,
    clock,
    editions,
    editionJobs,
    authenticator,
    administration: new Administration(storage, clock, editions, () => authenticator.invalidate()),
    administrators: new Administrators(storage, clock),
    backups: new Backups({
      storage,
      files: backupFiles,
      clock,
      kept: config.backupsKept,
      nightlyKept: config.nightlyBackups,
    }),
    organizations: new OrganizationService({ storage, lives, clock }, () => authenticator.invalidate()),
    personalTokens: new PersonalTokens(storage, clock, config, () => authenticator.invalidate()),
    clients: new Clients(storage, clock, () => authenticator.invalidate()),
    grants: new Grants(storage, clock, () => authenticator.invalidate()),
    sessions: new Sessions(storage, clock, warn, () => authenticator.invalidate()),
    links,
    signUp: new SignUp(storage, links, config.signUp),
    address: { publicUrl: config.publicUrl },
    passkeys: new Passkeys(storage, clock),
    lives,
    operators,
    otherDevices: new OtherDevices(storage, clock, warn),
    outputs: new Outputs(storage, editions),
    remoteLinks: new RemoteLinks(linkParts, REMOTE_LINKS),
    buttonLinks: new RemoteLinks(linkParts, BUTTON_LINKS),
    linkUses,
    plans,
    stageEntries,
    phoneOrders,
    phoneEditions: new PhoneEditions(storage, editions),
    decks: new Decks(storage, lives, config),
    snapshots,
    images,
    songReader,
    songImports,
    mendEditions: (signal) => mendEditions({ editions, storage }, signal),
    turns: new Turns(EXPENSIVE_OPERATIONS),
    usage: new UsageReports(storage, lives, listUsed, clock),
    listen: async (warn) => {
      removeStaleRestoreDrafts(config);
      await removeStaleImportFiles();
      authenticator.listen();
      lives.subscribeToFeed(warn);
      await storage.cluster?.changes.start();
    },
    close: async (maxMs) => {
      const closed = Promise.all([
        lives.idle().then(() => operators.close()),
        authenticator.close(),
        linkUses.flush(),
        editionJobs.close(),
        songImports.close(),
      ])
        .then(() => storage.close())
        .then(() => true);
      if (maxMs === undefined) return closed;
      const timer = new AbortController();
      const timeout = delay(maxMs, false, { signal: timer.signal });
      return Promise.race([closed, timeout]).finally(() => timer.abort());
    },
  };
}
