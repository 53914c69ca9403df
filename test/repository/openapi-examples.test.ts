import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: JSON
type Document = any;
const document: Document = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
const operations: Document[] = Object.values<Document>(document.paths).flatMap((methods) => Object.values(methods));

describe('examples and samples of openapi.json [D48]', () => {
  test('when an example is validated, then it matches its schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ components: document.components }, 'document');
    const check = (where: string, { schema, example }: Document) => {
      const validate = ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')),
      );
      assert.ok(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const { operationId, parameters = [], requestBody, responses } of operations) {
      for (const parameter of parameters) check(`${operationId} ${parameter.name}`, parameter);
      for (const [where, { content = {} }] of Object.entries<Document>({ body: requestBody ?? {}, ...responses }))
        if (content['application/json']) check(`${operationId} ${where}`, content['application/json']);
    }
  });

  test('when an operation has a JSON body or a JSON response, then it has an example of it', () => {
    for (const { operationId, requestBody, responses } of operations) {
      for (const [where, { content = {} }] of Object.entries<Document>({ body: requestBody ?? {}, ...responses }))
        if (content['application/json']) assert.ok('example' in content['application/json'], `${operationId} ${where}`);
    }
  });

  test('when an operation is described, then it has a sample for curl and one in TypeScript', () => {
    for (const { operationId, 'x-codeSamples': samples = [] } of operations) {
      const languages = samples.map(({ lang }: Document) => lang);
      assert.deepEqual(languages, ['Shell', 'TypeScript'], operationId);
      for (const { source } of samples) assert.doesNotMatch(source, /undefined|\[object/, operationId);
    }
  });

  test('when the TypeScript samples are compiled, then the types that they generate take them', {
    timeout: 120_000,
  }, async (t) => {
    const cache = join(ROOT, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'lectern-samples-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    copyFileSync(join(ROOT, 'clients/typescript/src/schema.ts'), join(folder, 'lectern.d.ts'));
    for (const { operationId, 'x-codeSamples': samples } of operations)
      writeFileSync(join(folder, `${operationId}.ts`), `${samples[1].source}\n`);
    const compilerOptions = { incremental: false, tsBuildInfoFile: null };
    const project = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [folder], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', folder]).catch(({ stdout }) =>
      assert.fail(stdout),
    );
  });
});
