import { duration } from '../duration.ts';
import type { ErrorsStrings } from '../en/errors.ts';

export const errors: ErrorsStrings = {
  known: {
    not_found: [
      'Página não encontrada',
      'O endereço pode estar errado ou a página não existe mais. Nada foi alterado.',
    ],
    link_over: [
      'Este link não funciona mais',
      'Ele expirou ou já foi usado. Se foi você quem o usou, entre na sua conta. Caso contrário, peça um novo link a quem o enviou.',
    ],
    sign_in_again: ['Entre novamente', 'Esta página exige que você tenha entrado há poucos minutos.'],
    stale_form: [
      'Envie novamente',
      'A página estava desatualizada, por isso nada foi alterado. Volte, confira o que ela mostra agora e envie novamente.',
    ],
    missing_target: [
      'Não existe mais',
      'Talvez outra pessoa tenha removido isso nesse meio-tempo. Nada foi alterado. Volte para ver o que existe agora.',
    ],
    method_not_allowed: ['Não é possível fazer isso aqui', 'Nada foi alterado. Abra a página e use os botões dela.'],
    body_too_large: ['Texto longo demais', 'Nada foi alterado. Volte e digite menos texto.'],
    forbidden: ['Não permitido', 'Nada foi alterado. Recarregue a página e tente novamente.'],
    processing_restricted: [
      'As alterações estão bloqueadas',
      'O administrador deste servidor restringiu esta conta ou organização. Nada foi alterado e seus dados estão seguros. Peça ao administrador que remova a restrição.',
    ],
    rate_limited: ['Muitas tentativas', 'Nada foi alterado.'],
    unavailable: ['Indisponível no momento', 'Seus dados estão seguros. Tente novamente em instantes.'],
    needs_https: [
      'Esta conexão não é segura',
      'Outras pessoas na rede poderiam ler o que você envia, por isso não é possível entrar por aqui. Peça ao administrador do servidor o endereço criptografado, que começa com https://.',
    ],
    network_sign_in_off: [
      'Entrar na conta está desligado nesta rede',
      'Outras pessoas nesta rede poderiam ler o que você envia. Se você confia nelas, um administrador pode ligar “Entrar na conta a partir desta rede sem criptografia”, no computador com o servidor, em Instalação, Rede.',
    ],
    not_in_network: [
      'Não nesta rede',
      'Esta página só abre com HTTPS ou no computador com o servidor, porque outras pessoas nesta rede poderiam ler.',
    ],
    app_needs_https: [
      'Esta conexão não é segura',
      'Outras pessoas na rede poderiam ler o que você envia, por isso não é possível conectar aplicativos por aqui. Nada foi compartilhado. Peça ao administrador do servidor o endereço criptografado, que começa com https://, e conecte o aplicativo por ele.',
    ],
    internal_error: ['Algo deu errado', 'O erro é nosso e foi registrado. Tente novamente em instantes.'],
    invalid_fields: ['Dados inválidos', 'Nada foi alterado. Volte e confira o que você digitou.'],
  },
  local: (address) => `No computador em que o servidor está, use ${address}.`,
  wait: (seconds) => `Aguarde ${duration('pt', seconds)}.`,
  back: 'Ir para sua conta',
  start: 'Ir para a página inicial',
  stale_form: 'Voltar à página',
  missing_target: 'Voltar à página',
  link_over: 'Entrar',
};
