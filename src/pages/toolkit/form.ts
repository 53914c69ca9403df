import { html, type SafeHtml } from './html.ts';
import type { SignedInVisit, Visit } from './visit.ts';

/** Renders a form with its CSRF token. */
export const postForm = (visit: Visit, { action, purpose }: { action: string; purpose: string }, content: SafeHtml) =>
  html`<form method="post" action="${action}">
${csrfField(visit, purpose)}
${content}</form>
`;

/** Renders the hidden CSRF token that every form needs. */
export const csrfField = (visit: Visit, purpose: string): SafeHtml =>
  html`<input type="hidden" name="csrf" value="${visit.csrf(purpose)}">`;

/**
 * Returns a value for the form that creates a token or link. It changes with each new item, so a form that is submitted
 * twice is detected. `present` is in order of creation.
 */
export const latestItemToken = (visit: SignedInVisit, present: readonly { id: string }[]): string =>
  visit.csrf(`tokens seen ${present.at(-1)?.id ?? ''}`);

/** Renders the error of a whole form, with the focus, so the browser scrolls to it. */
export const formProblem = (problem: string | undefined): SafeHtml | false =>
  problem !== undefined && html`<p class="problem" role="alert" tabindex="-1" autofocus>${problem}</p>\n`;
