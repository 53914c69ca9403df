import type { ViewerLanguage } from '../contract/viewer.ts';
import { builtAssets, type PageAssets } from '../pages/toolkit/assets.ts';
import { html } from '../pages/toolkit/html.ts';
import { entranceFrame } from './entrance-frame.ts';

export interface SecretPage {
  liveId: string;
  /** With its question mark, so that the page comes back with the address it was opened with; empty for none. */
  query: string;
  language: ViewerLanguage;
  /** What became of the try before. */
  failure: { reason: 'wrong' } | { reason: 'limited'; seconds: number } | null;
  /** What was typed in that try, so that it can be mended. */
  typed?: string;
  /** As built, unless given. */
  assets?: PageAssets;
}

/**
 * Asks whoever opens a protected Live for its secret [D20], [D44]: a plain form that posts the field `secret`, and says
 * nothing of the Live. It works without its script, which takes a secret from the link's fragment and groups what is typed.
 */
export function secretPage({
  liveId,
  query,
  language,
  failure,
  typed,
  assets = builtAssets(ENTRY),
}: SecretPage): string {
  const words = WORDS[language];
  const said = failure && (failure.reason === 'wrong' ? words.wrong : words.limited(failure.seconds));
  return entranceFrame(
    { query, language, assets, title: words.title },
    html`<form class="gate" method="post" action="/l/${encodeURIComponent(liveId)}/secret${query}">
<h1>${words.title}</h1>
<p class="hint" id="hint">${words.hint}</p>
<label for="secret">${words.label}</label>
<input id="secret" name="secret" type="text" value="${typed?.slice(0, TYPED_MAX_CHARACTERS)}" required autofocus maxlength="${TYPED_MAX_CHARACTERS}" placeholder="XXXX-XXXX-XXXX" autocomplete="off"
 autocapitalize="characters" autocorrect="off" spellcheck="false" enterkeyhint="go" aria-describedby="${said ? 'problem' : 'hint'}"${said && html` aria-invalid="true"`}>
${said && html`<p class="problem" id="problem" role="alert">${said}</p>\n`}<button type="submit">${words.enter}</button>
</form>`,
  );
}

const ENTRY = 'web/entrance/secret.ts';
/** A code has fourteen with its dashes; more is shown again, but not without end. */
const TYPED_MAX_CHARACTERS = 40;

interface Words {
  title: string;
  hint: string;
  label: string;
  enter: string;
  wrong: string;
  limited: (seconds: number) => string;
}

const WORDS: Record<ViewerLanguage, Words> = {
  en: {
    title: 'Join the reading',
    hint: 'Enter the code you were given. It has twelve characters.',
    label: 'Code',
    enter: 'Join',
    wrong: 'That is not the code. Please look at it once more.',
    limited: (seconds) => `That was one try too many. Please wait ${duration('en', seconds)} and try again.`,
  },
  pt: {
    title: 'Acompanhar a leitura',
    hint: 'Digite o código que você recebeu. Ele tem doze caracteres.',
    label: 'Código',
    enter: 'Entrar',
    wrong: 'O código não confere. Verifique e tente de novo.',
    limited: (seconds) => `Houve tentativas demais. Aguarde ${duration('pt', seconds)} e tente de novo.`,
  },
  de: {
    title: 'Mitlesen',
    hint: 'Geben Sie den Code ein, den Sie bekommen haben. Er hat zwölf Zeichen.',
    label: 'Code',
    enter: 'Mitlesen',
    wrong: 'Das ist nicht der Code. Bitte sehen Sie noch einmal nach.',
    limited: (seconds) =>
      `Das waren zu viele Versuche. Bitte warten Sie ${duration('de', seconds)} und versuchen Sie es dann erneut.`,
  },
};

/** "40 seconds", "3 minutes": in minutes from two on, never less than the time itself. */
function duration(language: ViewerLanguage, seconds: number): string {
  const [amount, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
