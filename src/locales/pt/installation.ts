import type { InstallationStrings } from '../en/installation.ts';
import { richText } from '../rich-text.ts';

export const installation: InstallationStrings = {
  places: { places: 'Instalação', figures: 'Visão geral', backups: 'Cópias de segurança', editions: 'Traduções' },
  figures: {
    title: 'Instalação',
    intro: 'Só os administradores deste servidor veem esta página.',
    version: 'Versão',
    database: 'Banco de dados',
    engines: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
    databaseSize: 'Tamanho do banco de dados',
    users: 'Pessoas',
    organizations: 'Organizações',
    lives: 'Lives',
    editions: 'Traduções instaladas',
    viewers: 'Espectadores agora',
    free: 'Espaço livre em disco',
    unknown: 'desconhecido',
    running: 'Em funcionamento desde',
    lastBackup: 'Última cópia de segurança',
    none: 'nenhuma ainda',
    administrators: 'Administradores',
    administratorsHint: 'Eles são nomeados no próprio servidor:',
    recent: 'Últimas ações dos administradores',
    noRecent: 'Nenhuma ação ainda.',
    someone: 'Uma conta excluída',
  },
  backups: {
    title: 'Cópias de segurança',
    latest: (moment) => richText`A última cópia de segurança foi feita em ${moment}.`,
    never: 'Ainda não há nenhuma cópia de segurança.',
    make: 'Fazer cópia agora',
    running: 'Fazendo a cópia de segurança',
    runningHint: 'Você pode fechar esta página. A cópia continua no servidor.',
    reload: 'Recarregar',
    list: 'Cópias de segurança neste servidor',
    kept: (kept) =>
      kept === 1
        ? 'Só a mais recente fica aqui. Baixe as cópias e guarde-as em outro computador.'
        : `As ${kept} mais recentes ficam aqui. Baixe as cópias e guarde-as em outro computador.`,
    empty: 'Nenhuma ainda. “Fazer cópia agora” cria a primeira.',
    by: (name) => `por ${name}`,
    elsewhere: (place) =>
      `O arquivo está em ${place}. Abra o Lectern nesse servidor para baixá-lo, ou use a mesma pasta de cópias em todos os servidores.`,
    download: 'Baixar',
    remove: 'Excluir',
    removeMeans: 'O arquivo é excluído do servidor definitivamente. As cópias que você baixou permanecem.',
    removeNow: 'Excluir cópia de segurança',
    forget: 'Remover da lista',
    forgetMeans: 'Só a entrada é removida. O arquivo permanece onde está.',
    forgetNow: 'Remover entrada',
    done: { removed: 'A cópia de segurança foi excluída.', forgotten: 'A entrada foi removida.' },
    contents: 'O que há em uma cópia de segurança',
    contentsText:
      'Todo o banco de dados em um determinado momento: pessoas com os hashes de suas senhas e tokens, Lives, roteiros, slides com imagens, traduções e o registro de atividades. Guarde-a em lugar seguro.',
    key: (file) =>
      richText`O arquivo de chaves ${file} não está incluído. Guarde uma cópia dele em outro lugar: quem tem os dois tem tudo.`,
    restore: 'Restaurar uma cópia de segurança',
    restoreText:
      'A restauração substitui todos os dados, por isso é feita no próprio servidor. Pare o servidor, execute este comando e inicie o servidor de novo. O comando verifica a cópia e pede --force antes de substituir dados:',
    restoreDatabase:
      'O comando lê o endereço do banco de dados em LECTERN_DATABASE_URL, porque ele contém uma senha. Defina essa variável neste shell como para o servidor.',
    problems: {
      failed: 'A última cópia de segurança falhou, e nada foi gravado.',
      disk_full: 'A última cópia de segurança falhou: o disco está cheio.',
      not_allowed: 'A última cópia de segurança falhou: o servidor não tem permissão para gravar na pasta das cópias.',
      interrupted: 'A última cópia de segurança foi interrompida porque o servidor parou.',
      unavailable: 'A última cópia de segurança falhou: o banco de dados não respondeu.',
      space: (needed, free) =>
        `Não há espaço livre suficiente em disco: uma cópia pode precisar de ${needed}, e há ${free} livres. Nada foi gravado.`,
      folder: (folder) =>
        `O servidor não consegue gravar na pasta das cópias de segurança ${folder}. Nada foi gravado.`,
    },
  },
  overdue: {
    never: 'Ainda não há nenhuma cópia de segurança.',
    old: (moment) => richText`A última cópia de segurança é de ${moment}.`,
    action: 'Fazer uma cópia',
  },
};
