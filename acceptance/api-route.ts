import type { Scope } from '@slipway/api';
import type { Publisher } from './publisher.ts';
import type { World } from './world.ts';

/** Values for the parameters of a path. */
export type Values = Record<string, string>;

/** A call of the publishing and management API, as spec 4 and the decisions list it. */
export interface ApiRoute {
  method: string;
  template: string;
  /** The scope that a key needs, `admin` where only the admin key will do, or `any key`. */
  scope: Scope | 'admin' | 'any key';
  /** Another scope that will do. */
  alsoScope?: Scope;
  /** Further scopes that a key needs in order to give them. */
  besides?: Scope[];
  /** The status of success. */
  status: number;
  body?: (values: Values) => object;
  /** Brings an app into the state in which the call succeeds. */
  prepare?: (app: Publisher, world: World) => Promise<Values>;
}
