import pg from 'pg';
import { Conflict, Refusal } from '../../domain/model/errors.ts';

const uniqueViolation = '23505';

// https://www.postgresql.org/docs/current/errcodes-appendix.html: the first two characters are the class.
const refusals: [code: RegExp, detail: string][] = [
  [/^08/, 'The connection to the database was lost.'],
  [/^25006/, 'The database takes no changes at present.'],
  [/^25P03/, 'The change took too long, and the database gave it up.'],
  [/^28/, 'The database does not accept the configured user or password.'],
  [/^3D/, 'The configured database does not exist.'],
  [/^40/, 'Others changed the same things at once, and the database gave this change up.'],
  [/^53/, 'The database is out of disk, memory or connections.'],
  [/^55P03|^57014/, 'The database took too long to answer.'],
  [/^57P/, 'The database is shutting down or starting up.'],
  [/^58|^XX00[12]/, 'The database reports a damaged or failing disk.'],
];

/** For calls that will get no response. */
export const postgresUnavailable = (detail: string, cause?: unknown): Refusal =>
  new Refusal('database-unavailable', detail, undefined, cause);

/** Errors without a PostgreSQL code come from the connection. */
export const breaksConnection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^08|^57P0|^25P03/.test(error.code ?? '')
    : !(error instanceof TypeError || error instanceof RangeError);

export const translatePostgresError = (error: unknown): unknown => {
  if (error instanceof Refusal) return error;
  if (!(error instanceof pg.DatabaseError))
    return breaksConnection(error) ? postgresUnavailable('The database cannot be reached.', error) : error;
  if (error.code === uniqueViolation) return new Conflict(error);
  const refusal = refusals.find(([code]) => code.test(error.code ?? ''));
  return refusal === undefined ? error : postgresUnavailable(refusal[1], error);
};
