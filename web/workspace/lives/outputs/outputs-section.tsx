import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { AddressDialog } from '../../../outputs/address-dialog.tsx';
import { openDueOutputs } from '../../../outputs/due-outputs.ts';
import { NewOutputDialog } from '../../../outputs/new-output-dialog.tsx';
import { OutputDialog } from '../../../outputs/output-dialog.tsx';
import { type IssuedAddress, type OutputsControl, OutputsProvider } from '../../../outputs/outputs-control.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { useLive } from '../live-context.ts';
import { OutputRow } from './output-row.tsx';

type OpenedDialog = 'new' | { readonly id: string } | IssuedAddress;

/** Renders the outputs of the Live: whether each shows what it should, and the dialogs that change them. */
export function OutputsSection() {
  const { page, session, strings, toasts } = useWorkspace();
  const { outputs: texts, live: liveTexts } = strings.lives;
  const { liveId, overview, refresh } = useLive();
  const now = useComputed(() => overview.value?.now ?? null);
  const { due, close } = useMemo(() => openDueOutputs(now), []);
  useEffect(() => close, []);
  const outputs = useComputed(() => overview.value?.outputs ?? null);
  const dialog = useSignal<OpenedDialog | null>(null);
  const control = useMemo<OutputsControl>(
    () => ({
      strings: strings.outputs,
      language: page.language,
      session,
      liveId,
      due,
      outputs,
      readOutputs: refresh,
      closeDialog() {
        dialog.value = null;
      },
      showAddress(address) {
        dialog.value = address;
      },
      showMessage: (text) => toasts.show({ text }),
    }),
    [],
  );
  const mayManage = session.scopes.value.has('output.manage');
  const list = outputs.value ?? [];
  const openNewOutput = () => {
    dialog.value = 'new';
  };
  const { value: open } = dialog;
  return (
    <OutputsProvider value={control}>
      <section class="live-section" id="outputs" aria-labelledby="outputs-title">
        <h2 id="outputs-title">{liveTexts.sections.outputs}</h2>
        <div class="section-body">
          <p>{texts.hint}</p>
          {list.length === 0 ? (
            <div class="empty">
              <p>{strings.outputs.none}</p>
              {mayManage && (
                <button type="button" onClick={openNewOutput}>
                  {texts.new}
                </button>
              )}
            </div>
          ) : (
            <ul class="resource-list">
              {list.map((output) => (
                <OutputRow
                  key={output.id}
                  output={output}
                  open={() => {
                    dialog.value = { id: output.id };
                  }}
                />
              ))}
            </ul>
          )}
          {mayManage && (
            <>
              {list.length > 0 && (
                <button type="button" onClick={openNewOutput}>
                  {texts.new}
                </button>
              )}
              <p class="meta">
                {texts.pairHint} <code>{`${page.lanUrl ?? page.publicUrl}/screen`}</code>
              </p>
            </>
          )}
        </div>
      </section>
      {open === 'new' && <NewOutputDialog />}
      {open && typeof open === 'object' && 'id' in open && <OutputDialog key={open.id} id={open.id} />}
      {open && typeof open === 'object' && 'url' in open && (
        <AddressDialog {...open} page={page} onClose={control.closeDialog} />
      )}
    </OutputsProvider>
  );
}
