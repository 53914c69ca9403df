import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { Session } from '../../session/session.ts';
import { useWorkspace } from '../workspace-context.ts';
import type { CatalogEdition } from './fetch-library.ts';

interface Offer {
  readonly phones: boolean | null;
  readonly offered: boolean;
}

/** Reads whether phones get an edition, or decides it. Rejects with LecternProblem, or with TypeError. */
async function requestOffer({ client, owner }: Session, slug: string, phones?: boolean): Promise<Offer> {
  if (owner.kind === 'organization') {
    const path = '/v1/organizations/{organization_id}/translations/{slug}/phones';
    const params = { path: { organization_id: owner.id, slug } };
    return (
      await (phones === undefined ? client.GET(path, { params }) : client.PUT(path, { params, body: { phones } }))
    ).data;
  }
  const path = '/v1/accounts/{account_id}/translations/{slug}/phones';
  const params = { path: { account_id: owner.id, slug } };
  return (await (phones === undefined ? client.GET(path, { params }) : client.PUT(path, { params, body: { phones } })))
    .data;
}

/** Renders whether reader pages offer an edition of the library, beside its license. [D72] */
export function OfferToPhones({
  edition,
  mayChange,
}: {
  readonly edition: CatalogEdition;
  readonly mayChange: boolean;
}) {
  const { session, strings: all } = useWorkspace();
  const strings = all.library.phones;
  const offer = useSignal<Offer | null>(null);
  const failed = useSignal(false);
  const hint = useId();
  const request = async (phones?: boolean) => {
    try {
      offer.value = await requestOffer(session, edition.slug, phones);
      failed.value = false;
    } catch {
      failed.value = true;
    }
  };
  useEffect(() => {
    void request();
  }, [edition.slug]);
  if (!offer.value) return failed.value ? <p role="alert">{strings.failed}</p> : null;
  const { phones, offered } = offer.value;
  return (
    <div class="library-phones">
      <label class="check">
        <input
          type="checkbox"
          checked={offered}
          disabled={!mayChange}
          aria-describedby={hint}
          onChange={({ currentTarget }) => void request(currentTarget.checked)}
        />
        {strings.offer}
      </label>
      <p class="meta" id={hint}>
        {phones === null && !offered ? strings.notFree : phones === true ? strings.chosen : strings.hint}
      </p>
      {failed.value && <p role="alert">{strings.failed}</p>}
    </div>
  );
}
