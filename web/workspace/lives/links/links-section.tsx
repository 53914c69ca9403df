import { viewsFor } from '../../../../src/contract/view-choices.ts';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import { OnlyHereNotice } from '../../../outputs/only-here-notice.tsx';
import { AddressBox } from '../../../ui/address-box.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { useWorkspace } from '../../workspace-context.ts';
import { useLive } from '../live-context.ts';
import { toAudienceLink } from './audience-address.ts';

/** Renders the links of the audience's views, with QR codes. */
export function LinksSection() {
  const { page, strings } = useWorkspace();
  const { links: texts, live: liveTexts } = strings.lives;
  const { liveId, live } = useLive();
  return (
    <section class="live-section" aria-labelledby="links-title">
      <h2 id="links-title">{liveTexts.sections.links}</h2>
      <div class="section-body">
        <p>{live.now.protected ? texts.hintProtected : texts.hint}</p>
        <OnlyHereNotice page={page} class="warning" />
        <ul class="link-cards">
          {viewsFor('audience').map((view) => {
            const url = toAudienceLink(page, liveId, view);
            return (
              <li key={view} class="link-card">
                <h3>
                  <a href={url} target="_blank" rel="noopener">
                    {texts.views[view]}
                  </a>
                </h3>
                <p class="meta">{texts.viewsHint[view]}</p>
                <AddressBox url={url} label={texts.address(texts.views[view])} />
                <details>
                  <summary>{texts.qr}</summary>
                  <QrCode text={url} label={`${texts.qr}: ${texts.views[view]}`} />
                </details>
              </li>
            );
          })}
        </ul>
        <a class="button" href={`${workspacePath(page.owner.id, 'lives', liveId)}?sheet`}>
          {texts.sheet}
        </a>
      </div>
    </section>
  );
}
