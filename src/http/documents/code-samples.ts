import type { DescribedDocument, DescribedOperation, DescribedParameter } from './described-document.ts';

/** The address that a new installation listens on. */
const BASE_URL = 'http://127.0.0.1:8080';
/** The widest line of a sample. */
const LINE_CHARACTERS = 88;

/**
 * Adds a sample for curl and one in TypeScript, with packages of npm, to every operation, in place. The document
 * already has examples.
 */
export function addCodeSamples<Document>(document: Document): Document {
  const { paths } = document as unknown as DescribedDocument;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const request = toRequest(method.toUpperCase(), path, operation);
      operation['x-codeSamples'] = [
        { lang: 'Shell', label: 'curl', source: toCurl(request) },
        { lang: 'TypeScript', label: 'TypeScript', source: toTypeScript(request) },
      ];
    }
  }
  return document;
}

interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, unknown>>>>;
  /** Undefined without a body. */
  readonly mediaType: string | undefined;
  readonly body: unknown;
  readonly hasContent: boolean;
}

/** Returns a request with the parameters that the operation requires, and the text to search for. */
function toRequest(method: string, path: string, operation: DescribedOperation): SampleRequest {
  const shown = (operation.parameters ?? []).filter(({ name, required }) => required || name === 'q');
  const [[mediaType, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  return {
    method,
    path,
    parameters: { path: valuesIn('path', shown), query: valuesIn('query', shown), header: valuesIn('header', shown) },
    mediaType,
    body: content?.example,
    hasContent: operation.responses[204] === undefined,
  };
}

const valuesIn = (location: string, parameters: readonly DescribedParameter[]): Record<string, unknown> =>
  Object.fromEntries(parameters.filter((one) => one.in === location).map(({ name, example }) => [name, example]));

function toCurl({ method, path, parameters, mediaType, body }: SampleRequest): string {
  const query = Object.entries(parameters.query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parameters.path[name])));
  const address = `${BASE_URL}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(address)}`];
  lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value] of Object.entries(parameters.header))
    lines.push(`-H ${quote(`${headerName(name)}: ${value}`)}`);
  if (mediaType) lines.push(`-H ${quote(`Content-Type: ${mediaType}`)}`);
  if (body !== undefined) lines.push(`-d ${quote(toJson(body))}`);
  else if (mediaType) lines.push('--data-binary @picture.png');
  return lines.join(' \\\n  ');
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Formats a header name: "if-match" becomes "If-Match". */
const headerName = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

function toJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= LINE_CHARACTERS ? line : JSON.stringify(value, null, 2);
}

function toTypeScript({ method, path, parameters, mediaType, body, hasContent }: SampleRequest): string {
  const params = Object.fromEntries(Object.entries(parameters).filter(([, values]) => Object.keys(values).length > 0));
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${toLiteral(params, 1)}`] : []),
    ...(body === undefined ? [] : [`body: ${toLiteral(body, 1)}`]),
    ...(body === undefined && mediaType
      ? [
          "body: await openAsBlob('picture.png')",
          `headers: { 'content-type': '${mediaType}' }`,
          'bodySerializer: (picture) => picture',
        ]
      : []),
  ];
  const call = `client.${method}('${path}'${options.length > 0 ? `, {\n${options.map((line) => `  ${line},\n`).join('')}}` : ''})`;
  return [
    ...(body === undefined && mediaType ? ["import { openAsBlob } from 'node:fs';"] : []),
    "import createClient from 'openapi-fetch';",
    `// npx openapi-typescript ${BASE_URL}/v1/openapi.json -o lectern.d.ts`,
    "import type { paths } from './lectern.d.ts';",
    '',
    'const client = createClient<paths>({',
    `  baseUrl: '${BASE_URL}',`,
    "  headers: { Authorization: 'Bearer svc_…' },",
    '});',
    hasContent ? `const { data, error } = await ${call};` : `const { error } = await ${call};`,
  ].join('\n');
}

/** Formats a value as TypeScript, on one line if it fits. `depth` is its level of indentation. */
function toLiteral(value: unknown, depth: number): string {
  const line = onOneLine(value);
  if (line.length + 2 * depth <= LINE_CHARACTERS || value === null || typeof value !== 'object') return line;
  const indent = '  '.repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((item) => toLiteral(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${toKey(name)}: ${toLiteral(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.map((entry) => `${indent}${entry},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const entries = Object.entries(value).map(([name, item]) => `${toKey(name)}: ${onOneLine(item)}`);
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
}

const toKey = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);
