import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { networkOrigins } from '../../config/network-origin.ts';
import { CONSOLE_PATH, NETWORK_PATH as PATH } from '../../contract/console-page.ts';
import { toQrPath } from '../../contract/qr-path.ts';
import type { NetworkAccess } from '../../domain/network-access/network-access.ts';
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
  readonly config: Pick<Config, 'host' | 'port' | 'publicUrl'>;
  readonly networkAccess: NetworkAccess;
  /** Logs the error of a change that failed. */
  readonly warnOfNetwork: (error: unknown) => void;
}

interface Draft {
  readonly done?: string;
  readonly failed?: boolean;
}

/** Adds the page on which administrators let other devices in the network connect. [D78] */
export function addNetworkPage(pages: FastifyInstance, services: NetworkPageServices): void {
  const { networkAccess, warnOfNetwork } = services;
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
}

function networkPage(
  { config: { host, port, publicUrl }, networkAccess: { decidedBy } }: NetworkPageServices,
  visit: SignedInVisit,
  { done, failed = false }: Draft,
): string {
  const strings = STRINGS[visit.language].installation.network;
  const isOpen = !isLoopback(host);
  const state = isOpen ? strings.open : strings.closed;
  return personFrame(
    { title: strings.title, visit, place: 'installation' },
    html`${installationHead(visit.language, strings.title, 'network')}
${notice(isOpen === (done === 'open') ? findSentence(strings.done, done ?? '') : undefined)}${formProblem(failed ? strings.failed(port) : undefined)}<h2>${strings.devices}</h2>
<p><strong>${state.now}</strong> ${state.means}</p>
${decidedBy === null ? turnForm(visit, isOpen) : html`<p class="hint">${strings.decidedBy[decidedBy](html`<code>HOST=${host}</code>`)}</p>\n`}${
  isOpen
    ? html`<p class="problem">${strings.plain}</p>
${addressList(visit, isLoopback(new URL(publicUrl).hostname) ? networkOrigins(port) : [publicUrl])}<h2>${strings.blocked}</h2>
<p>${strings.firewall(port)}</p>
<p>${strings.guests}</p>
<p class="actions"><a class="button" href="${CONSOLE_PATH}">${strings.console}</a></p>
`
    : html`<p class="hint">${strings.before}</p>\n`
}`,
  );
}

function turnForm(visit: SignedInVisit, isOpen: boolean): SafeHtml {
  const { closed, open } = STRINGS[visit.language].installation.network;
  return postForm(
    visit,
    { action: `${PATH}/${isOpen ? 'close' : 'open'}`, purpose: PURPOSE },
    html`<p class="actions"><button${!isOpen && html` class="primary"`}>${isOpen ? open.close : closed.open}</button></p>\n`,
  );
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
