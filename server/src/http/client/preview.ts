import type { IncomingMessage } from 'node:http';

/**
 * Whether Slipway's own tools sent the check: same response, but not counted. The fast path passes such requests on
 * (plain-fields.ts), so that it need not check for the header.
 */
export const isPreview = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['slipway-preview'] !== undefined;
