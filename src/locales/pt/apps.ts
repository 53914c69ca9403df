import type { AppsStrings } from '../en/apps.ts';
import { richText } from '../rich-text.ts';

export const apps: AppsStrings = {
  title: 'Aplicativos conectados',
  lead: 'Você deixou estes aplicativos usarem a sua conta. Cada conexão termina sozinha, e você pode encerrá-la antes.',
  empty:
    'Nenhum aplicativo está conectado à sua conta. Comece no aplicativo: ele traz você até aqui, mostra o que quer fazer e pergunta antes.',
  connected: (moment) => richText`Conectado em ${moment}`,
  may: 'Ele pode:',
  end: 'Desconectar',
  endHint: (name) =>
    `${name} perde o acesso na hora. O que ele criou na sua conta fica. Para deixá-lo entrar de novo, comece no aplicativo.`,
  endNow: 'Desconectar este aplicativo',
  done: { ended: 'O aplicativo não tem mais acesso.' },
};
