import type { DocsStrings } from '../en/docs.ts';
import { richText } from '../rich-text.ts';

export const docs: DocsStrings = {
  skip: 'Ir para o conteúdo',
  brand: 'Guias',
  title: 'Guias',
  contents: 'Conteúdo',
  languages: 'Idiomas',
  home: {
    lead: 'O Lectern mostra versículos da Bíblia, músicas e slides nas telas de um culto. Estes guias acompanham você no primeiro culto e ajudam em tudo o que vem depois.',
    firstService: 'Seu primeiro culto',
    more: (first, second) =>
      richText`Os guias para técnicos e desenvolvedores estão ${first}. O significado de cada código de erro está em ${second}.`,
    first: 'em inglês',
    second: 'códigos de erro',
  },
  missing: {
    title: 'Página não encontrada',
    text: (home) => richText`Não há página neste endereço. Use a busca ou comece pela ${home}.`,
    home: 'primeira página dos guias',
  },
  groups: { start: 'Primeiros passos', operate: 'Operar', screens: 'Telas', run: 'Instalar e manter' },
  inEnglish: 'em inglês',
  inSource: 'no código-fonte',
  linkTo: (heading) => `Link para ${heading}`,
  page: { onThis: 'Nesta página', beside: 'Página anterior e próxima', previous: 'Anterior', next: 'Próxima' },
  search: {
    open: 'Buscar',
    title: 'Buscar nos guias',
    hint: 'Um título ou uma seção',
    close: 'Fechar',
    found: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
    nothing: 'Nada encontrado.',
    failed: 'A busca não está disponível agora. O conteúdo lista todas as páginas.',
  },
  code: {
    copy: 'Copiar',
    copied: 'Copiado',
    selected: 'Selecionado',
    isCopied: 'O código foi copiado.',
    isSelected: 'O código está selecionado: pressione Ctrl+C para copiá-lo.',
    block: 'Código',
    table: 'Tabela',
  },
};
