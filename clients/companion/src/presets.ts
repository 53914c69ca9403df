import type {
  CompanionPresetAction,
  CompanionPresetDefinition,
  CompanionPresetDefinitions,
  CompanionPresetFeedback,
  CompanionPresetSection,
} from '@companion-module/base';
import { COLORS, type LecternTypes } from './definitions.ts';
import { KEY_PICTURES } from './pictures.ts';
import type { RoomSettings } from './settings.ts';

type Preset = CompanionPresetDefinition<LecternTypes>;
type PresetFeedback = CompanionPresetFeedback<LecternTypes['feedbacks']>;

const ON_AIR: PresetFeedback = { feedbackId: 'on_air', options: {}, style: { bgcolor: COLORS.red } };
const HIDDEN: PresetFeedback = { feedbackId: 'hidden', options: {}, style: { bgcolor: COLORS.gray } };
const ENTRIES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Returns a preset for each action, with its picture, and one that shows what is on air. */
export function definePresets(
  by: RoomSettings['by'],
  label: string,
): { sections: CompanionPresetSection<LecternTypes>[]; presets: CompanionPresetDefinitions<LecternTypes> } {
  const button = (
    name: string,
    text: string,
    action: CompanionPresetAction<LecternTypes['actions']> | null,
    feedbacks: PresetFeedback[] = [],
  ): Preset => ({
    type: 'simple',
    name,
    style: {
      text,
      size: action ? '14' : 'auto',
      color: COLORS.white,
      bgcolor: COLORS.black,
      ...(action && { alignment: 'center:bottom', pngalignment: 'center:top', png64: KEY_PICTURES[action.actionId] }),
    },
    steps: [{ down: action ? [action] : [], up: [] }],
    feedbacks,
  });
  const number = (entry: number): PresetFeedback => ({
    feedbackId: 'entry_on_air',
    options: { number: entry },
    style: { bgcolor: COLORS.red },
  });
  const operate = {
    previous: button('Back', 'Back', { actionId: 'previous', options: {} }),
    next: button('Next page or slide', 'Next', { actionId: 'next', options: {} }),
    toggle: button('Show or hide', 'On air', { actionId: 'toggle', options: {} }, [ON_AIR, HIDDEN]),
    show: button('Show', 'Show', { actionId: 'show', options: {} }, [ON_AIR]),
    hide: button('Hide', 'Hide', { actionId: 'hide', options: {} }, [HIDDEN]),
    undo: button('Undo', 'Undo', { actionId: 'undo', options: {} }),
    return: button('Return from an interruption', 'Return', { actionId: 'return', options: {} }),
    passage: button('Show a passage', 'John 3:16', { actionId: 'passage', options: { q: 'John 3:16' } }),
    reference: button('What is on air', `$(${label}:reference)`, null, [ON_AIR]),
    following: button('What comes next', `$(${label}:next)`, null),
    page: button('Page or slide', `$(${label}:index) / $(${label}:count)`, null),
    ...(by === 'token' && {
      stage: button('Stage message', 'Message', {
        actionId: 'stage',
        options: { message: 'Two minutes', flash: true },
      }),
      translation: button('Turn a translation on or off', 'KJV', {
        actionId: 'translation',
        options: { slug: 'kjv', turn: 'toggle' },
      }),
    }),
  };
  const plan = {
    go: button('Next entry of the plan', 'Next entry', { actionId: 'go', options: {} }),
    ...Object.fromEntries(
      ENTRIES.map((entry) => {
        const action = { actionId: 'entry', options: { number: entry } } as const;
        return [`entry_${entry}`, button(`Entry ${entry} of the plan`, `${entry}`, action, [number(entry)])];
      }),
    ),
  };
  return {
    sections: [
      { id: 'operate', name: 'Operate', definitions: Object.keys(operate) },
      { id: 'plan', name: 'Plan', definitions: Object.keys(plan) },
    ],
    presets: { ...operate, ...plan },
  };
}
