import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { html } from '../../pages/toolkit/html.ts';
import { readStaticFile, sendStaticFile } from '../../pages/toolkit/static-files.ts';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * Content security policy of Swagger UI, which needs inline styles and `data:` images. Its requests go to this server
 * only.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const START = `SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null, docExpansion: 'list' });\n`;

/** Adds the page that shows the OpenAPI document. [D48] */
export function addDocumentation(app: FastifyInstance): void {
  const page = Buffer.from(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API · Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`.toString(),
  );

  app.get('/docs', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(page),
  );
  app.get('/docs/start.js', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  for (const name of FILES) {
    const file = readStaticFile(join(SWAGGER_UI, name));
    app.get(`/docs/${name}`, { schema: { hide: true } }, (request, reply) => sendStaticFile(request, reply, file));
  }
}
