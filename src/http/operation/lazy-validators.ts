import AjvCompiler from '@fastify/ajv-compiler';

/** Shared by the servers of a process, as Ajv keeps what it has compiled for a schema. */
const buildValidators = AjvCompiler();

/**
 * Compiles the validator of a schema at its first request. Fastify compiles all of them at the start, which doubles the
 * time of a start.
 */
export const buildLazyValidators: AjvCompiler.BuildCompilerFromPool = (externalSchemas, options) => {
  const compile = buildValidators(externalSchemas, options);
  return (schema) => {
    let validate: ReturnType<typeof compile> | undefined;
    const validateLazily = (data: unknown) => {
      validate ??= compile(schema);
      const valid = validate(data);
      validateLazily.errors = validate.errors;
      return valid;
    };
    validateLazily.errors = undefined as AjvCompiler.ErrorObject[] | null | undefined;
    return validateLazily as unknown as ReturnType<typeof compile>;
  };
};
