import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { REMOTE_LINK_DEFAULT_HOURS } from '../../../src/contract/limits.ts';
import type { IssuedRemoteLink, RemoteLink, RemoteLinkList } from '../../../src/contract/schemas/remote-links.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import { sendConsoleRequest } from '../../session/send-console-request.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import { useConsole } from '../state/console-context.ts';
import { endOfSunday } from './end-of-sunday.ts';

/** Selectable lifetimes of a link: hours, or until the end of Sunday. */
const LIFETIMES = [1, REMOTE_LINK_DEFAULT_HOURS, 24, 'sunday', 24 * 7, 24 * 30, 24 * 365] as const;
type Lifetime = (typeof LIFETIMES)[number];

/**
 * Renders the dialog that creates, lists and ends remote links, for example for a speaker who only changes pages. [D68]
 */
export function RemoteLinksDialog() {
  const { strings, live, page, session, dialog } = useConsole();
  const dialogStrings = strings.remoteLinks;
  const requests = useSubmit();
  const { busy, run } = requests;
  const links = useSignal<RemoteLinkList | null>(null);
  const name = useSignal(dialogStrings.defaultName);
  const lifetime = useSignal<Lifetime>(REMOTE_LINK_DEFAULT_HOURS);
  const address = `${CONSOLE_PATH}/${live.liveId}/remote-links`;
  const read = () =>
    run(async () => {
      links.value = await sendConsoleRequest<RemoteLinkList>(session.csrf(), 'GET', address);
    });
  useEffect(() => {
    void read();
  }, []);

  const create = () =>
    run(async () => {
      const lasts =
        lifetime.value === 'sunday' ? { expires_at: endOfSunday(new Date()).toISOString() } : { hours: lifetime.value };
      const body = { name: name.value.trim(), ...lasts };
      const made = await sendConsoleRequest<IssuedRemoteLink>(session.csrf(), 'POST', address, body);
      dialog.value = { kind: 'address', name: made.name, url: made.url, overlay: false };
    });
  const end = (link: RemoteLink) =>
    run(async () => {
      await sendConsoleRequest(session.csrf(), 'DELETE', `${address}/${link.id}`);
      links.value = (links.value ?? []).filter(({ id }) => id !== link.id);
    });
  const formatTime = (at: string) =>
    new Date(at).toLocaleString(page.language, { dateStyle: 'medium', timeStyle: 'short' });

  return (
    <ConsoleDialog title={dialogStrings.title}>
      <p>{dialogStrings.hint}</p>
      <DialogForm requests={requests} submitLabel={dialogStrings.create} submit={create}>
        <NameField label={dialogStrings.name} name={name} />
        <label>
          {dialogStrings.lasts}
          <select
            value={`${lifetime.value}`}
            onChange={({ currentTarget }) => {
              lifetime.value = LIFETIMES[currentTarget.selectedIndex]!;
            }}
          >
            {LIFETIMES.map((each) => (
              <option key={each} value={`${each}`}>
                {describeLifetime(dialogStrings, each)}
              </option>
            ))}
          </select>
        </label>
      </DialogForm>
      {links.value?.length === 0 && <p class="empty">{dialogStrings.none}</p>}
      <ul class="remote-links">
        {links.value?.map((link) => (
          <li key={link.id}>
            <span class="link-name">{link.name}</span>
            <span class="link-about">
              {dialogStrings.madeBy(link.made_by.name)} · {dialogStrings.until(formatTime(link.expires_at))}
              {link.connections > 0 && ` · ${dialogStrings.open(link.connections)}`}
            </span>
            <button type="button" data-danger disabled={busy.value} onClick={() => end(link)}>
              {dialogStrings.end}
            </button>
          </li>
        ))}
      </ul>
    </ConsoleDialog>
  );
}

function describeLifetime(strings: ConsoleStrings['remoteLinks'], lifetime: Lifetime): string {
  if (lifetime === 'sunday') return strings.endOfSunday;
  return lifetime < 24 ? strings.hours(lifetime) : strings.days(lifetime / 24);
}
