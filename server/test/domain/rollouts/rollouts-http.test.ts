import { offersThroughHttp } from '../decision/offers-http.ts';
import { rolloutCases } from './rollout-cases.ts';

offersThroughHttp(rolloutCases);
