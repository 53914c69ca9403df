import { ERROR_CODES, type ErrorCode } from '../../src/contract/error-codes.ts';
import {
  type DescribedDocument,
  type DescribedOperation,
  JSON_CONTENT,
  type Schema,
} from '../../src/http/documents/described-document.ts';
import { html, type SafeHtml } from '../../src/pages/toolkit/html.ts';
import type { DocumentPage } from './frame.ts';
import { API_GROUP } from './guides.ts';
import { codeBlock } from './highlight.ts';
import { anchorLink, type Heading, renderInline } from './markdown.ts';
import { branchesOf, fieldItem, fieldList, rulesOf, SCHEMAS_ADDRESS, typeOf } from './schema-fields.ts';

export const API_ADDRESS = '/docs/api';

interface ApiDocument extends DescribedDocument {
  readonly info: { readonly description: string; readonly version: string };
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: { readonly bearer: { readonly description: string } };
  };
}

interface Operation extends DescribedOperation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly deprecated?: boolean;
}

/** An operation with its method and path. */
interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The pages of the API reference: an overview, one page for each tag, and the schemas. */
export function apiPages(document: ApiDocument): DocumentPage[] {
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
    })),
  );
  const tags = Map.groupBy(endpoints, ({ operation }) => operation.tags[0]);
  return [
    overviewPage(document, tags),
    ...[...tags].map(([tag, members]) => tagPage(tag, members)),
    schemasPage(document.components.schemas),
  ];
}

const addressOf = (tag: string): string => `${API_ADDRESS}/${tag.toLowerCase()}`;

function overviewPage({ info, components }: ApiDocument, tags: ReadonlyMap<string, readonly Endpoint[]>): DocumentPage {
  const headings = [
    { id: 'requests', level: 2, text: 'Requests' },
    { id: 'errors', level: 2, text: 'Errors' },
    { id: 'operations', level: 2, text: 'Operations' },
    ...[...tags.keys()].map((tag) => ({ id: tag.toLowerCase(), level: 3, text: tag })),
  ];
  const heading = ({ id, level, text }: Heading) =>
    level === 2
      ? html`<h2 id="${id}">${text} ${anchorLink(id, text)}</h2>`
      : html`<h3 id="${id}"><a href="${addressOf(text)}">${text}</a></h3>`;
  const [requests, errors, operations, ...groups] = headings.map(heading);
  const lists = [...tags].map(
    ([tag, members], index) => html`${groups[index]}
<ul class="operations">
${members.map((endpoint) => html`<li>${operationLink(endpoint, addressOf(tag))}</li>\n`)}</ul>
`,
  );
  return {
    address: API_ADDRESS,
    title: 'API reference',
    shortTitle: 'Overview',
    language: 'en',
    group: API_GROUP,
    summary: 'Every operation of the REST API with its parameters, examples and error codes.',
    headings,
    content: html`<p>${renderInline(info.description)}</p>
<p>Version ${info.version} as an <a href="/v1/openapi.json">OpenAPI 3.1 document</a>.</p>
${requests}
<p>${renderInline(components.securitySchemes.bearer.description)} Send it as <code>Authorization: Bearer …</code>. Request and response bodies are JSON, except for images.</p>
${errors}
<p>An error response is a problem (RFC 9457) of the media type <code>application/problem+json</code>. Its <code>type</code> leads to a page that explains the code; <a href="/problems">all error codes</a>.</p>
${codeBlock(PROBLEM, 'json')}
${operations}
${lists}`,
  };
}

const PROBLEM = JSON.stringify(
  {
    type: 'https://lectern.example.org/problems/stale_validator',
    title: ERROR_CODES.stale_validator.title,
    status: ERROR_CODES.stale_validator.status,
    code: 'stale_validator',
    request_id: '0198c1f2-6d3a-7c41-9b1e-5f0a7d2c8e64',
  },
  null,
  2,
);

const operationLink = ({ method, path, operation }: Endpoint, address: string): SafeHtml =>
  html`<a href="${address}#${operation.operationId}">${operation.summary}</a> <span class="endpoint">${methodName(method)} <code>${breakable(path)}</code></span>`;

const methodName = (method: string): SafeHtml => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** Renders a path with an optional line break before each slash. */
const breakable = (path: string): SafeHtml =>
  html`${path.split(/(?=\/)/).map((segment, index) => html`${index > 0 && html`<wbr>`}${segment}`)}`;

function tagPage(tag: string, endpoints: readonly Endpoint[]): DocumentPage {
  return {
    address: addressOf(tag),
    title: tag,
    language: 'en',
    group: API_GROUP,
    summary: `Operations of the REST API: ${tag}.`,
    isWide: true,
    headings: endpoints.map(({ operation }) => ({ id: operation.operationId, level: 2, text: operation.summary })),
    content: html`<ul class="operations">
${endpoints.map((endpoint) => html`<li>${operationLink(endpoint, '')}</li>\n`)}</ul>
${endpoints.map(operationSection)}`,
  };
}

