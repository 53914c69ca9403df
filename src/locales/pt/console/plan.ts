import type { ConsoleStrings } from '../../en/console/index.ts';

export const plan: ConsoleStrings['plan'] = {
  title: 'Plano',
  none: 'Nenhum plano. Um plano é a ordem do culto: prepare-o e mostre item por item. Shift+Enter põe nele o que foi digitado.',
  create: 'Novo plano',
  others: 'Seguir um plano',
  empty: 'O plano está vazio. Digite uma referência e tecle Shift+Enter.',
  next: 'A seguir',
  named: (date) => `Culto de ${date}`,
  added: (reference) => `${reference} está no plano.`,
  outline: 'Colar um esboço',
  outlineHint: 'Um sermão ou a ordem do culto. As referências do texto viram itens do plano.',
  noReferences: 'Este texto não tem referência a uma passagem instalada.',
  addOutline: 'Pôr no plano',
  failed: 'Não foi possível mudar o plano. Tente de novo.',
};
