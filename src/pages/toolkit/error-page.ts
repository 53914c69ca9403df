import { ERROR_CODES } from '../../contract/error-codes.ts';
import type { LecternError } from '../../contract/lectern-error.ts';
import { toDocument } from './document.ts';
import { html } from './html.ts';
import type { PageLanguage, Words } from './page-language.ts';

/** What an error is about, where the code alone does not say it, and where to go on. */
export interface ErrorPlace {
  readonly about?: 'stale_form' | 'link_over';
  /** The same, where the way on is that of all others. */
  readonly advice?: 'needs_https' | 'app_needs_https';
  /** Where it works on the machine of the server itself. */
  readonly local?: string | null;
  readonly back: string;
}

/** What went wrong, for a person: in words of the catalogue, and what the refusal itself says. */
export function errorPage(
  language: PageLanguage,
  { code, detail: said, retryAfterSeconds }: LecternError,
  { about, advice: advised, local, back }: ErrorPlace,
): string {
  const words = WORDS[language];
  const { status } = ERROR_CODES[code];
  const [title, advice] =
    words.known[about ?? advised ?? code] ?? words.known[status >= 500 ? 'internal_error' : 'invalid_fields']!;
  // What it says of a body is meant for programs.
  const detail = about === undefined && code !== 'body_too_large' && said;
  return toDocument(
    { language, title, forPerson: true },
    html`<main id="content">
<p class="eyebrow">${status}</p>
<h1>${title}</h1>
<p>${advice}</p>
${local && html`<p>${words.local(local)}</p>\n`}${retryAfterSeconds !== undefined && html`<p>${words.wait(retryAfterSeconds)}</p>\n`}${
  detail && html`<p class="hint"${language !== 'en' && html` lang="en"`}>${detail}</p>\n`
}<p class="more"><a href="${back}">${about ? words[about] : words.back}</a></p>
</main>`,
  );
}

interface ErrorWords {
  known: Readonly<Record<string, readonly [title: string, advice: string]>>;
  local: (address: string) => string;
  wait: (seconds: number) => string;
  back: string;
  stale_form: string;
  link_over: string;
}

const WORDS: Words<ErrorWords> = {
  en: {
    known: {
      not_found: ['This is not here', 'The address may be wrong, or what was here has ended. Nothing was changed.'],
      link_over: [
        'This link works no more',
        'It is old, or was used already. If it was you who used it, sign in. Otherwise ask whoever sent it for a new one.',
      ],
      stale_form: [
        'Please send it once more',
        'The page was out of date, so nothing was changed. Go back to it, look at what it says now, and send it again.',
      ],
      method_not_allowed: ['This cannot be done here', 'Nothing was changed. Open the page and use what it offers.'],
      body_too_large: ['This is too long', 'Nothing was changed. Go back and enter less.'],
      forbidden: ['This was not done', 'Nothing was changed. Load the page again and try once more.'],
      processing_restricted: [
        'Nothing can be changed now',
        'The administrator of this server has restricted this account or organization. Nothing was changed, and nothing is lost. Ask the administrator to lift the restriction.',
      ],
      rate_limited: ['Too many tries', 'Nothing was changed.'],
      unavailable: ['Not available now', 'Nothing was lost. Try again in a moment.'],
      needs_https: [
        'Not over this connection',
        'Others in the network could read along, so nobody signs in here. Ask whoever runs this server for its encrypted address (HTTPS), which begins with https://; if there is none, they can set one up.',
      ],
      app_needs_https: [
        'Not over this connection',
        'Others in the network could read along, so no app is connected here, and nothing was shared. Ask whoever runs this server for its encrypted address (HTTPS), which begins with https://, and connect the app there; if there is none, they can set one up.',
      ],
      internal_error: ['Something went wrong here', 'It is our fault, and it was written down. Try again in a moment.'],
      invalid_fields: ['This could not be read', 'Nothing was changed. Go back and look at what you entered.'],
    },
    local: (address) => `On the machine where the server runs it works at ${address}.`,
    wait: (seconds) => `Please wait ${seconds} seconds.`,
    back: 'To your account',
    stale_form: 'Back to the page',
    link_over: 'To sign-in',
  },
  pt: {
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
  },
  de: {
    known: {
      not_found: [
        'Das gibt es hier nicht',
        'Die Adresse ist vielleicht falsch, oder was hier war, ist beendet. Es wurde nichts geändert.',
      ],
      link_over: [
        'Dieser Link gilt nicht mehr',
        'Er ist alt oder wurde schon benutzt. Wenn Sie selbst es waren, melden Sie sich an. Sonst bitten Sie die Person, von der er kam, um einen neuen.',
      ],
      stale_form: [
        'Bitte noch einmal absenden',
        'Die Seite war nicht mehr aktuell, deshalb wurde nichts geändert. Gehen Sie zurück, sehen Sie nach, was dort jetzt steht, und senden Sie sie noch einmal ab.',
      ],
      method_not_allowed: [
        'Das geht hier nicht',
        'Es wurde nichts geändert. Öffnen Sie die Seite und benutzen Sie, was sie anbietet.',
      ],
      body_too_large: ['Das ist zu lang', 'Es wurde nichts geändert. Gehen Sie zurück und geben Sie weniger ein.'],
      forbidden: [
        'Das wurde nicht getan',
        'Es wurde nichts geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
      ],
      processing_restricted: [
        'Gerade lässt sich nichts ändern',
        'Die Verwaltung dieses Servers hat dieses Konto oder diese Organisation eingeschränkt. Es wurde nichts geändert, und nichts ist verloren. Bitten Sie die Verwaltung, die Einschränkung aufzuheben.',
      ],
      rate_limited: ['Zu viele Versuche', 'Es wurde nichts geändert.'],
      unavailable: ['Gerade nicht verfügbar', 'Es ist nichts verloren. Versuchen Sie es gleich noch einmal.'],
      needs_https: [
        'Nicht über diese Verbindung',
        'Andere im Netz könnten mitlesen, deshalb meldet sich hier niemand an. Fragen Sie die Person, die diesen Server betreibt, nach seiner verschlüsselten Adresse (HTTPS), die mit https:// beginnt; gibt es keine, kann sie eine einrichten.',
      ],
      app_needs_https: [
        'Nicht über diese Verbindung',
        'Andere im Netz könnten mitlesen, deshalb wird hier keine App verbunden, und es wurde nichts weitergegeben. Fragen Sie die Person, die diesen Server betreibt, nach seiner verschlüsselten Adresse (HTTPS), die mit https:// beginnt, und verbinden Sie die App dort; gibt es keine, kann sie eine einrichten.',
      ],
      internal_error: [
        'Hier ist etwas schiefgegangen',
        'Der Fehler liegt bei uns und wurde notiert. Versuchen Sie es gleich noch einmal.',
      ],
      invalid_fields: [
        'Das war nicht lesbar',
        'Es wurde nichts geändert. Gehen Sie zurück und prüfen Sie Ihre Eingabe.',
      ],
    },
    local: (address) => `Auf dem Rechner, auf dem der Server läuft, geht es unter ${address}.`,
    wait: (seconds) => `Bitte warten Sie ${seconds} Sekunden.`,
    back: 'Zu Ihrem Konto',
    stale_form: 'Zurück zur Seite',
    link_over: 'Zur Anmeldung',
  },
};
