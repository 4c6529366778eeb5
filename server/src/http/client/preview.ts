import type { IncomingMessage } from 'node:http';

/**
 * Whether a check is a preview, as Slipway's own tools send them: the same answer, but no installed copy to count. The
 * fast path hands such requests over (plain-fields.ts), so that other checks need not look for the header.
 */
export const isPreview = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['slipway-preview'] !== undefined;
