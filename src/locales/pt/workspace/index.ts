import type { WorkspaceStrings } from '../../en/workspace/index.ts';
import { dialogs as ui } from '../console/dialogs.ts';
import { outputs } from '../console/outputs.ts';
import { decks } from './decks.ts';
import { design } from './design.ts';
import { frame } from './frame.ts';
import { library } from './library.ts';
import { lives } from './lives.ts';
import { plans } from './plans.ts';

export const workspace: WorkspaceStrings = { ui, outputs, frame, plans, decks, lives, design, library };
