import type { FastifyInstance } from 'fastify';
import { type AccountsServices, addAccounts } from './accounts/accounts.ts';
import { type AuditServices, addAudit } from './accounts/audit.ts';
import { addChapters, type ChaptersServices } from './lives/chapters.ts';
import { addEvents, type EventsServices } from './lives/events.ts';
import { addJournal, type JournalServices } from './lives/journal.ts';
import { addLives, type LivesServices } from './lives/lives.ts';
import { addLookup, type LookupServices } from './lives/lookup.ts';
import { addNow, type NowServices } from './lives/now.ts';
import { addOperate, type OperateServices } from './lives/operate.ts';
import { addOperators, type OperatorsServices } from './lives/operators.ts';
import { addPlan, type PlanServices } from './lives/plan.ts';
import { addPlayback, type PlaybackServices } from './lives/playback.ts';
import { addProtection, type ProtectionServices } from './lives/protection.ts';
import { addQueue, type QueueServices } from './lives/queue.ts';
import { addPaging, addSettings, type SettingsServices } from './lives/settings.ts';
import { addStack, type StackServices } from './lives/stack.ts';
import { addStage, type StageServices } from './lives/stage.ts';
import { addPhones, addViewerSettings, type ViewerSettingsServices } from './lives/viewer-settings.ts';
import { addMe, type MeServices } from './me/me.ts';
import { addOauthGrants, type OauthGrantsServices } from './me/oauth-grants.ts';
import { addTokens, type TokensServices } from './me/tokens.ts';
import { addDesign, type DesignServices } from './organizations/design.ts';
import { addUsage, type UsageServices } from './organizations/usage.ts';
import { addOutputs, type OutputsServices } from './outputs/outputs.ts';
import { addPlans, type PlansServices } from './plans/plans.ts';
import { addDecks, type DecksServices } from './presentations/decks.ts';
import { addImages, type ImagesServices } from './presentations/images.ts';
import { addImportSong, type ImportSongServices } from './presentations/import-song.ts';
import { addImports, type ImportsServices } from './presentations/imports.ts';
import { addPresentation, type PresentationServices } from './presentations/presentation.ts';
import { addSnapshots, type SnapshotsServices } from './presentations/snapshots.ts';
import { addBookPage, type BookPageServices } from './scripture/book-page.ts';
import { addExtract, type ExtractServices } from './scripture/extract.ts';
import { addLibrary, type LibraryServices } from './scripture/library.ts';
import { addReferences, type ReferencesServices } from './scripture/references.ts';
import { addScripture, type ScriptureServices } from './scripture/scripture.ts';
import { addSearch, type SearchServices } from './scripture/search.ts';

/** Dependencies of all operations together. */
export interface RestServices
  extends AccountsServices,
    AuditServices,
    BookPageServices,
    ChaptersServices,
    DecksServices,
    DesignServices,
    EventsServices,
    ExtractServices,
    ImagesServices,
    ImportSongServices,
    ImportsServices,
    JournalServices,
    LibraryServices,
    LivesServices,
    LookupServices,
    MeServices,
    NowServices,
    OauthGrantsServices,
    OperateServices,
    OperatorsServices,
    OutputsServices,
    PlanServices,
    PlansServices,
    PlaybackServices,
    PresentationServices,
    ProtectionServices,
    QueueServices,
    ReferencesServices,
    ScriptureServices,
    SearchServices,
    SettingsServices,
    SnapshotsServices,
    StackServices,
    StageServices,
    TokensServices,
    UsageServices,
    ViewerSettingsServices {}

/** Adds the routes of all operations. The OpenAPI document lists them in this order. */
export function addRestRoutes(rest: FastifyInstance, services: RestServices): void {
  addLives(rest, services);
  addStage(rest, services);
  addOperators(rest, services);
  addPlayback(rest, services);
  addNow(rest, services);
  addSettings(rest, services);
  addPaging(rest, services);
  addPhones(rest, services);
  addQueue(rest, services);
  addStack(rest, services);
  addOperate(rest, services);
  addJournal(rest, services);
  addProtection(rest, services);
  addViewerSettings(rest, services);
  addOutputs(rest, services);
  addDesign(rest, services);
  addUsage(rest, services);
  addPlans(rest, services);
  addPlan(rest, services);
  addDecks(rest, services);
  addSnapshots(rest, services);
  addPresentation(rest, services);
  addImages(rest, services);
  addImportSong(rest, services);
  addImports(rest, services);
  addEvents(rest, services);
  addScripture(rest, services);
  addSearch(rest, services);
  addReferences(rest, services);
  addExtract(rest, services);
  addLookup(rest, services);
  addChapters(rest, services);
  addLibrary(rest, services);
  addBookPage(rest, services);
  addAccounts(rest, services);
  addAudit(rest, services);
  addMe(rest, services);
  addTokens(rest, services);
  addOauthGrants(rest, services);
}
