import { dialogs as ui } from '../console/dialogs.ts';
import { outputs } from '../console/outputs.ts';
import { decks } from './decks.ts';
import { design } from './design.ts';
import { frame } from './frame.ts';
import { library } from './library.ts';
import { lives } from './lives.ts';
import { plans } from './plans.ts';

/** The strings of the workspace. English defines the keys. */
export const workspace = { ui, outputs, frame, plans, decks, lives, design, library };

export type WorkspaceStrings = typeof workspace;
