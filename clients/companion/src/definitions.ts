import type {
  CompanionActionDefinition,
  CompanionActionDefinitions,
  CompanionBooleanFeedbackDefinition,
  CompanionFeedbackDefinitions,
  SomeCompanionConfigField,
} from '@companion-module/base';
import { type KeyCommand, PLAIN_COMMANDS, type PlainCommand } from './commands.ts';
import { type RoomState, showsOther, type Variables } from './room-state.ts';
import type { LecternConfig, LecternSecrets, RoomSettings } from './settings.ts';

type NoOptions = Record<string, never>;
type Feedback<Options extends object> = { type: 'boolean'; options: Options };

/** Types of everything that the module offers to Companion. */
export type LecternTypes = {
  config: LecternConfig;
  secrets: LecternSecrets;
  actions: Record<PlainCommand, { options: NoOptions }> & {
    passage: { options: { q: string } };
    entry: { options: { number: number } };
    stage: { options: { message: string; flash: boolean } };
    translation: { options: { slug: string; turn: string } };
  };
  feedbacks: {
    on_air: Feedback<NoOptions>;
    hidden: Feedback<NoOptions>;
    stopped: Feedback<NoOptions>;
    entry_on_air: Feedback<{ number: number }>;
    other_reference: Feedback<{ reference: string }>;
    connected: Feedback<NoOptions>;
  };
  variables: Variables;
};

export const COLORS = {
  white: 0xffffff,
  black: 0x000000,
  red: 0xc81e1e,
  gray: 0x4b5563,
  amber: 0xd97706,
  green: 0x15803d,
};

export const CONFIG_FIELDS: SomeCompanionConfigField[] = [
  {
    type: 'dropdown',
    id: 'connect',
    label: 'Connect with',
    width: 12,
    default: 'link',
    choices: [
      { id: 'link', label: 'a button link (in the console: Remotes, buttons)' },
      { id: 'token', label: 'a service token' },
    ],
  },
  {
    type: 'textinput',
    id: 'link',
    label: 'Address of the button link',
    tooltip: 'https://lectern.example.org/b/LINK',
    width: 8,
    isVisibleExpression: "$(options:connect) != 'token'",
  },
  {
    type: 'secret-text',
    id: 'key',
    label: 'Key of the button link',
    width: 4,
    isVisibleExpression: "$(options:connect) != 'token'",
  },
  {
    type: 'textinput',
    id: 'address',
    label: 'Address of the server',
    tooltip: 'https://lectern.example.org',
    width: 6,
    isVisibleExpression: "$(options:connect) == 'token'",
  },
  {
    type: 'textinput',
    id: 'room',
    label: 'Id of the room',
    tooltip: 'The end of the address of its console, or the whole address.',
    width: 6,
    isVisibleExpression: "$(options:connect) == 'token'",
  },
  {
    type: 'secret-text',
    id: 'token',
    label: 'Service token',
    width: 12,
    isVisibleExpression: "$(options:connect) == 'token'",
  },
];

const PLAIN_NAMES: Readonly<Record<PlainCommand, string>> = {
  next: 'Next page or slide',
  previous: 'Back',
  show: 'Show',
  hide: 'Hide',
  toggle: 'Show or hide',
  undo: 'Undo',
  return: 'Return from an interruption',
  go: 'Next entry of the plan',
};

const NUMBER_FIELD = {
  type: 'number',
  id: 'number',
  label: 'Number of the entry, without headings',
  default: 1,
  min: 1,
  max: 200,
  asInteger: true,
} as const;

/** Carries out an action with its options. Rejects with an error that Companion logs. */
type Act = (action: KeyCommand['action'], options: Readonly<Record<string, unknown>>) => Promise<void>;

/** Returns the actions. Those that need a token are not offered with a button link. */
export function defineActions(by: RoomSettings['by'], act: Act): CompanionActionDefinitions<LecternTypes['actions']> {
  const plain = (action: PlainCommand): CompanionActionDefinition<NoOptions> => ({
    name: PLAIN_NAMES[action],
    options: [],
    callback: () => act(action, {}),
  });
  return {
    ...(Object.fromEntries(PLAIN_COMMANDS.map((action) => [action, plain(action)])) as Record<
      PlainCommand,
      CompanionActionDefinition<NoOptions>
    >),
    passage: {
      name: 'Show a passage',
      description: 'Replaces the queue. While slides or a song are shown, it interrupts them.',
      options: [
        { type: 'textinput', id: 'q', label: 'Passage', default: 'John 3:16', minLength: 1, useVariables: true },
      ],
      callback: ({ options }) => act('passage', options),
    },
    entry: {
      name: 'Show an entry of the plan',
      options: [NUMBER_FIELD],
      callback: ({ options }) => act('entry', options),
    },
    stage: by === 'token' && {
      name: 'Stage message',
      description: 'An empty message removes the present one.',
      options: [
        { type: 'textinput', id: 'message', label: 'Message', useVariables: true },
        { type: 'checkbox', id: 'flash', label: 'Flash once', default: false },
      ],
      callback: ({ options }) => act('stage', options),
    },
    translation: by === 'token' && {
      name: 'Turn a translation on or off',
      options: [
        { type: 'textinput', id: 'slug', label: 'Short name of the translation', default: 'kjv', minLength: 2 },
        {
          type: 'dropdown',
          id: 'turn',
          label: 'Turn',
          default: 'toggle',
          choices: [
            { id: 'toggle', label: 'on or off' },
            { id: 'on', label: 'on' },
            { id: 'off', label: 'off' },
          ],
        },
      ],
      callback: ({ options }) => act('translation', options),
    },
  };
}

/** Returns the feedbacks, which look at the present state. */
export function defineFeedbacks(
  by: RoomSettings['by'],
  look: () => { readonly state: RoomState; readonly isConnected: boolean },
): CompanionFeedbackDefinitions<LecternTypes['feedbacks']> {
  const plain = (
    name: string,
    bgcolor: number,
    isTrue: (state: RoomState) => boolean,
  ): CompanionBooleanFeedbackDefinition<NoOptions> => ({
    type: 'boolean',
    name,
    options: [],
    defaultStyle: { bgcolor, color: COLORS.white },
    callback: () => isTrue(look().state),
  });
  return {
    on_air: plain('On air', COLORS.red, ({ showing }) => showing),
    hidden: plain('Hidden', COLORS.gray, ({ hidden }) => hidden),
    // A button link says nothing about it at rest.
    stopped: by === 'token' && plain('Stopped', COLORS.gray, ({ stopped }) => stopped),
    entry_on_air: {
      type: 'boolean',
      name: 'Entry of the plan on air',
      options: [NUMBER_FIELD],
      defaultStyle: { bgcolor: COLORS.red, color: COLORS.white },
      callback: ({ options }) => {
        const { entry } = look().state;
        return entry?.onAir === true && entry.index === Number(options.number);
      },
    },
    other_reference: {
      type: 'boolean',
      name: 'Another reference is on air',
      options: [{ type: 'textinput', id: 'reference', label: 'Reference', default: 'John 3:16', useVariables: true }],
      defaultStyle: { bgcolor: COLORS.amber, color: COLORS.black },
      callback: ({ options }) => showsOther(look().state, `${options.reference}`),
    },
    connected: {
      type: 'boolean',
      name: 'Connected',
      options: [],
      defaultStyle: { bgcolor: COLORS.green, color: COLORS.white },
      callback: () => look().isConnected,
    },
  };
}
