import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { BUTTON_LINK_DEFAULT_HOURS, REMOTE_LINK_DEFAULT_HOURS } from '../../../src/contract/limits.ts';
import type {
  ButtonLink,
  ButtonLinkList,
  IssuedButtonLink,
  IssuedRemoteLink,
  RemoteLink,
  RemoteLinkList,
} from '../../../src/contract/schemas/remote-links.ts';
import type { LinksStrings } from '../../../src/locales/en/links.ts';
import { sendConsoleRequest } from '../../session/send-console-request.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import { useConsole } from '../state/console-context.ts';
import { endOfSunday } from './end-of-sunday.ts';
import { linksStrings } from './links-strings.ts';

/** Selectable lifetimes of a link: hours, or until the end of Sunday. */
const LIFETIMES = [
  1,
  REMOTE_LINK_DEFAULT_HOURS,
  24,
  'sunday',
  24 * 7,
  24 * 30,
  BUTTON_LINK_DEFAULT_HOURS,
  24 * 365,
] as const;
type Lifetime = (typeof LIFETIMES)[number];

const KINDS = ['remote', 'control', 'data'] as const;
type Kind = (typeof KINDS)[number];

type AnyLink = RemoteLink | ButtonLink;
const kindOf = (link: AnyLink): Kind => ('kind' in link ? link.kind : 'remote');

/**
 * Renders the dialog that creates, lists and ends remote links, for example for a speaker who only changes pages [D68],
 * and button links, for devices and programs [D74].
 */
export function RemoteLinksDialog() {
  const { strings, live, page, session, dialog } = useConsole();
  const dialogStrings = linksStrings(page.language);
  const requests = useSubmit();
  const { busy, run } = requests;
  const links = useSignal<readonly AnyLink[] | null>(null);
  const kind = useSignal<Kind>('remote');
  const name = useSignal(dialogStrings.defaultNames.remote);
  const lifetime = useSignal<Lifetime>(REMOTE_LINK_DEFAULT_HOURS);
  const addressOf = (of: Kind) => `${CONSOLE_PATH}/${live.liveId}/${of === 'remote' ? 'remote' : 'button'}-links`;
  const read = () =>
    run(async () => {
      const [remotes, buttons] = await Promise.all([
        sendConsoleRequest<RemoteLinkList>(session.csrf(), 'GET', addressOf('remote')),
        sendConsoleRequest<ButtonLinkList>(session.csrf(), 'GET', addressOf('control')),
      ]);
      links.value = [...remotes, ...buttons];
    });
  useEffect(() => {
    void read();
  }, []);

  const chooseKind = (chosen: Kind) => {
    // A name that the person has typed stays.
    if (name.value === dialogStrings.defaultNames[kind.value]) name.value = dialogStrings.defaultNames[chosen];
    lifetime.value = chosen === 'remote' ? REMOTE_LINK_DEFAULT_HOURS : BUTTON_LINK_DEFAULT_HOURS;
    kind.value = chosen;
  };
  const create = () =>
    run(async () => {
      const lasts =
        lifetime.value === 'sunday' ? { expires_at: endOfSunday(new Date()).toISOString() } : { hours: lifetime.value };
      const body = { name: name.value.trim(), ...lasts };
      const address = addressOf(kind.value);
      if (kind.value === 'remote') {
        const made = await sendConsoleRequest<IssuedRemoteLink>(session.csrf(), 'POST', address, body);
        dialog.value = { kind: 'address', name: made.name, url: made.url, overlay: false };
      } else {
        const button = { ...body, kind: kind.value };
        const link = await sendConsoleRequest<IssuedButtonLink>(session.csrf(), 'POST', address, button);
        dialog.value = { kind: 'button-link', link };
      }
    });
  const end = (link: AnyLink) =>
    run(async () => {
      await sendConsoleRequest(session.csrf(), 'DELETE', `${addressOf(kindOf(link))}/${link.id}`);
      links.value = (links.value ?? []).filter(({ id }) => id !== link.id);
    });
  const formatTime = (at: string) =>
    new Date(at).toLocaleString(page.language, { dateStyle: 'medium', timeStyle: 'short' });

  return (
    <ConsoleDialog title={strings.remoteLinks.title}>
      <p>{dialogStrings.hint}</p>
      <DialogForm requests={requests} submitLabel={dialogStrings.create} submit={create}>
        <label>
          {dialogStrings.kind}
          <select value={kind.value} onChange={({ currentTarget }) => chooseKind(KINDS[currentTarget.selectedIndex]!)}>
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {dialogStrings.kinds[each]}
              </option>
            ))}
          </select>
        </label>
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
              {dialogStrings.listed[kindOf(link)]} · {dialogStrings.madeBy(link.made_by.name)} ·{' '}
              {dialogStrings.until(formatTime(link.expires_at))}
              {'connections' in link && link.connections > 0 && ` · ${dialogStrings.open(link.connections)}`}
              {'kind' in link && link.last_used_at && ` · ${dialogStrings.used(formatTime(link.last_used_at))}`}
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

function describeLifetime(strings: LinksStrings, lifetime: Lifetime): string {
  if (lifetime === 'sunday') return strings.endOfSunday;
  return lifetime < 24 ? strings.hours(lifetime) : strings.days(lifetime / 24);
}
