import type { Site } from '../../domain/model/site.ts';
import type { Asked } from '../../node/plain-request.ts';

/** Who asks, and what is shown: a page does not hold on to either. */
export interface Asking {
  site: Site;
  request: Asked;
}
