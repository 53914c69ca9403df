import type { ProblemsStrings } from '../en/problems.ts';

export const problems: ProblemsStrings = {
  title: 'Códigos de erro',
  about: 'Todo erro da API é um “problem” da RFC 9457 com um destes códigos.',
  columns: { status: 'Status', code: 'Código', meaning: 'Significado' },
  meaning: 'O que significa',
  recovery: 'O que fazer',
  all: 'Todos os códigos de erro',
  codes: {
    malformed_json: {
      title: 'JSON inválido',
      meaning: 'O corpo da solicitação não é um JSON válido em UTF-8.',
      recovery: 'Envie um único documento JSON, em UTF-8, como corpo da solicitação.',
    },
    malformed_request: {
      title: 'Solicitação malformada',
      meaning: 'A solicitação não é HTTP/1.1 válido. Nada foi feito e a conexão foi fechada.',
      recovery: 'Envie uma solicitação que siga a RFC 9112, com um único cabeçalho Host e um único tamanho de corpo.',
    },
    invalid_token: {
      title: 'Token inválido',
      meaning: 'A solicitação não tem um token Bearer, ou o token é desconhecido, expirou ou foi revogado.',
      recovery: 'Envie “Authorization: Bearer <token>” com um token válido ou crie outro.',
    },
    insufficient_scope: {
      title: 'Permissão insuficiente',
      meaning: 'O token não tem todas as permissões que esta operação exige.',
      recovery: 'Use um token com as permissões indicadas no cabeçalho WWW-Authenticate.',
    },
    forbidden: {
      title: 'Não permitido',
      meaning: 'Este tipo de token, ou esta pessoa, não pode executar a operação.',
      recovery:
        'Use um tipo de token indicado na documentação da operação ou peça a um membro cuja função permita isso.',
    },
    processing_restricted: {
      title: 'Alterações restritas',
      meaning: 'Um administrador do servidor restringiu a conta ou a organização. Os dados são mantidos.',
      recovery: 'Peça ao administrador que remova a restrição.',
    },
    edition_not_enabled: {
      title: 'Tradução fora da biblioteca',
      meaning: 'A tradução está instalada, mas não está na biblioteca da organização ou da conta.',
      recovery: 'Adicione a tradução à biblioteca ou escolha outra.',
    },
    not_found: {
      title: 'Não encontrado',
      meaning: 'O recurso não existe ou pertence a outro dono.',
      recovery: 'Verifique o endereço e a quem o token pertence.',
    },
    method_not_allowed: {
      title: 'Método não permitido',
      meaning: 'O recurso existe, mas não aceita este método.',
      recovery: 'Use um dos métodos indicados no cabeçalho Allow.',
    },
    request_timeout: {
      title: 'Tempo esgotado',
      meaning: 'A solicitação não chegou completa a tempo. Nada foi feito e a conexão foi fechada.',
      recovery: 'Envie a solicitação completa de novo, em uma nova conexão.',
    },
    live_stopped: {
      title: 'A sala está parada',
      meaning: 'A sala (na API: Live) está parada. A fila dela não pode ser alterada, só esvaziada.',
      recovery: 'Inicie a sala, isto é, mude o status dela para “running”, e repita a solicitação com o novo ETag.',
    },
    presentation_mode: {
      title: 'Slides em exibição',
      meaning: 'A sala está mostrando uma música ou slides. A fila dela não pode ser lida nem alterada.',
      recovery: 'Encerre os slides ou esvazie a fila e tente de novo.',
    },
    reader_mode: {
      title: 'Versículos em exibição',
      meaning: 'A sala está mostrando versículos da Bíblia, que não têm slides.',
      recovery: 'Omita a unidade ou avance por páginas, linhas ou capítulos.',
    },
    queue_empty: {
      title: 'A fila está vazia',
      meaning: 'A fila está vazia. Não há página de onde avançar, que possa ser ampliada ou mantida no ar.',
      recovery: 'Mostre uma passagem primeiro.',
    },
    page_is_split: {
      title: 'A página é parte de um versículo',
      meaning:
        'A página é uma parte de uma linha longa demais para uma só página. Ela não pode ser ampliada nem reduzida.',
      recovery: 'Avance para a próxima parte ou linha, ou aumente “Caracteres por página” (page_characters) da sala.',
    },
    watch_limit_reached: {
      title: 'Consultas demais em espera',
      meaning: 'A sala já tem o número máximo de consultas em espera.',
      recovery: 'Encerre uma consulta de que não precisa mais e consulte de novo.',
    },
    queue_full: {
      title: 'A fila está cheia',
      meaning: 'A fila passaria do número máximo de itens. Nada foi adicionado.',
      recovery: 'Remova itens, esvazie a fila ou escolha uma passagem mais curta.',
    },
    quota_exceeded: {
      title: 'Limite atingido',
      meaning: 'A organização ou a conta atingiu o número máximo deste tipo.',
      recovery: 'Exclua algo de que não precisa mais ou peça ao administrador do servidor um limite maior.',
    },
    image_in_use: {
      title: 'A imagem está em uso',
      meaning: 'Um slide, o logotipo ou o design da organização usa a imagem. Nada foi excluído.',
      recovery: 'Remova a imagem dos slides, do logotipo e do design e depois a exclua.',
    },
    already_protected: {
      title: 'Já protegida',
      meaning: 'A sala já está protegida por um código.',
      recovery: 'Substitua o código com PUT ou remova-o com DELETE.',
    },
    not_protected: {
      title: 'Não protegida',
      meaning: 'A sala não tem um código para substituir.',
      recovery: 'Proteja a sala primeiro, com POST.',
    },
    translations_not_configured: {
      title: 'Nenhuma tradução escolhida',
      meaning: 'A solicitação não indica uma tradução, e a sala não tem nenhuma escolhida.',
      recovery: 'Indique uma tradução na solicitação ou escolha traduções nas configurações da sala.',
    },
    nothing_to_undo: {
      title: 'Nada para desfazer',
      meaning: 'A sala não tem nenhuma alteração para desfazer.',
      recovery: 'Você não precisa fazer nada.',
    },
    nothing_to_redo: {
      title: 'Nada para refazer',
      meaning: 'Nada foi desfeito, ou a sala mudou depois disso.',
      recovery: 'Você não precisa fazer nada. Se ainda quer a alteração, faça-a de novo.',
    },
    nothing_to_return: {
      title: 'Nada a que voltar',
      meaning: 'Nada foi interrompido na sala.',
      recovery: 'Você não precisa fazer nada.',
    },
    nothing_to_recall: {
      title: 'Nada anterior no histórico',
      meaning: 'O histórico não tem um item anterior, ou não tem o item pedido.',
      recovery: 'Você não precisa fazer nada.',
    },
    nothing_counting: {
      title: 'Nenhuma contagem em andamento',
      meaning: 'Nem o slide no ar nem a mensagem para o palco tem uma contagem regressiva iniciada.',
      recovery: 'Mostre um slide com contagem regressiva ou defina countdown_to na mensagem para o palco.',
    },
    no_plan: {
      title: 'Sem roteiro',
      meaning: 'A sala não tem roteiro, ou o roteiro dela foi excluído.',
      recovery: 'Vincule um roteiro à sala, com PUT plan.',
    },
    deck_missing: {
      title: 'Música ou slides ausentes',
      meaning: 'A música ou os slides deste item foram excluídos.',
      recovery: 'Escolha outra música ou outros slides no roteiro, ou vá para outro item.',
    },
    stale_queue_cursor: {
      title: 'Posição desatualizada na fila',
      meaning: 'A sala mudou desde que a posição (cursor) foi criada.',
      recovery: 'Leia a fila de novo desde a primeira página, sem after.',
    },
    stale_cursor: {
      title: 'Posição desatualizada',
      meaning:
        'Desde que a posição (cursor) foi criada, a tradução foi importada de novo ou a instalação foi restaurada.',
      recovery: 'Leia de novo desde a primeira página, sem after.',
    },
    idempotency_conflict: {
      title: 'Chave já usada',
      meaning: 'Esta Idempotency-Key já foi usada em outra solicitação.',
      recovery: 'Use uma nova chave para cada nova solicitação.',
    },
    stale_validator: {
      title: 'Alterado nesse meio-tempo',
      meaning: 'O ETag em If-Match está desatualizado, porque o recurso mudou. Nada foi alterado.',
      recovery: 'Leia o recurso de novo. Se ainda quer a alteração, envie-a com o ETag atual.',
    },
    body_too_large: {
      title: 'Grande demais',
      meaning: 'O corpo da solicitação é grande demais.',
      recovery: 'Envie um corpo menor.',
    },
    verse_too_large: {
      title: 'Versículo grande demais',
      meaning:
        'Um único versículo é maior do que uma página inteira pode ser. Ele não é pulado. As importações recusam versículos assim.',
      recovery: 'Avise o administrador do servidor, que pode corrigir a tradução e importá-la de novo.',
    },
    unsupported_media_type: {
      title: 'Tipo não aceito',
      meaning: 'O tipo de mídia do corpo não é aceito, ou o corpo está compactado.',
      recovery:
        'Envie “Content-Type: application/json”, ou o tipo de uma imagem ou de um arquivo de música onde for esperado, sem Content-Encoding.',
    },
    invalid_fields: {
      title: 'Campos inválidos',
      meaning:
        'Um campo do corpo, um parâmetro do endereço ou um cabeçalho está ausente, é desconhecido, está repetido ou fora dos limites.',
      recovery: 'Corrija os campos indicados em “errors”.',
    },
    invalid_validator: {
      title: 'ETag inválido',
      meaning: 'If-Match não é exatamente um ETag forte. Curingas, ETags fracos e listas não são aceitos.',
      recovery: 'Envie como único valor o ETag da última resposta, sem alterações.',
    },
    invalid_reference: {
      title: 'Referência inválida',
      meaning: 'A referência é ambígua, ou as traduções escolhidas não têm a passagem.',
      recovery: 'Verifique livro, capítulo, versículo e tradução.',
    },
    invalid_queue_order: {
      title: 'Ordem inválida',
      meaning: 'item_ids não lista cada item atual exatamente uma vez.',
      recovery: 'Leia a fila de novo e envie todos os identificadores, cada um uma vez, na nova ordem.',
    },
    invalid_cursor: {
      title: 'Posição inválida',
      meaning:
        'A posição (cursor) está malformada ou foi alterada, ou é anterior a uma restauração ou a uma troca da chave.',
      recovery: 'Comece de novo, sem after.',
    },
    cursor_mismatch: {
      title: 'Posição de outro recurso',
      meaning: 'A posição (cursor) pertence a outro recurso.',
      recovery: 'Comece de novo, sem after.',
    },
    invalid_pairing_code: {
      title: 'Código de pareamento inválido',
      meaning: 'O código de pareamento está errado, expirou ou já foi usado. Nada foi criado.',
      recovery: 'Envie o código que a tela mostra agora.',
    },
    idempotency_unsupported: {
      title: 'Idempotency-Key não aceita',
      meaning:
        'Esta operação não aceita Idempotency-Key, porque não pode ser repetida com segurança. Nada foi alterado.',
      recovery: 'Omita o cabeçalho. Depois de uma resposta duvidosa, leia o estado atual antes de tentar de novo.',
    },
    validator_required: {
      title: 'ETag obrigatório',
      meaning: 'A operação exige If-Match.',
      recovery: 'Envie em If-Match o ETag da última resposta.',
    },
    rate_limited: {
      title: 'Solicitações demais',
      meaning: 'Houve solicitações demais.',
      recovery: 'Espere o tempo indicado em Retry-After e depois diminua o ritmo.',
    },
    headers_too_large: {
      title: 'Cabeçalhos grandes demais',
      meaning: 'A linha da solicitação e os cabeçalhos passam de 16 KiB. Nada foi feito e a conexão foi fechada.',
      recovery: 'Envie menos cabeçalhos, cabeçalhos mais curtos ou um endereço mais curto.',
    },
    internal_error: {
      title: 'Erro interno',
      meaning: 'O servidor falhou por causa de um erro de programação. Não se sabe se a solicitação foi executada.',
      recovery:
        'Leia o estado atual antes de tentar de novo. Informe ao administrador do servidor o identificador da solicitação (request_id).',
    },
    not_implemented: {
      title: 'Não implementado',
      meaning:
        'A solicitação usa um recurso que o servidor não oferece, como uma codificação de transferência diferente de chunked.',
      recovery: 'Envie o corpo com Content-Length ou só com “Transfer-Encoding: chunked”.',
    },
    unavailable: {
      title: 'Indisponível no momento',
      meaning: 'Algo de que o servidor depende está indisponível. Alterações confirmadas não se perdem.',
      recovery: 'Espere o tempo indicado em Retry-After, leia o estado atual e tente de novo.',
    },
  },
};
