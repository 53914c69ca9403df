import { describeSettings } from '../../config/settings.ts';
import { defineLocalCommand } from '../command.ts';
import { formatTable } from '../terminal/columns.ts';
import { terminal } from '../terminal/terminal.ts';

export const showConfig = defineLocalCommand({
  name: 'config',
  summary: 'List all settings with their environment variable, current value, default and meaning',
  local: () => ({ data: describeSettings(terminal().env) }),
  toText: ({ data }) =>
    formatTable(
      ['SETTING', 'VALUE', 'DEFAULT', 'MEANING'],
      data.map((setting) => [setting.name, setting.value || '-', setting.default || '-', setting.meaning]),
    ),
});
