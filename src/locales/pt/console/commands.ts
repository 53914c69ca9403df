import type { ConsoleStrings } from '../../en/console/index.ts';

export const commands: ConsoleStrings['commands'] = {
  message: 'Mensagem para o palco',
  noMessage: 'Remover a mensagem do palco',
  entry: (number, title) => `Mostrar o item ${number} do roteiro: ${title}`,
  translation: (slug, name) => `Ativar ou desativar ${slug}: ${name}`,
  output: (name, does) => `Saída ${name}: ${does}`,
  settings: 'Configurações',
  live: { running: 'Iniciar a sala', stopped: 'Parar a sala' },
};
