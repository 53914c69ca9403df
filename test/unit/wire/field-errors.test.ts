import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { TSchema } from 'typebox';
import { PushPassageBody, UpdateSettingsBody } from '../../../src/contract/schemas/live.ts';
import { CreateDeckBody } from '../../../src/contract/schemas/presentation.ts';
import { toFieldErrors, VALIDATOR_OPTIONS } from '../../../src/http/responses/field-errors.ts';

/** With the validator set up as by the server: pointer and message of each error. */
async function refuse(schema: TSchema, body: object): Promise<string[]> {
  const app = Fastify({ ajv: { customOptions: VALIDATOR_OPTIONS } });
  app.post('/', { schema: { body: schema }, attachValidation: true }, async ({ validationError }) =>
    toFieldErrors(validationError?.validation ?? [], true).map((error) => `${error.pointer} ${error.message}`),
  );
  const { payload } = await app.inject({ method: 'POST', url: '/', payload: body });
  return JSON.parse(payload);
}

test('[D2] when a value may be one thing or another, then errors describe what it is', async () => {
  const short = 'must NOT have fewer than 1 characters';
  const passage = (value: unknown) => refuse(PushPassageBody, { passage: value });
  assert.deepEqual(await passage(''), [`/passage ${short}`]);
  assert.deepEqual(await passage({ book_id: '1', x: 1 }), [
    '/passage/chapter is required',
    '/passage/x is not a known field',
    '/passage/book_id must be integer',
  ]);
  assert.deepEqual(await passage(5), ['/passage must be string or object or array']);
  assert.deepEqual(await refuse(PushPassageBody, { passage: '', replace: 1 }), [
    `/passage ${short}`,
    '/replace must be boolean',
  ]);
  assert.deepEqual(await refuse(UpdateSettingsBody, { reference: '' }), [`/reference ${short}`]);
  assert.deepEqual(await refuse(UpdateSettingsBody, { reference: [] }), ['/reference must be string or null']);
});

test('[D2] when a list has errors, then they describe each item separately', async () => {
  const slide = { id: 's', layout: 'text', title: null, text: 5, reference: { book_id: 1, x: 1 }, image: null };
  assert.deepEqual(await refuse(CreateDeckBody, { title: 'A', slides: [slide, slide] }), [
    '/slides/0/text must be string or null',
    '/slides/0/reference/x is not a known field',
    '/slides/1/text must be string or null',
    '/slides/1/reference/x is not a known field',
  ]);
});
