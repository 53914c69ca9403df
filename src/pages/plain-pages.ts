import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import { html } from './html.ts';

/** What an error code means and how to recover: the page behind the `type` of every problem. [D2] */
export function problemPage(code: ErrorCode): string {
  const { status, title, meaning, recovery } = ERROR_CODES[code];
  return frame(
    title,
    html`<p class="eyebrow">${status} · <code>${code}</code></p>
<h1>${title}</h1>
<h2>What it means</h2>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${recovery}</p>
<p class="more"><a href="/problems">All error codes</a></p>`,
  );
}

/** Every code in one table. */
export function problemIndexPage(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, title, meaning }]) =>
      html`<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td><strong>${title}.</strong> ${meaning}</td></tr>\n`,
  );
  return frame(
    'Error codes',
    html`<h1>Error codes</h1>
<p>Every error of the API is a problem (RFC 9457) with one of these codes.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

/** What a person sees who opens the server's own address. */
export function homePage(): string {
  return frame(
    'Running',
    html`<h1>Lectern is running</h1>
<p>It puts Bible verses on live displays. The audience opens the link of a Live; operators write through the API.</p>
<ul>
<li><a href="/account">Sign in, or see your account</a></li>
<li><a href="/docs">The API, operation by operation</a></li>
<li><a href="/problems">What its error codes mean</a></li>
</ul>
<p>The links of your Lives, and how to make a token, were printed where the server was started.</p>`,
  );
}

function frame(title: string, content: unknown): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pages.css">
</head>
<body><main>
${content}
</main></body>
</html>
`.toString();
}
