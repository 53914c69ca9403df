import type { ViewerDesign, ViewerSettings } from '../contract/viewer.ts';
import type { Owner } from '../storage/storage.ts';
import type { Frame } from './frame.ts';

/** Content of a page that is painted before its stream opens. */
export interface FirstPaint {
  /** Settings of the Live, so that the first paint has the right background. */
  readonly settings: ViewerSettings;
  /** Design of the organization. */
  readonly design: ViewerDesign | null;
  /** State as JSON to embed. Null if not every recipient of the page can see the content, or if it is too large. */
  readonly state: string | null;
}

/** A Live at one version, as one kind of viewers receives it. */
export interface ViewerLive {
  readonly id: string;
  readonly owner: Owner;
  readonly sequence: number;
  /** Hash of the audience secret; null if the Live is not protected. */
  readonly secretHash: string | null;
  readonly restricted: boolean;
  /** Differs if viewers see a difference. */
  readonly version: string;
  /** Whether the state includes the queue. Otherwise later changes cannot be applied to it. */
  readonly includesQueue: boolean;
  /** Encodes the full state as an event. */
  toFrame(): Frame;
  toFirstPaint(): FirstPaint;
}

/** A committed change of a Live. */
export interface ViewerEvent {
  readonly before: ViewerLive;
  /** Null if the Live was deleted. */
  readonly after: ViewerLive | null;
  /** Encodes the change as an event. Null if viewers need the full state instead. */
  toFrame(): Frame | null;
}

/** Subscription of a room to a Live. */
export interface ViewerSubscription {
  /** The latest state that the follower has received; null after the Live was deleted. */
  readonly live: ViewerLive | null;
  close(): void;
}

/** Source of the Lives that an audience watches. */
export interface ViewerFeed {
  /** Returns the current state, or null for an unknown Live. Rejects with `unavailable`. */
  find(liveId: string): Promise<ViewerLive | null>;
  /** Subscribes to the changes of a Live. Returns null for an unknown Live. Rejects with `unavailable`. */
  follow(liveId: string, follower: (event: ViewerEvent) => void): Promise<ViewerSubscription | null>;
  /** Resolves when followers have received everything committed before the call. Rejects with `unavailable`. */
  catchUp(liveId: string): Promise<void>;
}
