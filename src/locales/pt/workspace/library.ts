import type { WorkspaceStrings } from '../../en/workspace/index.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const library: WorkspaceStrings['library'] = {
  title: 'Biblioteca',
  intro: 'Traduções da Bíblia que suas Lives podem mostrar.',
  manage: 'Importar traduções',
  search: 'Buscar traduções',
  searchHint: 'Nome ou abreviação',
  language: 'Idioma',
  allLanguages: 'Todos os idiomas',
  otherLanguage: 'Outro idioma',
  show: 'Mostrar',
  filters: { all: 'Todas', enabled: 'Na biblioteca', installed: 'Fora da biblioteca', missing: 'Não instaladas' },
  count: (count) => counted(count, 'tradução', 'traduções'),
  enabled: 'Na biblioteca',
  notInstalled: 'Não instalada',
  askAdministrator: 'Um administrador deste servidor pode instalá-la.',
  enable: 'Adicionar',
  disable: 'Remover',
  enabledNow: (name) => `${name} está na biblioteca.`,
  disabledNow: (name) => `${name} foi removida da biblioteca.`,
  undo: 'Desfazer',
  confirm: {
    title: (name) => `Remover ${name} da biblioteca?`,
    kept: 'Os versículos que estão na fila ou no ar continuam como estão.',
    unused: 'Nenhuma Live a tem entre suas traduções.',
    used: (lives) =>
      lives === 1
        ? 'Esta Live a tem entre suas traduções. Novas passagens são recusadas nela até você escolher outras traduções ou adicionar esta de novo:'
        : `${lives} Lives a têm entre suas traduções. Novas passagens são recusadas nelas até você escolher outras traduções ou adicionar esta de novo:`,
    last: 'É a única tradução da biblioteca. Sem nenhuma, suas Lives não podem mostrar passagens.',
    cancel: 'Cancelar',
  },
  details: 'Direitos e fonte',
  detailsNamed: (name) => `Direitos e fonte de ${name}`,
  fields: {
    abbreviation: 'Abreviação',
    rights: 'Direitos',
    attribution: 'Mostrado com seus versículos',
    license: 'Licença',
    copyright: 'Direitos autorais',
    changes: 'Alterações',
    source: 'Fonte',
    books: 'Livros',
    imported: 'Importada',
    digest: 'SHA-256 do arquivo',
    checks: 'Verificação',
    gaps: 'Números ausentes',
    warnings: 'Avisos',
  },
  unknown: 'desconhecido',
  imported: (date, number) => (number === 1 ? date : `${date} (${number}ª importação)`),
  unchecked: 'Veio sem arquivo, por isso nada foi verificado.',
  passed: (format) => `${format}: sem lacunas e sem avisos`,
  found: (format, gaps, warnings) =>
    `${format}: ${counted(gaps, 'número ausente', 'números ausentes')}, ${counted(warnings, 'aviso', 'avisos')}`,
  more: (count) => `e mais ${count}`,
  noMatch: 'Nenhuma tradução corresponde.',
  clear: 'Mostrar todas',
  empty: 'Sua biblioteca está vazia. Adicione abaixo uma tradução para que suas Lives possam mostrar passagens.',
  nothingInstalled: 'Nenhuma tradução está instalada ainda. Um administrador deste servidor pode importar uma.',
};
