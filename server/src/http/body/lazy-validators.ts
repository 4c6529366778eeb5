import type { Ajv, ValidateFunction } from 'ajv';
import type { FastifyRequest } from 'fastify';
import { addContractKeywords } from './contract-keywords.ts';

/*
 * Loads Ajv, and compiles a route's schemas, when they are first used: together they cost 14 MB, which a server that
 * only answers checks never needs. A test compiles every schema, so that a faulty one fails there.
 */

/** Reports all errors and never coerces or changes the body. */
export const loadAjv = async (): Promise<Ajv> => {
  // By its default export: a bundle doesn't know the names that a CommonJS module exports.
  const ajv = new (await import('ajv')).default.Ajv({ allErrors: true, verbose: true, addUsedSchema: false });
  addContractKeywords(ajv);
  return ajv;
};

export const createLazyValidators = () => {
  let loading: Promise<Ajv> | undefined;
  let ajv: Ajv | undefined;

  const load = async (): Promise<void> => {
    loading ??= loadAjv();
    ajv = await loading;
  };

  const compileOnUse = ({ schema }: { schema: unknown }) => {
    let compiled: ValidateFunction | undefined;
    const validate = Object.assign(
      (data: unknown): boolean => {
        if (ajv === undefined) throw new Error('a request is validated before its validator is loaded');
        compiled ??= ajv.compile(schema as object);
        const isValid = compiled(data);
        validate.errors = compiled.errors;
        return isValid;
      },
      { errors: undefined as ValidateFunction['errors'] },
    );
    return validate;
  };

  return {
    /** For every request, before its validation. */
    loadFor: async ({ routeOptions: { schema } }: FastifyRequest): Promise<void> => {
      if (ajv === undefined && (schema?.body ?? schema?.querystring) !== undefined) await load();
    },
    /** For Fastify, which would load Ajv and a serializer otherwise. Its type describes Ajv's own compiler. */
    compilersFactory: {
      buildValidator: (() => compileOnUse) as never,
      buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
    },
  };
};

export type LazyValidators = ReturnType<typeof createLazyValidators>;
