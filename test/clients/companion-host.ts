import assert from 'node:assert/strict';
import type {
  CompanionActionDefinition,
  CompanionBooleanFeedbackDefinition,
  CompanionPresetDefinitions,
  CompanionPresetSection,
  InstanceConstructor,
} from '@companion-module/base';
import type { InstanceContext } from '@companion-module/base/host-api';
import type { LecternTypes } from '../../clients/companion/src/definitions.ts';

/** Far more than anything takes that is waited for, on a loaded machine. */
const PATIENCE_MS = 30_000;

/**
 * A small host for one instance of a module, in place of Companion. It gives the instance of the real
 * `@companion-module/base` its context, keeps what the instance defines and reports, demands that variables and
 * feedbacks are defined before they are set, and runs the callbacks of actions and feedbacks. It does not cover the
 * channel between processes, expressions, validation of options, drawing, and the conversion of presets.
 */
export interface CompanionHost {
  readonly statuses: (readonly [status: string, message: string | null])[];
  readonly variables: Record<string, unknown>;
  readonly actions: Readonly<Record<string, unknown>>;
  readonly feedbacks: Readonly<Record<string, unknown>>;
  readonly presets: CompanionPresetDefinitions<LecternTypes>;
  readonly sections: readonly CompanionPresetSection<LecternTypes>[];
  /** Runs an action as a key does. Rejects if the action fails. */
  press(actionId: string, options?: object): Promise<void>;
  feedback(feedbackId: string, options?: object): boolean;
  configure(config: object, secrets: object): Promise<void>;
  /** Resolves once the condition holds. It is checked whenever the instance reports something. */
  until(subject: string, condition: (host: CompanionHost) => boolean): Promise<void>;
  destroy(): Promise<void>;
}

export async function hostModule(
  Module: InstanceConstructor<LecternTypes>,
  config: object,
  secrets: object,
): Promise<CompanionHost> {
  const looks = new Set<() => void>();
  const look = () => {
    for (const one of looks) one();
  };
  const state = {
    statuses: [] as CompanionHost['statuses'],
    variables: {} as Record<string, unknown>,
    variableIds: [] as string[],
    actions: {} as Record<string, unknown>,
    feedbacks: {} as Record<string, unknown>,
    presets: {} as CompanionHost['presets'],
    sections: [] as CompanionHost['sections'],
  };
  const unused = (name: string) => () => assert.fail(`The module called ${name}, which this host does not have.`);
  const context: InstanceContext<LecternTypes> = {
    _isInstanceContext: true,
    id: 'connection',
    label: 'Chapel',
    upgradeScripts: [],
    updateStatus: (status, message) => {
      state.statuses.push([status, message]);
      look();
    },
    setActionDefinitions: (actions) => {
      state.actions = withoutMissing(actions);
    },
    setFeedbackDefinitions: (feedbacks) => {
      state.feedbacks = withoutMissing(feedbacks);
    },
    setPresetDefinitions: (sections, presets) => Object.assign(state, { sections, presets }),
    setVariableDefinitions: (variables) => {
      state.variableIds = Object.keys(variables);
    },
    setVariableValues: (values) => {
      for (const id of Object.keys(values)) assert.ok(state.variableIds.includes(id), `${id} is no variable`);
      Object.assign(state.variables, values);
      look();
    },
    getVariableValue: (id) => state.variables[id] as never,
    checkAllFeedbacks: look,
    checkFeedbacks: (types) => {
      for (const type of types) assert.ok(type in state.feedbacks, `${type} is no feedback`);
      look();
    },
    checkFeedbacksById: look,
    saveConfig: unused('saveConfig'),
    oscSend: unused('oscSend'),
    recordAction: unused('recordAction'),
    subscribeActions: unused('subscribeActions'),
    unsubscribeActions: unused('unsubscribeActions'),
    unsubscribeFeedbacks: unused('unsubscribeFeedbacks'),
    sharedUdpSocketHandlers: new Map(),
    sharedUdpSocketJoin: unused('sharedUdpSocketJoin'),
    sharedUdpSocketLeave: unused('sharedUdpSocketLeave'),
    sharedUdpSocketSend: unused('sharedUdpSocketSend'),
  };
  // Companion collects the log; the tests have no use for "Initializing".
  Object.assign(globalThis, { COMPANION_LOGGER: () => {} });
  const instance = new Module(context);
  await instance.init(config, true, secrets);

  const host: CompanionHost = {
    get statuses() {
      return state.statuses;
    },
    get variables() {
      return state.variables;
    },
    get actions() {
      return state.actions;
    },
    get feedbacks() {
      return state.feedbacks;
    },
    get presets() {
      return state.presets;
    },
    get sections() {
      return state.sections;
    },
    press: async (actionId, options = {}) => {
      const definition = state.actions[actionId] as CompanionActionDefinition | undefined;
      assert.ok(definition, `there is no action ${actionId}`);
      const event = { id: 'action', controlId: 'key', actionId, options: options as never, surfaceId: undefined };
      await definition.callback(event, { type: 'action', setCustomVariableValue: unused('setCustomVariableValue') });
    },
    feedback: (feedbackId, options = {}) => {
      const definition = state.feedbacks[feedbackId] as CompanionBooleanFeedbackDefinition | undefined;
      assert.ok(definition, `there is no feedback ${feedbackId}`);
      const shared = { type: 'boolean', id: 'feedback', controlId: 'key', previousOptions: null } as const;
      const value = definition.callback({ ...shared, feedbackId, options: options as never }, { type: 'feedback' });
      assert.equal(typeof value, 'boolean');
      return value as boolean;
    },
    configure: (...settings) => instance.configUpdated(...settings),
    until: (subject, condition) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          looks.delete(check);
          reject(new Error(`waited in vain for ${subject}: ${JSON.stringify([state.statuses, state.variables])}`));
        }, PATIENCE_MS);
        const check = () => {
          if (!condition(host)) return;
          clearTimeout(timer);
          looks.delete(check);
          resolve();
        };
        looks.add(check);
        check();
      }),
    destroy: () => instance.destroy(),
  };
  return host;
}

/** Companion leaves out definitions that are false or absent. */
const withoutMissing = (definitions: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(definitions).filter(([, definition]) => definition));
