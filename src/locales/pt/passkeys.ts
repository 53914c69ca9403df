import type { PasskeysStrings } from '../en/passkeys.ts';

export const passkeys: PasskeysStrings = {
  stale: 'Demorou demais. Tente novamente.',
  unknown: 'Esta chave de acesso é desconhecida. Talvez tenha sido removida da conta.',
  invalid:
    'Não foi possível verificar esta chave de acesso, por isso você não entrou. Tente novamente ou entre de outra forma.',
  sign_in_again: 'Primeiro entre novamente e depois adicione a chave de acesso em até dez minutos.',
  name: 'Dê à chave de acesso um nome com 1 a 120 caracteres.',
  too_many: 'Você tem 20 chaves de acesso, o máximo permitido. Remova uma primeiro.',
  taken: 'Este dispositivo já tem uma chave de acesso para sua conta.',
  cancelled: 'Nenhuma chave de acesso foi usada. Tente novamente ou entre com sua senha.',
  notMade: 'Nenhuma chave de acesso foi criada. Tente novamente quando quiser.',
  old_page: 'Esta página está desatualizada. Recarregue-a e tente novamente.',
  wait: 'Muitas tentativas. Aguarde um minuto.',
  failed: 'Não funcionou, e nada foi alterado. Tente novamente.',
};
