import type { ConsoleStrings } from '../../en/console/index.ts';

export const remoteLinks: ConsoleStrings['remoteLinks'] = {
  title: 'Links de controle',
  hint: 'Com um link de controle, quem prega passa as páginas e oculta pelo celular. Ele não faz mais nada e termina sozinho.',
  name: 'Nome',
  defaultName: 'Pregador',
  lasts: 'Termina após',
  hours: (count) => (count === 1 ? '1 hora' : `${count} horas`),
  days: (count) => (count === 1 ? '1 dia' : `${count} dias`),
  create: 'Criar link',
  none: 'Nenhum link ainda.',
  madeBy: (name) => `de ${name}`,
  until: (time) => `até ${time}`,
  open: (count) => (count === 1 ? 'aberto em 1 aparelho' : `aberto em ${count} aparelhos`),
  end: 'Encerrar',
};
