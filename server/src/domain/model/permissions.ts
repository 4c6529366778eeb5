import type { Actor, KeyActor } from './actor.ts';
import type { App } from './app.ts';
import { notFound, Refusal } from './errors.ts';
import type { EventAction } from './event.ts';
import type { Instant } from './instant.ts';
import type { Scope } from './key.ts';

/* Who may do what. Every "may it?" of the product is answered here. */

/** What a call needs: a key with that scope for its app, any key, or the admin key. The admin may do whatever a key may. */
export type RequiredAccess = Scope | 'publish or withdraw' | 'any key' | 'admin';

const trustedOnly = (): Refusal =>
  new Refusal(
    'trusted-publishing-only',
    'This app is published to by its trusted publishers alone: publish from the pipeline, or with the admin key.',
  );

/** Whether an app wants none of what this key may publish. */
const isShutOut = ({ trustId }: KeyActor, publishing: App['publishing'] | undefined): boolean =>
  publishing === 'trusted' && trustId === undefined;

/** Refuses unless the actor may do this to the app. Another app's key learns nothing, not even that the app exists. */
export const requireAccess = (actor: Actor, need: RequiredAccess, app: string | undefined): void => {
  if (actor.kind !== 'key') return;
  if (app !== undefined && app !== actor.app) throw notFound('app');
  if (need === 'any key') return;
  if (need === 'admin') throw new Refusal('scope-missing', 'This needs the admin key.');
  const held = need.split(' or ').filter((scope) => actor.scopes.some((own) => own === scope));
  if (held.length === 0) throw new Refusal('scope-missing', `This needs the scope ${need}.`);
  if (isShutOut(actor, actor.publishing) && held.every((scope) => scope === 'publish')) throw trustedOnly();
};

/** What the scope `publish` alone brings about. */
const published: readonly EventAction[] = [
  'release.create',
  'release.change',
  'release.policy',
  'release.promote',
  'release.delete',
  'release.publish',
  'artifact.declare',
  'artifact.complete',
  'rollout.plan',
  'rollout.start',
  'rollout.advance',
  'rollout.complete',
];

/** Refuses what a key publishes to an app that has chosen its trusted publishers since the request began. */
export const requirePublisher = (actor: Actor, app: Pick<App, 'publishing'>, action: EventAction): void => {
  if (actor.kind === 'key' && isShutOut(actor, app.publishing) && published.includes(action))
    throw trustedOnly();
};

/** Refuses whoever is not the operator; `what` says in the refusal what is the operator's alone. */
export const requireAdmin = (actor: Actor, what: string): void => {
  if (actor.kind !== 'admin') throw new Refusal('scope-missing', `Only the admin key may ${what}.`);
};

/** Refuses to grant what the maker does not hold: `manage` is no way to everything. */
export const requireGrantable = (actor: Actor, scopes: readonly Scope[]): void => {
  if (actor.kind !== 'key') return;
  const missing = scopes.filter((scope) => !actor.scopes.includes(scope));
  if (missing.length > 0)
    throw new Refusal('scope-missing', `Your key does not hold ${missing.join(', ')} and cannot grant it.`);
};

/** Refuses to a key that ends what would outlive it. */
export const requireNonExpiringKey = (actor: Actor): void => {
  if (actor.kind !== 'key' || actor.expiresAt === undefined) return;
  throw new Refusal(
    'scope-missing',
    `Your key ends at ${actor.expiresAt}, and a trusted publisher does not end; use one that does not end either.`,
  );
};

/** When a key ends that an actor makes: when asked, but never after its maker. Refuses what is asked for beyond. */
export const grantableExpiry = (actor: Actor, asked: Instant | undefined): Instant | undefined => {
  const own = actor.kind === 'key' ? actor.expiresAt : undefined;
  if (own === undefined || asked === undefined) return asked ?? own;
  if (asked <= own) return asked;
  throw new Refusal('scope-missing', `Your key ends at ${own} and cannot make one that lasts longer.`);
};
