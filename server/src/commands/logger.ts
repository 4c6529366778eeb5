import { type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { Refusal } from '../domain/model/errors.ts';
import { redactSecrets } from '../domain/model/redact.ts';
import { explainFailure } from './failure.ts';
import { createLogDestination, type LogDestination } from './log-destination.ts';

/** Refusals are expected and logged without a stack: waiting for a database would otherwise fill the disk. */
const showError = (error: Error): object =>
  error instanceof Refusal
    ? { type: error.name, code: error.code, message: explainFailure(error).message }
    : pino.stdSerializers.err(error);

/** A cheap check first, since hardly any line contains a secret. */
const mayHoldSecret = (line: string): boolean => /slw_|whsec_/i.test(line);

/** JSON lines on standard output, with secrets redacted. */
export const createLogger = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: LogDestination = createLogDestination(),
): { logger: Logger; dropped: LogDestination['dropped'] } => ({
  logger: pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: showError },
    },
    { write: (line: string) => destination.write(mayHoldSecret(line) ? redactSecrets(line) : line) },
  ),
  dropped: destination.dropped,
});
