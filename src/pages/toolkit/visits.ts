import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleOwner } from '../../contract/console-page.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { BackupAge } from '../../domain/backups/backups.ts';
import { hashOpaqueSecret } from '../../domain/opaque-secret.ts';
import type { SessionHolder } from '../../storage/storage.ts';
import { CsrfProtection } from './csrf-protection.ts';
import { readPersonLanguage } from './page-language.ts';
import { type AddressSettings, PublicAddress } from './public-address.ts';
import type { ScriptVisit, Visit } from './visit.ts';
import { VisitCookies } from './visit-cookies.ts';

/** Data of the header that pages show. */
interface HeaderData {
  readonly listOwners: (user: SessionHolder['user']) => Promise<readonly ConsoleOwner[]>;
  readonly readBackupAge: () => Promise<BackupAge>;
}

/** Identifies the browser and the user of a request to a page for people. */
export class Visits {
  readonly address: PublicAddress;
  readonly cookies: VisitCookies;
  readonly csrf: CsrfProtection;
  readonly #sessions: Sessions;
  readonly #header: HeaderData;

  /** `key` signs the tokens of forms, and seals sessions in the network. */
  constructor(sessions: Sessions, key: Buffer, address: AddressSettings, header: HeaderData) {
    this.address = new PublicAddress(address);
    this.cookies = new VisitCookies(this.address, key);
    this.csrf = new CsrfProtection(key, this.address);
    this.#sessions = sessions;
    this.#header = header;
  }

  /** Returns the signed-in session, without setting a cookie. */
  findHolder(request: FastifyRequest): Promise<SessionHolder | null> {
    return this.#sessions.find(this.cookies.read(request, 'session'));
  }

  /** Identifies the browser and its user, and reads what the header of a page shows. A new browser gets a cookie. */
  async open(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const visit = await this.openScript(request, reply);
    const user = visit.holder?.user;
    const [owners, backupAge] = await Promise.all([
      user ? this.#header.listOwners(user) : [],
      user?.administrator ? this.#header.readBackupAge() : null,
    ]);
    return { ...visit, owners, backupAge, lastOwnerId: this.cookies.read(request, 'owner') };
  }

  /** Identifies the browser and its user, for a script, which renders no header. */
  async openScript(request: FastifyRequest, reply: FastifyReply): Promise<ScriptVisit> {
    const sessionSecret = this.cookies.read(request, 'session');
    const holder = await this.#sessions.find(sessionSecret);
    const browserHash = hashOpaqueSecret(this.cookies.identifyBrowser(request, reply));
    // Bound to the session if there is one, so a form from before signing in is invalid after it.
    const bound = holder ? `session ${holder.session.id}` : `browser ${browserHash}`;
    const userId = holder?.user.id ?? null;
    return {
      language: readPersonLanguage(request),
      browserHash,
      holder,
      sessionSecret,
      isPlain: this.address.isPlain(request),
      csrf: (purpose) => this.csrf.toToken(bound, purpose),
      actor: (operation) => ({ channel: 'page', userId, credentialId: null, operation, requestId: request.id }),
    };
  }
}
