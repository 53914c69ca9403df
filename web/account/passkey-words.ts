import { Failed, type Failure } from './post-json.ts';

type Ceremony = 'sign-in' | 'add';

/** What to say of an error, in the language of the page; null where the page itself has ended the ceremony. */
export function sayFailure(error: unknown, ceremony: Ceremony): string | null {
  const failure = toFailure(error);
  if (failure === null) return null;
  const { [failure]: said, ...words } = WORDS[document.documentElement.lang] ?? WORDS.en!;
  if (failure === 'cancelled' && ceremony === 'add') return words.notMade;
  return said;
}

function toFailure(error: unknown): Failure | null {
  if (error instanceof Failed) return error.failure;
  const { code, name } = error as { code?: string; name?: string };
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError') return null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'taken';
  return name === 'NotAllowedError' ? 'cancelled' : 'failed';
}

const WORDS: Record<string, Record<Failure | 'notMade', string>> = {
  en: {
    stale: 'That took too long. Please try again.',
    unknown: 'This passkey is not known here. It may have been removed from the account.',
    invalid: 'This passkey could not be checked, so nobody was signed in. Try again, or use another way.',
    sign_in_again: 'Sign in again first, then add the passkey within ten minutes.',
    name: 'Give the passkey a name of 1 to 120 characters.',
    too_many: 'You have twenty passkeys. Remove one first.',
    taken: 'This device already has a passkey for your account.',
    cancelled: 'No passkey was used. Try again, or sign in with your password.',
    notMade: 'No passkey was made. Try again whenever you like.',
    old_page: 'This page is out of date. Load it again and try once more.',
    wait: 'Too many tries. Please wait a minute.',
    failed: 'That did not work, and nothing was changed. Please try again.',
  },
  pt: {
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
  },
  de: {
    stale: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    unknown: 'Dieser Passkey ist hier nicht bekannt. Vielleicht wurde er aus dem Konto entfernt.',
    invalid:
      'Dieser Passkey ließ sich nicht prüfen, daher wurde niemand angemeldet. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    sign_in_again: 'Melden Sie sich zuerst neu an und fügen Sie den Passkey dann innerhalb von zehn Minuten hinzu.',
    name: 'Geben Sie dem Passkey einen Namen mit 1 bis 120 Zeichen.',
    too_many: 'Sie haben zwanzig Passkeys. Entfernen Sie zuerst einen.',
    taken: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    cancelled:
      'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal oder melden Sie sich mit Ihrem Passwort an.',
    notMade: 'Es wurde kein Passkey erstellt. Sie können es jederzeit noch einmal versuchen.',
    old_page: 'Diese Seite ist veraltet. Laden Sie sie neu und versuchen Sie es noch einmal.',
    wait: 'Zu viele Versuche. Bitte warten Sie eine Minute.',
    failed: 'Das hat nicht geklappt; es wurde nichts geändert. Bitte versuchen Sie es noch einmal.',
  },
};
