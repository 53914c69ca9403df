import '../styles/lives.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LiveNow } from '../../../../clients/typescript/src/index.ts';
import type { PhoneText } from '../../../../src/contract/phones.ts';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import { OnlyHereNotice } from '../../../outputs/only-here-notice.tsx';
import { type ProblemMessage, summarizeProblem } from '../../../session/describe-problem.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { LoadProblem } from '../../load-problem.tsx';
import { useWorkspace } from '../../workspace-context.ts';
import { toAudienceLink } from './audience-address.ts';

/** Fetches the editions that phones get; none if that fails. The secret admits to a protected Live. [D72] */
async function fetchTexts(liveId: string, secret: string | undefined): Promise<readonly PhoneText[]> {
  const page = `/l/${encodeURIComponent(liveId)}`;
  try {
    let response = await fetch(`${page}/texts`);
    if (response.status === 403 && secret !== undefined) {
      await fetch(`${page}/secret`, { method: 'POST', body: new URLSearchParams({ secret }) });
      response = await fetch(`${page}/texts`);
    }
    return response.ok ? ((await response.json()) as { data: PhoneText[] }).data : [];
  } catch {
    return [];
  }
}

/** Returns a link that opens an edition on a phone on which no other one was chosen. */
function withTranslation(link: string, slug: string): string {
  const url = new URL(link);
  url.searchParams.set('translation', slug);
  return url.href;
}

/**
 * Renders a sheet to print and hang up, with the QR code of the link for phones. The secret is in the fragment of the
 * address, which is not sent to the server.
 */
export default function FollowSheet() {
  const { page, session, strings } = useWorkspace();
  const liveId = page.resourceId!;
  const { sheet: texts, links } = strings.lives;
  const now = useSignal<LiveNow | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const offered = useSignal<readonly PhoneText[]>([]);
  const printed = useSignal<readonly string[]>([]);
  const secret = location.hash.slice(1) || undefined;
  const load = async () => {
    try {
      const params = { path: { live_id: liveId } };
      now.value = (await session.client.GET('/v1/lives/{live_id}/now', { params })).data;
      problem.value = null;
    } catch (error) {
      problem.value = summarizeProblem(error, strings.ui);
    }
  };
  useEffect(() => {
    void load();
    void fetchTexts(liveId, secret).then((texts) => {
      offered.value = texts;
    });
  }, []);
  const url = toAudienceLink(page, liveId, 'reader');
  const back = (
    <a class="page-back" href={workspacePath(page.owner.id, 'lives', liveId)}>
      {texts.back}
    </a>
  );
  if (problem.value !== null)
    return (
      <>
        {back}
        <LoadProblem problem={problem.value} load={load} />
      </>
    );
  if (!now.value) return null;
  return (
    <>
      <div class="sheet-acts">
        {back}
        <p class="meta">{texts.printHint}</p>
        <button type="button" class="primary" onClick={() => print()}>
          {texts.print}
        </button>
      </div>
      {offered.value.length > 0 && (
        <fieldset class="sheet-texts">
          <legend>{texts.languages}</legend>
          {offered.value.map(({ slug, name, language_tag, direction }) => (
            <label key={slug} class="check">
              <input
                type="checkbox"
                checked={printed.value.includes(slug)}
                onChange={({ currentTarget: { checked } }) => {
                  const others = printed.value.filter((each) => each !== slug);
                  printed.value = checked ? [...others, slug] : others;
                }}
              />
              <span lang={language_tag ?? ''} dir={direction}>
                {name}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <OnlyHereNotice page={page} class="warning sheet-warning" />
      <article class="follow-sheet">
        <h1>{texts.title}</h1>
        <p class="sheet-name">{now.value.name}</p>
        <QrCode text={toAudienceLink(page, liveId, 'reader', secret)} label={links.qr} />
        {offered.value
          .filter(({ slug }) => printed.value.includes(slug))
          .map(({ slug, name, language_tag, direction }) => (
            <section key={slug} class="sheet-text">
              <h2 lang={language_tag ?? ''} dir={direction}>
                {name}
              </h2>
              <QrCode text={withTranslation(toAudienceLink(page, liveId, 'reader', secret), slug)} label={name} />
            </section>
          ))}
        <p>{texts.scan}</p>
        <p class="sheet-address">{url}</p>
        {now.value.protected && (
          <p class="sheet-secret">
            {secret === undefined ? (
              texts.asksSecret
            ) : (
              <>
                {texts.secret} <strong>{secret}</strong>
              </>
            )}
          </p>
        )}
      </article>
    </>
  );
}
