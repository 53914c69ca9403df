import type { ErrorsStrings } from '../en/errors.ts';

export const errors: ErrorsStrings = {
  known: {
    not_found: [
      'Isto não está aqui',
      'O endereço pode estar errado, ou o que estava aqui já acabou. Nada foi alterado.',
    ],
    link_over: [
      'Este link não vale mais',
      'Ele é antigo ou já foi usado. Se foi você quem o usou, entre na sua conta. Se não, peça um novo a quem o enviou.',
    ],
    stale_form: [
      'Envie mais uma vez, por favor',
      'A página estava desatualizada, por isso nada foi alterado. Volte a ela, confira o que diz agora e envie de novo.',
    ],
    method_not_allowed: ['Isto não pode ser feito aqui', 'Nada foi alterado. Abra a página e use o que ela oferece.'],
    body_too_large: ['Isto é longo demais', 'Nada foi alterado. Volte e digite menos.'],
    forbidden: ['Isto não foi feito', 'Nada foi alterado. Recarregue a página e tente de novo.'],
    processing_restricted: [
      'No momento nada pode ser alterado',
      'Quem administra este servidor restringiu esta conta ou organização. Nada foi alterado e nada se perdeu. Peça a essa pessoa que retire a restrição.',
    ],
    rate_limited: ['Tentativas demais', 'Nada foi alterado.'],
    unavailable: ['Indisponível no momento', 'Nada se perdeu. Tente de novo daqui a pouco.'],
    needs_https: [
      'Não por esta conexão',
      'Outras pessoas na rede poderiam ler tudo, por isso ninguém entra por aqui. Peça a quem cuida deste servidor o endereço criptografado (HTTPS), que começa com https://; se não houver, essa pessoa pode configurar um.',
    ],
    app_needs_https: [
      'Não por esta conexão',
      'Outras pessoas na rede poderiam ler tudo, por isso nenhum aplicativo é conectado por aqui, e nada foi compartilhado. Peça a quem cuida deste servidor o endereço criptografado (HTTPS), que começa com https://, e conecte o aplicativo por ele; se não houver, essa pessoa pode configurar um.',
    ],
    internal_error: ['Algo deu errado aqui', 'A falha é nossa e foi registrada. Tente de novo daqui a pouco.'],
    invalid_fields: ['Não foi possível ler isto', 'Nada foi alterado. Volte e confira o que você digitou.'],
  },
  local: (address) => `No próprio computador em que o servidor roda, funciona em ${address}.`,
  wait: (seconds) => `Aguarde ${seconds} segundos.`,
  back: 'Para a sua conta',
  stale_form: 'Voltar à página',
  link_over: 'Ir para entrar',
};
