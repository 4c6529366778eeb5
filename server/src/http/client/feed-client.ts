import type { Site } from '../../domain/model/site.ts';
import type { PlainRequest } from '../../node/plain-request.ts';

/** Who asks, and what is shown: a page does not hold on to either. */
export interface FeedReadContext {
  site: Site;
  request: PlainRequest;
}
