import type { Actor, KeyActor } from './actor.ts';
import type { App } from './app.ts';
import { notFound, Refusal } from './errors.ts';
import type { EventAction } from './event.ts';
import type { Instant } from './instant.ts';
import type { Scope } from './key.ts';

/* All permission checks. */

/** A key with that scope for its app, any key, or the admin key. The admin may do everything a key may. */
export type RequiredAccess = Scope | 'publish or withdraw' | 'any key' | 'admin';

const trustedOnly = (): Refusal =>
  new Refusal(
    'trusted-publishing-only',
    'Only trusted publishers can publish this app. Publish from the pipeline, or with the admin key.',
  );

/** Whether the app accepts trusted publishers only and this key is not from one. */
const isShutOut = ({ trustId }: KeyActor, publishing: App['publishing'] | undefined): boolean =>
  publishing === 'trusted' && trustId === undefined;

/** Another app's key learns nothing, not even that the app exists. */
export const requireAccess = (actor: Actor, need: RequiredAccess, app: string | undefined): void => {
  if (actor.kind !== 'key') return;
  if (app !== undefined && app !== actor.app) throw notFound('app');
  if (need === 'any key') return;
  if (need === 'admin') throw new Refusal('scope-missing', 'This requires the admin key.');
  const granted = need.split(' or ').filter((scope) => actor.scopes.some((own) => own === scope));
  if (granted.length === 0) throw new Refusal('scope-missing', `This requires the scope ${need}.`);
  if (isShutOut(actor, actor.publishing) && granted.every((scope) => scope === 'publish'))
    throw trustedOnly();
};

/** Actions that need only the scope `publish`. */
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

/** Repeats the check in the transaction, since the app may have switched to trusted publishers meanwhile. */
export const requirePublisher = (actor: Actor, app: Pick<App, 'publishing'>, action: EventAction): void => {
  if (actor.kind === 'key' && isShutOut(actor, app.publishing) && published.includes(action))
    throw trustedOnly();
};

/** `what` names the restricted action in the message. */
export const requireAdmin = (actor: Actor, what: string): void => {
  if (actor.kind !== 'admin') throw new Refusal('scope-missing', `Only the admin key can ${what}.`);
};

/** A key cannot grant scopes that it lacks, so `manage` does not lead to full access. */
export const requireGrantable = (actor: Actor, scopes: readonly Scope[]): void => {
  if (actor.kind !== 'key') return;
  const missing = scopes.filter((scope) => !actor.scopes.includes(scope));
  if (missing.length > 0)
    throw new Refusal('scope-missing', `A key cannot grant a scope it doesn’t have: ${missing.join(', ')}.`);
};

/** An expiring key must not create anything that outlives it. */
export const requireNonExpiringKey = (actor: Actor): void => {
  if (actor.kind !== 'key' || actor.expiresAt === undefined) return;
  throw new Refusal(
    'scope-missing',
    `Your key expires at ${actor.expiresAt}, but trusted publishers don’t expire. Use a key without an expiry.`,
  );
};

/** A new key never outlives the key that makes it; asking for more is rejected. */
export const grantableExpiry = (actor: Actor, requested: Instant | undefined): Instant | undefined => {
  const own = actor.kind === 'key' ? actor.expiresAt : undefined;
  if (own === undefined || requested === undefined) return requested ?? own;
  if (requested <= own) return requested;
  throw new Refusal('scope-missing', `Your key expires at ${own} and can’t create a key that lasts longer.`);
};
