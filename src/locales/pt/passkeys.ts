import type { PasskeysStrings } from '../en/passkeys.ts';

export const passkeys: PasskeysStrings = {
  stale: 'Demorou demais. Tente de novo.',
  unknown: 'Esta chave de acesso não é conhecida aqui. Talvez tenha sido removida da conta.',
  invalid: 'Não foi possível verificar esta chave de acesso, e ninguém entrou. Tente de novo ou use outro meio.',
  sign_in_again: 'Entre de novo primeiro e adicione a chave de acesso em até dez minutos.',
  name: 'Dê à chave de acesso um nome de 1 a 120 caracteres.',
  too_many: 'Você já tem vinte chaves de acesso. Remova uma primeiro.',
  taken: 'Este dispositivo já tem uma chave de acesso para a sua conta.',
  cancelled: 'Nenhuma chave de acesso foi usada. Tente de novo ou entre com a sua senha.',
  notMade: 'Nenhuma chave de acesso foi criada. Tente de novo quando quiser.',
  old_page: 'Esta página está desatualizada. Recarregue-a e tente de novo.',
  wait: 'Tentativas demais. Aguarde um minuto.',
  failed: 'Não funcionou, e nada foi alterado. Tente de novo.',
};
