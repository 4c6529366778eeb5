import type { Scope } from '@slipway/api';
import type { Publisher } from './publisher.ts';
import type { World } from './world.ts';

/** Values for path parameters. */
export type Values = Record<string, string>;

/** A call of the publishing and management API, as in spec 4 and the decisions. */
export interface ApiRoute {
  method: string;
  template: string;
  /** The required scope, `admin` for the admin key only, or `any key`. */
  scope: Scope | 'admin' | 'any key';
  /** An alternative scope. */
  alsoScope?: Scope;
  /** Further scopes that a key needs in order to grant them. */
  besides?: Scope[];
  /** The status on success. */
  status: number;
  body?: (values: Values) => object;
  /** Prepares an app so that the call succeeds. */
  prepare?: (app: Publisher, world: World) => Promise<Values>;
}
