import { offersThroughHttp } from './offers-http.ts';
import { rolloutCases } from './rollout-cases.ts';

offersThroughHttp(rolloutCases);
