import type { Logger } from 'pino';
import { PICTURE_RECHECK_SECONDS, PICTURES_PER_SESSION_MAX } from '../../contract/limits.ts';
import type { OutputEndReason } from '../../contract/output-page.ts';
import type { PictureView } from '../../contract/picture.ts';
import { type OutputKind, VIEWS } from '../../contract/viewer-views.ts';
import type { Owner, SessionHolder } from '../../storage/storage.ts';
import type { Audience, Subscription } from '../audience.ts';
import { toFrame } from '../frame.ts';
import { CLOSED_FRAME, type Seat } from '../room.ts';
import type { StreamResponse } from '../stream-connection.ts';
import type { PictureRights } from './picture-rights.ts';

const REPLACED = toFrame({ name: 'ended', data: 'replaced' satisfies OutputEndReason });

/** User who watches a picture, and the owner of the Live. */
export interface PictureViewer {
  readonly holder: SessionHolder;
  readonly owner: Owner;
}

interface Picture extends PictureViewer {
  readonly seat: Seat;
}

/**
 * Streams of the pictures on this node. They have their own rooms, because they count neither as viewers nor as
 * outputs. A picture ends shortly after its session loses access to the Live. [D63]
 */
export class PictureStreams {
  readonly #rooms: Readonly<Record<OutputKind, Audience>>;
  readonly #rights: PictureRights;
  readonly #log: Pick<Logger, 'warn'>;
  /** Open pictures, oldest first. */
  readonly #pictures = new Set<Picture>();
  readonly #timer: NodeJS.Timeout;

  constructor(rooms: Readonly<Record<OutputKind, Audience>>, rights: PictureRights, log: Pick<Logger, 'warn'>) {
    this.#rooms = rooms;
    this.#rights = rights;
    this.#log = log;
    this.#timer = setInterval(() => void this.#recheck(), PICTURE_RECHECK_SECONDS * 1000).unref();
  }

  /**
   * Turns a response into the stream of a picture. Above the limit per session the oldest ends. Rejects like
   * `Audience.join`.
   */
  async open(
    viewer: PictureViewer,
    view: PictureView,
    { subscription, streamResponse }: { subscription: Subscription; streamResponse: StreamResponse },
  ): Promise<void> {
    const seat = await this.#rooms[VIEWS[view].outputKind].join(subscription, streamResponse);
    if (!seat) return;
    const picture: Picture = { ...viewer, seat };
    this.#pictures.add(picture);
    seat.connection.onClose(() => this.#pictures.delete(picture));
    const own = [...this.#pictures].filter(({ holder }) => holder.session.id === viewer.holder.session.id);
    for (const oldest of own.slice(0, -PICTURES_PER_SESSION_MAX)) this.#end(oldest, REPLACED);
  }

  /** Ends all streams. Browsers reconnect to the next process. */
  close(): void {
    clearInterval(this.#timer);
    for (const room of Object.values(this.#rooms)) room.close();
  }

  async #recheck(): Promise<void> {
    const groups = Map.groupBy(this.#pictures, ({ holder, owner }) => `${holder.secretHash} ${owner.kind} ${owner.id}`);
    await Promise.all(
      [...groups.values()].map(async (pictures) => {
        const { holder, owner } = pictures[0]!;
        const allowed = await this.#rights.stillAllows(holder, owner).catch((error) => {
          // Access is denied if it cannot be checked. The page reconnects when the database is available again.
          this.#log.warn({ err: error }, 'checking the access to a picture failed; its stream is closed');
          return false;
        });
        if (!allowed) for (const picture of pictures) this.#end(picture, CLOSED_FRAME);
      }),
    );
  }

  #end(picture: Picture, frame: typeof CLOSED_FRAME): void {
    if (!this.#pictures.delete(picture)) return;
    const { seat } = picture;
    seat.connection.write(frame, null);
    seat.leave();
  }
}
