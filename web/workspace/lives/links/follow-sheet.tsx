import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LiveNow } from '../../../../clients/typescript/src/index.ts';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import { OnlyHereNotice } from '../../../outputs/only-here-notice.tsx';
import { type ProblemMessage, summarizeProblem } from '../../../session/describe-problem.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { LoadProblem } from '../../load-problem.tsx';
import { useWorkspace } from '../../workspace-context.ts';
import { toAudienceLink } from './audience-address.ts';

/**
 * Renders a sheet to print and hang up, with the QR code of the link for phones. The secret is in the fragment of the
 * address, which is not sent to the server.
 */
export function FollowSheet({ liveId }: { readonly liveId: string }) {
  const { page, session, strings } = useWorkspace();
  const { sheet: texts, links } = strings.lives;
  const now = useSignal<LiveNow | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const load = async () => {
    try {
      const params = { path: { live_id: liveId } };
      now.value = (await session.client.GET('/v1/lives/{live_id}/now', { params })).data;
      problem.value = null;
    } catch (error) {
      problem.value = summarizeProblem(error, strings.ui);
    }
  };
  useEffect(() => void load(), []);
  const secret = location.hash.slice(1) || undefined;
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
      <OnlyHereNotice page={page} class="warning sheet-warning" />
      <article class="follow-sheet">
        <h1>{texts.title}</h1>
        <p class="sheet-name">{now.value.name}</p>
        <QrCode text={toAudienceLink(page, liveId, 'reader', secret)} label={links.qr} />
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
