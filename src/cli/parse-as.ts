import type { Static, TSchema } from 'typebox';

/** A value of unknown shape as the schema has it; null for another one. The compiler is loaded when it is first needed. */
export async function parseAs<Schema extends TSchema>(schema: Schema, value: unknown): Promise<Static<Schema> | null> {
  const { Compile } = await import('typebox/schema');
  return Compile(schema).Check(value) ? (value as Static<Schema>) : null;
}
