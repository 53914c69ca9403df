import { useSignal } from '@preact/signals';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import { AddressBox } from '../../../ui/address-box.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { useWorkspace } from '../../workspace-context.ts';
import { toAudienceLink } from '../links/audience-address.ts';
import { useLive } from '../live-context.ts';
import { writeWithCurrentEtag } from '../write-with-current-etag.ts';

type Act = 'protect' | 'replace' | 'remove';

/** Renders whether the Live is protected, and the buttons that protect it, replace the secret or remove it. */
export function ProtectionSection() {
  const { session, strings, toasts } = useWorkspace();
  const { protection: texts, live: liveTexts } = strings.lives;
  const { liveId, live, refresh } = useLive();
  const asked = useSignal<Act | null>(null);
  const secret = useSignal<string | null>(null);
  const isProtected = live.now.protected;

  const write = async (act: Act) => {
    const path = '/v1/lives/{live_id}/audience-secret';
    const { data } = await writeWithCurrentEtag(
      session,
      liveId,
      () => true,
      (params) => {
        if (act === 'remove') return session.client.DELETE(path, { params });
        return act === 'protect'
          ? session.client.POST(path, { params, body: {} })
          : session.client.PUT(path, { params, body: {} });
      },
    );
    await refresh();
    if (data.secret !== undefined) secret.value = data.secret;
    else toasts.show({ text: texts.removed });
  };
  const ask = (act: Act) => () => {
    asked.value = act;
  };
  return (
    <section class="live-section" aria-labelledby="protection-title">
      <h2 id="protection-title">{liveTexts.sections.protection}</h2>
      <div class="section-body">
        <p class="protection-state" data-protected={isProtected}>
          {isProtected ? texts.protected : texts.open}
        </p>
        <p class="meta">{texts.outputsHint}</p>
        {isProtected && <p class="meta">{texts.lost}</p>}
        {session.scopes.value.has('live.update') && (
          <div class="row">
            {isProtected ? (
              <>
                <button type="button" onClick={ask('replace')}>
                  {texts.replace}
                </button>
                <button type="button" class="danger" onClick={ask('remove')}>
                  {texts.remove}
                </button>
              </>
            ) : (
              <button type="button" onClick={ask('protect')}>
                {texts.protect}
              </button>
            )}
          </div>
        )}
      </div>
      {asked.value && (
        <ConfirmDialog
          title={texts.confirm[asked.value].title}
          confirm={texts[asked.value]}
          cancel={texts.cancel}
          danger={asked.value === 'remove'}
          run={() => write(asked.value!)}
          onClose={() => {
            asked.value = null;
          }}
        >
          <p>{texts.confirm[asked.value].text(live.viewers.viewers)}</p>
          <p>{texts.outputsHint}</p>
        </ConfirmDialog>
      )}
      {!asked.value && secret.value !== null && (
        <SecretDialog
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </section>
  );
}

interface SecretProps {
  readonly secret: string;
  onClose(): void;
}

/** Renders a new secret, which is shown only once. */
function SecretDialog({ secret, onClose }: SecretProps) {
  const { page, strings } = useWorkspace();
  const { protection: texts } = strings.lives;
  const { liveId } = useLive();
  return (
    <DialogFrame title={texts.secretTitle} onClose={onClose}>
      <p>{texts.secretOnce}</p>
      <AddressBox url={secret} label={texts.secret} />
      <AddressBox url={toAudienceLink(page, liveId, 'reader', secret)} label={texts.link} qr />
      <div class="dialog-acts">
        <a
          class="button"
          href={`${workspacePath(page.owner.id, 'lives', liveId)}?sheet#${secret}`}
          target="_blank"
          rel="noopener"
        >
          {texts.sheet}
        </a>
      </div>
    </DialogFrame>
  );
}
