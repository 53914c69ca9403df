import { html, type SafeHtml } from './html.ts';
import type { SignedInVisit, Visit } from './visits.ts';

/** A form of ours around its fields. */
export const postForm = (visit: Visit, { action, purpose }: { action: string; purpose: string }, content: SafeHtml) =>
  html`<form method="post" action="${action}">
${csrfField(visit, purpose)}
${content}</form>
`;

/** For every form: its hidden token. */
export const csrfField = (visit: Visit, purpose: string): SafeHtml =>
  html`<input type="hidden" name="csrf" value="${visit.csrf(purpose)}">`;

/** Stands in the form for a new token, or a new link; another one after one was made. `present` has the newest last. */
export const latestItemToken = (visit: SignedInVisit, present: readonly { id: string }[]): string =>
  visit.csrf(`tokens seen ${present.at(-1)?.id ?? ''}`);

/** Why a form as a whole was not taken; the browser goes there, however long the page is. */
export const formProblem = (problem: string | undefined): SafeHtml | false =>
  problem !== undefined && html`<p class="problem" role="alert" tabindex="-1" autofocus>${problem}</p>\n`;
