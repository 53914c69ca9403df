import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { networkOrigins } from '../../config/network-origin.ts';
import { CONSOLE_PATH, NETWORK_PATH as PATH } from '../../contract/console-page.ts';
import { toQrPath } from '../../contract/qr-path.ts';
import type { NetworkSwitch } from '../../domain/network-access/network-switch.ts';
import { STRINGS } from '../../locales/strings.ts';
import {
  type AdministratorServices,
  addAdministratorForm,
  addAdministratorPage,
} from '../toolkit/administrator-routes.ts';
import { formProblem, postForm } from '../toolkit/form.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { installationHead } from './installation-head.ts';

const PURPOSE = 'network';

export interface NetworkPageServices extends AdministratorServices {
  readonly config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'plainSignIn'>;
  readonly networkAccess: NetworkSwitch<'HOST' | '--lan' | 'postgres'>;
  readonly networkSignIn: NetworkSwitch<'LECTERN_INSECURE_LAN' | 'postgres'>;
  /** Logs the error of a change that failed. */
  readonly warnOfNetwork: (error: unknown) => void;
}

interface Draft {
  readonly done?: string;
  readonly failed?: boolean;
  /** Whether sign-in was turned on by a browser that may run elsewhere, where the page would no longer answer. */
  readonly elsewhere?: boolean;
}

/** Adds the page on which administrators let other devices in the network connect, and people sign in there. [D78] */
export function addNetworkPage(pages: FastifyInstance, services: NetworkPageServices): void {
  const { networkAccess, networkSignIn, visits, warnOfNetwork } = services;
  addAdministratorPage(pages, services, PATH, async ({ visit, query }) =>
    networkPage(services, visit, { done: query('done') }),
  );
  const turn = (action: 'open' | 'close', operation: string) =>
    addAdministratorForm(
      pages,
      services,
      { path: `${PATH}/${action}`, purpose: PURPOSE, back: PATH },
      async ({ visit }) => {
        try {
          await networkAccess.turn(action === 'open', visit.actor(operation));
        } catch (error) {
          warnOfNetwork(error);
          return { status: 409, page: networkPage(services, visit, { failed: true }) };
        }
        return { to: `${PATH}?done=${action}` };
      },
    );
  turn('open', 'openNetwork');
  turn('close', 'closeNetwork');

  const turnSignIn = (on: boolean, operation: string) =>
    addAdministratorForm(
      pages,
      services,
      { path: `${PATH}/sign-in/${on ? 'allow' : 'refuse'}`, purpose: PURPOSE, back: PATH },
      async ({ visit, request }) => {
        if (on && !visits.address.isOnThisMachine(request))
          return { status: 409, page: networkPage(services, visit, { elsewhere: true }) };
        await networkSignIn.turn(on, visit.actor(operation));
        return { to: `${PATH}?done=${on ? 'allowed' : 'refused'}` };
      },
    );
  turnSignIn(true, 'allowNetworkSignIn');
  turnSignIn(false, 'refuseNetworkSignIn');
}

function networkPage(
  services: NetworkPageServices,
  visit: SignedInVisit,
  { done, failed = false, elsewhere = false }: Draft,
): string {
  const { host, port, publicUrl, plainSignIn } = services.config;
  const { decidedBy } = services.networkAccess;
  const strings = STRINGS[visit.language].installation.network;
  const isOpen = !isLoopback(host);
  const isDone: Record<string, boolean> = {
    open: isOpen,
    close: !isOpen,
    allowed: plainSignIn === 'network',
    refused: plainSignIn === 'nowhere',
  };
  const state = isOpen ? strings.open : strings.closed;
  return personFrame(
    { title: strings.title, visit, place: 'installation' },
    html`${installationHead(visit.language, strings.title, 'network')}
${notice(isDone[done ?? ''] ? findSentence(strings.done, done!) : undefined)}${formProblem(failed ? strings.failed(port) : elsewhere ? strings.signIn.elsewhere : undefined)}<h2>${strings.devices}</h2>
<p><strong>${state.now}</strong> ${state.means}</p>
${
  decidedBy === null
    ? turnForm(visit, isOpen ? 'close' : 'open', isOpen ? strings.open.close : strings.closed.open)
    : html`<p class="hint">${strings.decidedBy[decidedBy](html`<code>HOST=${host}</code>`)}</p>\n`
}${isOpen ? html`<p class="problem">${strings.plain}</p>\n` : html`<p class="hint">${strings.before}</p>\n`}${signInSwitch(services, visit)}${
  isOpen &&
  html`${addressList(visit, isLoopback(new URL(publicUrl).hostname) ? networkOrigins(port) : [publicUrl])}<h2>${strings.blocked}</h2>
<p>${strings.firewall(port)}</p>
<p>${strings.guests}</p>
<p class="actions"><a class="button" href="${CONSOLE_PATH}">${strings.console}</a></p>
`
}`,
  );
}

const turnForm = (visit: SignedInVisit, action: string, button: string): SafeHtml =>
  postForm(
    visit,
    { action: `${PATH}/${action}`, purpose: PURPOSE },
    html`<p class="actions"><button${action === 'open' && html` class="primary"`}>${button}</button></p>\n`,
  );

/** Renders whether people may sign in from the network without encryption, and the button that changes it. */
function signInSwitch({ config, networkSignIn: { decidedBy } }: NetworkPageServices, visit: SignedInVisit): SafeHtml {
  const { signIn, decidedBy: settings } = STRINGS[visit.language].installation.network;
  const isOn = config.plainSignIn !== 'nowhere';
  const isIdle = isOn && isLoopback(config.host);
  const setting = html`<code>LECTERN_INSECURE_LAN=${isOn ? 'on' : 'off'}</code>`;
  const usesHttps = config.publicUrl.startsWith('https:');
  return html`<h2>${signIn.title}</h2>
${
  usesHttps
    ? html`<p>${signIn.https}</p>\n`
    : html`<p><strong>${isOn ? signIn.on.now : signIn.off.now}</strong> ${isOn ? signIn.on.means : signIn.off.means}${isIdle && ` ${signIn.idle}`}</p>
${
  decidedBy === null
    ? turnForm(visit, isOn ? 'sign-in/refuse' : 'sign-in/allow', isOn ? signIn.on.refuse : signIn.off.allow)
    : html`<p class="hint">${decidedBy === 'postgres' ? signIn.postgres : settings.HOST(setting)}</p>\n`
}<p class="${isOn ? 'problem' : 'hint'}">${signIn.risk}</p>
`
}`;
}

function addressList({ language }: SignedInVisit, origins: readonly string[]): SafeHtml {
  const strings = STRINGS[language].installation.network;
  if (origins.length === 0) return html`<p class="problem">${strings.noAddress}</p>\n`;
  return html`<h2>${strings.addresses}</h2>
<p>${strings.addressesHint}</p>
<ul class="resource-list">
${origins.map((origin) => {
  const { size, path } = toQrPath(origin);
  return html`<li><div class="resource-name"><p><a href="${origin}"><code>${origin}</code></a></p></div>
<div class="qr"><svg role="img" aria-label="${strings.qr(origin)}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg></div></li>
`;
})}</ul>
`;
}
