import type { Site } from '../../domain/model/site.ts';
import type { PlainRequest } from '../../node/plain-request.ts';

/** Passed per read, so that cached pages hold no reference to it. */
export interface FeedReadContext {
  site: Site;
  request: PlainRequest;
}
