import type { InstallationStrings } from '../en/installation.ts';
import { richText } from '../rich-text.ts';

export const installation: InstallationStrings = {
  places: {
    places: 'Instalação',
    figures: 'Visão geral',
    backups: 'Cópias de segurança',
    editions: 'Traduções',
    network: 'Rede',
  },
  figures: {
    title: 'Instalação',
    intro: 'Só os administradores deste servidor veem esta página.',
    version: 'Versão',
    database: 'Banco de dados',
    engines: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
    databaseSize: 'Tamanho do banco de dados',
    users: 'Pessoas',
    organizations: 'Organizações',
    lives: 'Salas',
    editions: 'Traduções instaladas',
    viewers: 'Espectadores agora',
    free: 'Espaço livre em disco',
    unknown: 'desconhecido',
    running: 'Em funcionamento desde',
    lastBackup: 'Última cópia de segurança',
    none: 'nenhuma ainda',
    administrators: 'Administradores',
    recent: 'Últimas ações dos administradores',
    noRecent: 'Nenhuma ação ainda.',
    someone: 'Uma conta excluída',
  },
  administrators: {
    name: 'Nomear um administrador',
    email: 'E-mail',
    hint: 'De uma pessoa com conta neste servidor. Administradores veem estas páginas e podem substituir todos os dados.',
    unknown: 'Não há conta com este e-mail. Nada foi alterado.',
    disabled: 'Esta conta está desativada. Nada foi alterado.',
    last: 'Este é o último administrador. Nomeie outro antes. Nada foi alterado.',
    remove: 'Remover como administrador',
    removeHint: (name) => `${name} não vê mais estas páginas. A conta e as organizações ficam como estão.`,
    done: { added: 'O administrador foi nomeado.', removed: 'O administrador foi removido.' },
  },
  backups: {
    title: 'Cópias de segurança',
    latest: (moment) => richText`Última cópia de segurança: ${moment}.`,
    never: 'Ainda não há nenhuma cópia de segurança.',
    make: 'Fazer cópia agora',
    running: 'Fazendo a cópia de segurança',
    runningHint: 'Você pode fechar esta página. A cópia continua no servidor.',
    reload: 'Recarregar',
    list: 'Cópias de segurança neste servidor',
    kept: (kept) =>
      kept === 1
        ? 'Das que você faz aqui, fica a mais recente. Baixe as cópias e guarde-as em outro computador.'
        : `Das que você faz aqui, ficam as ${kept} mais recentes. Baixe as cópias e guarde-as em outro computador.`,
    nightly: {
      made: 'cópia noturna',
      next: (moment) => richText`A próxima cópia noturna está prevista para ${moment}.`,
      soon: 'A próxima cópia noturna começa em alguns minutos.',
      kept: (kept) =>
        kept === 1 ? 'Das noturnas, fica a mais recente.' : `Das noturnas, ficam as ${kept} mais recentes.`,
      off: (setting) => richText`Não há cópias noturnas, porque ${setting} é 0.`,
    },
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
      'Todo o banco de dados em um determinado momento: pessoas com os hashes de suas senhas e tokens, salas, roteiros, slides com imagens, traduções e o registro de atividades. Guarde-a em lugar seguro.',
    key: (file) =>
      richText`O arquivo de chaves ${file} não está incluído. Guarde uma cópia dele em outro lugar: quem tem os dois tem tudo.`,
    restorePage: {
      open: 'Restaurar',
      title: 'Restaurar esta cópia de segurança',
      checked: 'Esta cópia acabou de ser lida e verificada. Ela pode ser restaurada.',
      refused: {
        damaged_backup: 'Esta cópia está danificada e não pode ser restaurada.',
        foreign_backup:
          'Esta cópia foi feita por outra instalação ou por uma versão mais antiga. Se ela é sua, traga o arquivo de chaves dela, ou restaure-a com o comando e --force.',
        schema_too_new: 'Esta cópia foi feita por uma versão mais nova do Lectern. Instale essa versão primeiro.',
        disk_full: 'Não há espaço livre suficiente em disco.',
        unknown: 'Não foi possível ler esta cópia.',
      },
      madeAt: 'Cópia de',
      version: 'Versão do Lectern',
      now: (inBackup, now) => `${inBackup} (agora ${now})`,
      means: [
        'Todos os dados atuais são substituídos pelos da cópia. O que foi criado ou alterado depois se perde.',
        'Todos são desconectados, você também. Senhas, tokens e administradores são os da cópia.',
        'O servidor para durante a restauração e volta sozinho. Telas e telefones se reconectam.',
        'O banco de dados atual fica ao lado do novo na pasta de dados, até que você o exclua de lá.',
      ],
      noSignIn:
        'Nenhum administrador desta cópia tem senha ou chave de acesso. Depois, só um link do comando “user reset-link”, no computador com o servidor, permite entrar.',
      name: (host) => `Para confirmar, digite ${host}`,
      wrongName: 'Este não é o nome deste servidor.',
      button: 'Substituir todos os dados',
      running: 'Restaurando',
      runningHint: 'O servidor para e volta. Isso leva um minuto ou mais. Depois, entre de novo.',
      continue: 'Continuar',
      failed: 'A restauração falhou, e nada foi alterado.',
    },
    restore: 'Restaurar uma cópia de segurança',
    restoreText:
      'A restauração substitui todos os dados. No próprio servidor, ela é feita assim: pare o servidor, execute este comando e inicie o servidor de novo. O comando verifica a cópia e pede --force antes de substituir dados:',
    restoreDatabase:
      'O comando lê o endereço do banco de dados em LECTERN_DATABASE_URL, porque ele contém uma senha. Defina essa variável neste shell como para o servidor.',
    problems: {
      failed: 'A última cópia de segurança falhou, e nada foi gravado.',
      disk_full: 'A última cópia de segurança falhou: o disco está cheio.',
      not_allowed: 'A última cópia de segurança falhou: o servidor não tem permissão para gravar na pasta das cópias.',
      interrupted: 'A última cópia de segurança foi interrompida porque o servidor parou.',
      unavailable: 'A última cópia de segurança falhou: o banco de dados não respondeu.',
      damaged_backup:
        'A última cópia de segurança não passou na verificação e não foi mantida. O banco de dados pode estar danificado: execute “lectern doctor” no servidor.',
      startedAt: (moment) => richText`Ela começou em ${moment}.`,
      space: (needed, free) =>
        `Não há espaço livre suficiente em disco: uma cópia pode precisar de ${needed}, e há ${free} livres. Nada foi gravado.`,
      folder: (folder) =>
        `O servidor não consegue gravar na pasta das cópias de segurança ${folder}. Nada foi gravado.`,
    },
  },
  network: {
    title: 'Rede',
    devices: 'Outros dispositivos nesta rede',
    closed: {
      now: 'Desligado.',
      means: 'Só este computador pode abrir o Lectern. Nenhuma tela, celular ou outro computador o alcança.',
      open: 'Ligar',
    },
    open: {
      now: 'Ligado.',
      means:
        'Qualquer dispositivo nesta rede pode abrir o Lectern nos endereços abaixo, agora e depois de cada início.',
      close: 'Desligar',
    },
    before:
      'Quando está ligado, qualquer pessoa nesta rede pode abrir os links do público e conectar uma tela. A conexão não é criptografada. Você pode desligar aqui de novo.',
    plain:
      'A conexão não é criptografada: outras pessoas nesta rede podem ler o que é enviado, inclusive tokens. Ligue isto só em uma rede em que você confia.',
    decidedBy: {
      HOST: (setting) => richText`A configuração ${setting} decide isto. Para mudar aqui, inicie o servidor sem ela.`,
      '--lan': () =>
        richText`O servidor foi iniciado com --lan, que decide isto. Para mudar aqui, inicie-o sem essa opção.`,
      postgres: () =>
        richText`Com PostgreSQL, as configurações de cada servidor decidem isto: inicie-o com HOST=0.0.0.0 ou com --lan.`,
    },
    signIn: {
      title: 'Entrar na conta a partir desta rede sem criptografia',
      off: {
        now: 'Desligado.',
        means:
          'Em outros dispositivos, ninguém pode entrar na conta. Convites e códigos de telas funcionam neste computador.',
        allow: 'Ligar',
      },
      on: {
        now: 'Ligado.',
        means:
          'As pessoas entram na conta em celulares e computadores desta rede, nos endereços deste servidor, agora e depois de cada início.',
        refuse: 'Desligar',
      },
      idle: 'Antes, outros dispositivos precisam poder se conectar: ligue isso acima.',
      risk: 'Outras pessoas nesta rede podem ler senhas e agir em nome de quem entra nela. Cada página avisa. Ligue isto só em uma rede em que você confia. As páginas de administradores, tokens, chaves de acesso e terminais ficam neste computador.',
      https: 'Este servidor usa HTTPS: em todos os dispositivos, entra-se com criptografia, e só assim.',
      postgres: 'Com PostgreSQL, as configurações de cada servidor decidem isto: inicie-o com LECTERN_INSECURE_LAN=on.',
      elsewhere:
        'Ligue isto em um navegador no computador com o servidor. Daqui, esta página não abriria mais depois. Nada foi alterado.',
    },
    addresses: 'Endereços',
    addressesHint: 'Abra um deles em outro dispositivo ou escaneie o código. Se um não responder, tente o seguinte.',
    qr: (address) => `Código QR de ${address}`,
    noAddress: 'Este computador não tem endereço em uma rede. Conecte-o à rede e recarregue esta página.',
    blocked: 'Se outro dispositivo não conseguir abrir',
    firewall: (port) =>
      `O firewall deste computador pode estar bloqueando. Permita conexões de entrada na porta TCP ${port}, ou as do Node.js, em redes privadas. O Windows e o macOS costumam perguntar uma vez.`,
    guests:
      'Os dois dispositivos precisam estar na mesma rede. Um Wi-Fi de visitantes costuma separar os dispositivos entre si e do resto da rede.',
    console: 'Voltar ao console',
    failed: (port) =>
      `O servidor não conseguiu usar a porta ${port} em todos os endereços. Talvez outro programa a use. Nada foi alterado.`,
    done: {
      open: 'Outros dispositivos nesta rede já podem abrir o Lectern.',
      close: 'Agora só este computador pode abrir o Lectern. Os outros dispositivos foram desconectados.',
      allowed: 'Agora as pessoas podem entrar na conta a partir desta rede.',
      refused: 'Entrar na conta a partir desta rede está desligado. Um console aberto nela termina em até 15 minutos.',
    },
  },
  overdue: {
    never: 'Ainda não há nenhuma cópia de segurança.',
    old: (moment) => richText`A última cópia de segurança é de ${moment}.`,
    action: 'Fazer uma cópia',
  },
};
