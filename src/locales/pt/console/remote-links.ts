import type { ConsoleStrings } from '../../en/console/index.ts';

export const remoteLinks: ConsoleStrings['remoteLinks'] = {
  title: 'Links de controle remoto',
  hint: 'Com um link de controle remoto, quem prega avança e oculta pelo celular. Ele não permite mais nada e expira.',
  name: 'Nome',
  defaultName: 'Pregador',
  lasts: 'Duração',
  endOfSunday: 'até o fim de domingo',
  hours: (count) => (count === 1 ? '1 hora' : `${count} horas`),
  days: (count) => (count === 1 ? '1 dia' : `${count} dias`),
  create: 'Criar link',
  none: 'Nenhum link de controle remoto ainda.',
  madeBy: (name) => `de ${name}`,
  until: (time) => `até ${time}`,
  open: (count) => (count === 1 ? 'aberto em 1 dispositivo' : `aberto em ${count} dispositivos`),
  end: 'Encerrar',
};
