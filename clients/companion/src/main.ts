import { type CompanionStaticUpgradeScript, InstanceBase } from '@companion-module/base';
import { readCommand } from './commands.ts';
import { connectByLink } from './connect-by-link.ts';
import { connectByToken } from './connect-by-token.ts';
import type { Report, RoomConnection } from './connection.ts';
import { CONNECTED, CONNECTING, type ConnectionStatus, toStatus } from './connection-status.ts';
import { CONFIG_FIELDS, defineActions, defineFeedbacks, type LecternTypes } from './definitions.ts';
import { definePresets } from './presets.ts';
import { type RoomState, toVariables, UNKNOWN_ROOM, VARIABLE_NAMES } from './room-state.ts';
import { type LecternConfig, type LecternSecrets, type RoomSettings, readRoomSettings } from './settings.ts';

/**
 * Upgrades of stored connections, actions and feedbacks, one for each version that renames or removes something. An
 * entry is never removed: Companion counts which ones it has run.
 */
export const UpgradeScripts: CompanionStaticUpgradeScript<LecternConfig, LecternSecrets>[] = [];

/** One connection of Companion to one room. It carries out what the pure modules decide. */
export default class LecternInstance extends InstanceBase<LecternTypes> {
  #connection: RoomConnection | null = null;
  #state: RoomState = UNKNOWN_ROOM;
  #status: ConnectionStatus | null = null;

  override init(config: LecternConfig, _isFirst: boolean, secrets: LecternSecrets): Promise<void> {
    return this.configUpdated(config, secrets);
  }

  override async configUpdated(config: LecternConfig, secrets: LecternSecrets): Promise<void> {
    this.#connection?.stop();
    this.#connection = null;
    this.#state = UNKNOWN_ROOM;
    this.#define(config.connect === 'token' ? 'token' : 'link');
    this.#setViewers(null);
    this.#setState(UNKNOWN_ROOM);
    this.#setStatus(CONNECTING);
    let settings: RoomSettings;
    try {
      settings = readRoomSettings(config, secrets);
    } catch (error) {
      this.#setStatus(toStatus(error, 'link'));
      return;
    }
    const report: Report = {
      status: (status) => this.#setStatus(status),
      state: (state) => this.#setState(state),
      viewers: (viewers) => this.#setViewers(viewers),
    };
    this.#connection = settings.by === 'token' ? connectByToken(settings, report) : connectByLink(settings, report);
  }

  override async destroy(): Promise<void> {
    this.#connection?.stop();
    this.#connection = null;
  }

  override getConfigFields() {
    return CONFIG_FIELDS;
  }

  #define(by: RoomSettings['by']): void {
    const act = async (action: Parameters<typeof readCommand>[0], options: Readonly<Record<string, unknown>>) => {
      const command = readCommand(action, options);
      if (!this.#connection) throw new Error('The connection has no valid settings.');
      await this.#connection.run(command);
    };
    this.setActionDefinitions(defineActions(by, act));
    this.setFeedbackDefinitions(
      defineFeedbacks(by, () => ({ state: this.#state, isConnected: this.#status === CONNECTED })),
    );
    this.setVariableDefinitions(
      Object.fromEntries(Object.entries(VARIABLE_NAMES).map(([id, name]) => [id, { name }])) as {
        [Id in keyof typeof VARIABLE_NAMES]: { name: string };
      },
    );
    const { sections, presets } = definePresets(by, this.label);
    this.setPresetDefinitions(sections, presets);
  }

  #setState(state: RoomState): void {
    this.#state = state;
    this.setVariableValues(toVariables(state));
    this.checkAllFeedbacks();
  }

  #setViewers(viewers: number | null): void {
    this.setVariableValues({ viewers: viewers ?? undefined });
  }

  #setStatus(status: ConnectionStatus): void {
    if (status.status === this.#status?.status && status.message === this.#status.message) return;
    this.#status = status;
    this.updateStatus(status.status, status.message);
    this.checkFeedbacks('connected');
  }
}
