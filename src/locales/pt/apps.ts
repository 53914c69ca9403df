import type { AppsStrings } from '../en/apps.ts';
import { richText } from '../rich-text.ts';

export const apps: AppsStrings = {
  title: 'Aplicativos conectados',
  lead: 'Estes aplicativos podem usar sua conta. Cada conexão expira, e você pode encerrá-la antes.',
  empty:
    'Nenhum aplicativo está conectado à sua conta. Comece no aplicativo: ele traz você até aqui para ver o que pede e decidir.',
  connected: (moment) => richText`Conectado em ${moment}`,
  may: 'Ele pode:',
  end: 'Desconectar',
  endHint: (name) =>
    `${name} perde o acesso imediatamente. O que ele criou na sua conta continua. Para conectá-lo novamente, comece no aplicativo.`,
  endNow: 'Desconectar este aplicativo',
  done: { ended: 'O aplicativo foi desconectado.' },
};
