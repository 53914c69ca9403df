import type { Logger } from 'pino';
import { PICTURE_RECHECK_SECONDS, PICTURES_PER_SESSION_MAX } from '../../contract/limits.ts';
import type { OutputEndReason } from '../../contract/output-page.ts';
import type { PictureView } from '../../contract/picture.ts';
import type { Owner, SessionHolder } from '../../storage/storage.ts';
import type { Audience, StreamResponse, Subscription } from '../audience.ts';
import { toFrame } from '../frame.ts';
import { CLOSED_FRAME, type Seat } from '../room.ts';
import type { PictureRights } from './picture-rights.ts';

const REPLACED = toFrame({ name: 'ended', data: 'replaced' satisfies OutputEndReason });

/** The rooms of pictures: those of the stage are told more. */
export interface PictureRooms {
  readonly output: Audience;
  readonly stage: Audience;
}

/** Who wants to see a picture, and of whose Live. */
export interface PictureViewer {
  readonly holder: SessionHolder;
  readonly owner: Owner;
}

interface Picture extends PictureViewer {
  readonly seat: Seat;
}

/**
 * The open pictures of this node. They sit in rooms of their own, so that they are none of the viewers and outputs; each ends soon after
 * its session may not see the Live any more. [D63]
 */
export class PictureStreams {
  readonly #rooms: PictureRooms;
  readonly #rights: PictureRights;
  readonly #log: Pick<Logger, 'warn'>;
  /** Oldest first. */
  readonly #pictures = new Set<Picture>();
  readonly #timer: NodeJS.Timeout;

  constructor(rooms: PictureRooms, rights: PictureRights, log: Pick<Logger, 'warn'>) {
    this.#rooms = rooms;
    this.#rights = rights;
    this.#log = log;
    this.#timer = setInterval(() => void this.#recheck(), PICTURE_RECHECK_SECONDS * 1000).unref();
  }

  /** Makes the answer the stream of a picture. Of too many of a session, the oldest ends. Throws what `Audience.join` throws. */
  async open(
    visitor: PictureViewer,
    view: PictureView,
    { subscription, answer }: { subscription: Subscription; answer: StreamResponse },
  ): Promise<void> {
    const seat = await this.#rooms[view === 'stage' ? 'stage' : 'output'].join(subscription, answer);
    if (!seat) return;
    const picture: Picture = { ...visitor, seat };
    this.#pictures.add(picture);
    seat.connection.onClose(() => this.#pictures.delete(picture));
    const own = [...this.#pictures].filter(({ holder }) => holder.session.id === visitor.holder.session.id);
    for (const oldest of own.slice(0, -PICTURES_PER_SESSION_MAX)) this.#end(oldest, REPLACED);
  }

  /** Ends all of them; browsers connect again, to the next process. */
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
          // Who may not be known to see it does not see it: the page comes back as soon as the database answers.
          this.#log.warn({ err: error }, 'the rights to pictures of Lives could not be read');
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
