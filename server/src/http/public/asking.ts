import type { IncomingMessage } from 'node:http';
import type { Site } from '../../domain/nouns/site.ts';

/** Who asks, and what is shown: a page does not hold on to either. */
export interface Asking {
  site: Site;
  request: IncomingMessage;
}
