import type { LiveNow } from '../../../clients/typescript/src/index.ts';

/** Kinds of what the audience sees that can have a scene each. */
export const CONTENTS = ['scripture', 'song', 'nothing'] as const;
export type Content = (typeof CONTENTS)[number];

/** Choice for a content: to leave the scene, to go back to the scene before, or to show a scene. */
export type SceneChoice = 'keep' | 'back' | { readonly scene: string };
export type SceneChoices = Readonly<Record<Content, SceneChoice>>;

export const DEFAULT_CHOICES: SceneChoices = { scripture: 'keep', song: 'keep', nothing: 'back' };

export interface ObsModel {
  readonly choices: SceneChoices;
  /** The latest content, and the one that scenes were last set for. Null before the first. */
  readonly content: Content | null;
  readonly handled: Content | null;
  readonly scenes: readonly string[];
  /** The scene of the program. Null while not connected. */
  readonly current: string | null;
  /** The scene that was asked for and is not reported yet. */
  readonly pending: string | null;
  /** The last scene that the person in OBS had and that is none of the chosen ones. */
  readonly before: string | null;
}

export const NEW_OBS_MODEL: ObsModel = {
  choices: DEFAULT_CHOICES,
  content: null,
  handled: null,
  scenes: [],
  current: null,
  pending: null,
  before: null,
};

export type ObsInput =
  | { readonly type: 'content'; readonly content: Content }
  | { readonly type: 'choices'; readonly choices: SceneChoices }
  | { readonly type: 'connected'; readonly scenes: readonly string[]; readonly current: string }
  | { readonly type: 'scenes'; readonly scenes: readonly string[] }
  | { readonly type: 'changed'; readonly scene: string }
  /** OBS did not set the scene that was asked for. */
  | { readonly type: 'refused'; readonly scene: string }
  | { readonly type: 'disconnected' };

export interface ObsStep {
  readonly model: ObsModel;
  /** The scene to set, if any. */
  readonly set: string | null;
}

/** Returns what the audience sees of a Live. Hidden, stopped and empty are the same. */
export function toContent({ status, showing, slide }: Pick<LiveNow, 'status' | 'showing' | 'slide'>): Content {
  if (status !== 'running' || !showing) return 'nothing';
  return slide ? 'song' : 'scripture';
}

/**
 * Returns the next model, and the scene to set. A scene is set only when the content becomes another, once: what the
 * person does in OBS in between stays. The content that is there at the first connection sets none.
 */
export function advanceObs(model: ObsModel, input: ObsInput): ObsStep {
  switch (input.type) {
    case 'content':
      return act({ ...model, content: input.content });
    case 'connected':
      return act({ ...noteScene(model, input.current), scenes: input.scenes, pending: null });
    case 'changed':
      return input.scene === model.pending
        ? { model: { ...model, current: input.scene, pending: null }, set: null }
        : { model: noteScene(model, input.scene), set: null };
    case 'choices':
      return { model: { ...model, choices: input.choices }, set: null };
    case 'scenes':
      return { model: { ...model, scenes: input.scenes }, set: null };
    case 'refused':
      return { model: model.pending === input.scene ? { ...model, pending: null } : model, set: null };
    case 'disconnected':
      return { model: { ...model, current: null, pending: null }, set: null };
  }
}

/** Notes a scene that the person has set. */
const noteScene = (model: ObsModel, scene: string): ObsModel => ({
  ...model,
  current: scene,
  before: isChosen(model, scene) ? model.before : scene,
});

const isChosen = ({ choices }: ObsModel, scene: string): boolean =>
  Object.values(choices).some((choice) => typeof choice === 'object' && choice.scene === scene);

/** Sets the scene of the content, unless that was done for it. While not connected, it waits. */
function act(model: ObsModel): ObsStep {
  const { content, handled, current, pending, scenes, before, choices } = model;
  if (current === null || content === null || content === handled) return { model, set: null };
  const next = { ...model, handled: content };
  const choice = choices[content];
  const scene = choice === 'keep' ? null : choice === 'back' ? before : choice.scene;
  if (handled === null || scene === null || scene === (pending ?? current) || !scenes.includes(scene))
    return { model: next, set: null };
  return { model: { ...next, pending: scene }, set: scene };
}

const RETRY_MAX_MS = 30_000;

/** Returns the time until the next attempt to connect. */
export const obsRetryDelay = (failures: number): number => Math.min(RETRY_MAX_MS, 1_000 * 2 ** (failures - 1));