function operationSection({ method, path, operation }: Endpoint): SafeHtml {
  const { operationId, summary, description, deprecated, 'x-codeSamples': samples = [] } = operation;
  const [status, success] = successOf(operation);
  const response = success.content?.[JSON_CONTENT];
  return html`<section class="operation" aria-labelledby="${operationId}">
<div class="description">
<h2 id="${operationId}">${summary} ${anchorLink(operationId, summary)}</h2>
<p class="endpoint">${methodName(method)} <code>${breakable(path)}</code></p>
${deprecated && html`<p class="deprecated"><strong>Deprecated.</strong></p>\n`}<ul class="facts">
${description
  .split(/(?<=\.) /)
  .map(
    (fact) => html`<li>${renderInline(fact.replace(/\.$/, ''))}</li>\n`,
  )}<li>Operation: <code>${operationId}</code></li>
</ul>
${parameterList(operation)}${bodyPart(operation)}${responsePart(status, success)}${errorPart(operation)}</div>
<div class="samples">
${samples.map(({ label, source }) => codeBlock(source, label === 'curl' ? 'bash' : 'typescript', label))}
${response && codeBlock(JSON.stringify(response.example, null, 2), 'json', `Response ${status}`)}</div>
</section>
`;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: Schema; readonly description?: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  readonly 'x-codes'?: readonly ErrorCode[];
}

const responsesOf = ({ responses }: Operation) => Object.entries(responses as Readonly<Record<string, Response>>);

function successOf(operation: Operation): [string, Response] {
  const found = responsesOf(operation).find(([status]) => status.startsWith('2'));
  if (!found) throw new Error(`${operation.operationId} has no success response.`);
  return found;
}

const PLACES: Readonly<Record<string, string>> = { path: 'Path', query: 'Query', header: 'Header' };

function parameterList({ parameters = [] }: Operation): SafeHtml | false {
  if (parameters.length === 0) return false;
  const places = Map.groupBy(parameters, (parameter) => parameter.in);
  return html`<h3>Parameters</h3>
${[...places].map(
  ([place, members]) => html`<h4>${PLACES[place]}</h4>
<ul class="fields">
${members.map((one) => fieldItem(one.name, one.schema, one.required === true, (one as { description?: string }).description))}</ul>
`,
)}`;
}

function bodyPart({ requestBody }: Operation): SafeHtml | false {
  const contents = Object.entries(requestBody?.content ?? {});
  const [[type, content] = []] = contents;
  if (!type || !content) return false;
  if (type !== JSON_CONTENT)
    return html`<h3>Request body</h3>
<p>The bytes of an image: ${contents.map(([name], index) => html`${index > 0 && ', '}<code>${name}</code>`)}.</p>
`;
  return html`<h3>Request body</h3>
${content.schema.description && html`<p>${renderInline(content.schema.description)}</p>\n`}${fieldList(content.schema) || html`<p>${typeOf(content.schema)}</p>`}
`;
}

function responsePart(status: string, { content, headers = {} }: Response): SafeHtml {
  const schema = content?.[JSON_CONTENT]?.schema;
  const named = Object.entries(headers);
  return html`<h3>Response</h3>
<p><code>${status}</code> ${schema ? html`with ${schema.$ref || branchesOf(schema) ? typeOf(schema) : 'a body'}` : 'without a body'}.</p>
${
  named.length > 0 &&
  html`<h4>Headers</h4>
<ul class="fields">
${named.map(([name, header]) => fieldItem(name, header.schema ?? { type: 'string' }, false, header.description))}</ul>
`
}${schema && !schema.$ref && !branchesOf(schema) && fieldList(schema)}`;
}

function errorPart(operation: Operation): SafeHtml {
  const codes = responsesOf(operation).flatMap(([, response]) => response['x-codes'] ?? []);
  return html`<details class="errors">
<summary>${codes.length} error codes</summary>
<ul>
${codes.map(
  (code) =>
    html`<li><span class="status">${ERROR_CODES[code].status}</span> <a href="/problems/${code}"><code>${code}</code></a> ${ERROR_CODES[code].meaning}</li>\n`,
)}</ul>
</details>
`;
}

function schemasPage(schemas: Readonly<Record<string, Schema>>): DocumentPage {
  const entries = Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b));
  return {
    address: SCHEMAS_ADDRESS,
    title: 'Schemas',
    language: 'en',
    group: API_GROUP,
    summary: 'The objects that requests and responses of the REST API consist of.',
    headings: entries.map(([name]) => ({ id: name, level: 2, text: name })),
    content: html`<p>The objects that several operations share.</p>
${entries.map(
  ([name, schema]) => html`<section aria-labelledby="${name}">
<h2 id="${name}">${name} ${anchorLink(name, name)}</h2>
${schema.description && html`<p>${renderInline(schema.description)}</p>\n`}${formsOf(schema)}</section>
`,
)}`,
  };
}

/** The fields of a component, or of each of its forms. */
function formsOf(schema: Schema): SafeHtml | SafeHtml[] {
  const branches = branchesOf(schema) ?? [schema];
  return branches.map(
    (branch, index) =>
      html`${index > 0 && html`<p class="or">or</p>`}${fieldList(branch) || html`<p>${typeOf(branch)} ${rulesOf(branch).join(' · ')}</p>`}`,
  );
}
