import type { Actor, Caller } from '../model/actor.ts';
import type { Adapter } from '../model/adapter.ts';
import type {
  App,
  CheckCaching,
  Delivery,
  PublishPolicy,
  SignaturePolicy,
  SignedVersionPolicy,
} from '../model/app.ts';
import { defaultChannel } from '../model/channel.ts';
import { deliveryWarnings } from '../model/delivery.ts';
import { Conflict, type Fault, Refusal, requireFound } from '../model/errors.ts';
import type { Hosts } from '../model/host.ts';
import { dayOf } from '../model/instant.ts';
import { requireAdmin } from '../model/permissions.ts';
import type { Warning } from '../model/release.ts';
import { requireUsableSigningKey } from '../model/signing-key.ts';
import type { AppChanges, Apps } from '../ports/apps.ts';
import type { ChannelChanges } from '../ports/channels.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import type { Releases } from '../ports/releases.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';
import type { UsageChanges } from '../ports/usage.ts';
import type { InCreationTransaction, InTransaction } from '../unit-of-work.ts';
import { rejectedSignatureWarnings } from './rejected-signatures.ts';

type Tx = Pick<AppChanges, 'updateApp' | 'deleteApp'> &
  SigningKeys &
  UsageChanges &
  Pick<Releases, 'hasPublished' | 'listCandidates'>;
type CreationTx = Pick<Apps, 'findAppByDomain'> & Pick<ChannelChanges, 'insertChannel'>;

export interface AppRequest {
  slug: string;
  publicSlug?: string | undefined;
  name?: string | undefined;
  adapter?: string | undefined;
  allowanceBytes?: number | undefined;
}

/** Undefined keeps a field; null resets it to its default. */
export interface AppChangeRequest {
  name?: string | null | undefined;
  adapter?: string | null | undefined;
  allowanceBytes?: number | null | undefined;
  extras?: boolean | null | undefined;
  checkCaching?: CheckCaching | null | undefined;
  publishing?: PublishPolicy | null | undefined;
  signatures?: SignaturePolicy | null | undefined;
  signedVersion?: SignedVersionPolicy | null | undefined;
  page?: boolean | null | undefined;
  delivery?: Delivery | null | undefined;
}

const defaultAdapter = 'tauri';

const withChange = (app: App, change: AppChangeRequest): App => ({
  ...app,
  name: change.name === undefined ? app.name : (change.name ?? app.slug),
  adapter: change.adapter === undefined ? app.adapter : (change.adapter ?? defaultAdapter),
  allowanceBytes:
    change.allowanceBytes === undefined ? app.allowanceBytes : (change.allowanceBytes ?? undefined),
  extras: change.extras === undefined ? app.extras : (change.extras ?? false),
  checkCaching: change.checkCaching === undefined ? app.checkCaching : (change.checkCaching ?? 'public'),
  publishing: change.publishing === undefined ? app.publishing : (change.publishing ?? 'any'),
  signatures: change.signatures === undefined ? app.signatures : (change.signatures ?? 'warn'),
  signedVersion: change.signedVersion === undefined ? app.signedVersion : (change.signedVersion ?? 'warn'),
  page: change.page === undefined ? app.page : (change.page ?? true),
  delivery: change.delivery === undefined ? app.delivery : (change.delivery ?? 'metered'),
});

export const createAppAdmin = (needs: {
  store: Pick<Apps, 'findApp' | 'listApps'>;
  blobs: Pick<StoredBytes, 'address'>;
  clock: Clock;
  ids: Ids;
  hosts: Hosts;
  adapters: readonly Adapter[];
  inTransaction: InTransaction<Tx>;
  inCreationTransaction: InCreationTransaction<CreationTx>;
}) => {
  const { store, clock, ids, hosts, adapters, inTransaction, inCreationTransaction } = needs;

  const adapterIds = adapters.map((adapter) => adapter.id).join(', ');
  const adapterFaults = (id: string): Fault[] =>
    adapters.some((adapter) => adapter.id === id)
      ? []
      : [{ pointer: '/adapter', code: 'unknown-adapter', detail: `adapter must be one of: ${adapterIds}.` }];

  const demandAdapter = (id: string): void => {
    const faults = adapterFaults(id);
    if (faults.length > 0)
      throw new Refusal('unknown-adapter', `Unknown adapter "${id}". Use one of: ${adapterIds}.`, faults);
  };

  const newApp = (request: AppRequest): App => ({
    id: ids.next('app'),
    slug: request.slug,
    publicSlug: request.publicSlug ?? request.slug,
    name: request.name ?? request.slug,
    adapter: request.adapter ?? defaultAdapter,
    allowanceBytes: request.allowanceBytes,
    extras: false,
    checkCaching: 'public',
    publishing: 'any',
    signatures: 'warn',
    signedVersion: 'warn',
    page: true,
    delivery: 'metered',
    createdAt: clock.now(),
  });

  /** A domain that an app took before the host template claimed it stays with that app. */
  const demandFreeHost = async (tx: Pick<Apps, 'findAppByDomain'>, publicSlug: string): Promise<void> => {
    const host = hosts.hostOf(publicSlug);
    if ((await tx.findAppByDomain(host)) !== undefined)
      throw new Refusal('domain-taken', `Domain "${host}" is already used by another app.`);
  };

  const createApp = async (request: AppRequest, actor: Actor): Promise<App> => {
    const app = newApp(request);
    demandAdapter(app.adapter);
    if (hosts.isReservedSlug(app.publicSlug)) {
      throw new Refusal('host-reserved', `The host of "${app.publicSlug}" is reserved for the server.`);
    }
    try {
      await inCreationTransaction(app, actor, async ({ tx, record, invalidate }) => {
        const { slug, publicSlug, adapter, createdAt } = app;
        await demandFreeHost(tx, publicSlug);
        await tx.insertChannel({
          ...{ app: slug, name: defaultChannel, createdAt },
          ...{ active: true, alsoOffers: undefined },
        });
        await record({ action: 'app.create', subject: slug, detail: { publicSlug, adapter } });
        await invalidate();
      });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      throw new Refusal(
        'slug-taken',
        `Slug "${app.slug}" or public slug "${app.publicSlug}" is already taken.`,
      );
    }
    return app;
  };

  const getApp = async (slug: string): Promise<App> => requireFound(await store.findApp(slug), 'app');

  const listApps = (page: PageRequest): Promise<Page<App>> => store.listApps(page);

  const demandDelivery = (delivery: Delivery | null, actor: Actor): void => {
    requireAdmin(actor, 'change `delivery`');
    if (delivery !== 'redirect' || needs.blobs.address !== undefined) return;
    throw new Refusal(
      'delivery-needs-s3',
      'Redirect delivery requires S3. This server stores artifacts as local files.',
    );
  };

  /** Records the days on which usage is incomplete. */
  const markUsage = async (tx: UsageChanges, from: App, to: App): Promise<void> => {
    if (from.delivery === to.delivery) return;
    const day = dayOf(clock.now());
    if (to.delivery === 'metered') await tx.endPartialDays(to.slug, day);
    else await tx.beginPartialDays(to.slug, day);
  };

  /** Warns about offered files that clients of the new adapter would reject. */
  const adapterWarnings = async (tx: Pick<Releases, 'listCandidates'>, from: App, to: App) => {
    const adapter = adapters.find(({ id }) => id === to.adapter);
    if (from.adapter === to.adapter || adapter === undefined) return [];
    return rejectedSignatureWarnings(adapter, await tx.listCandidates(to.slug));
  };

  const changeApp = async (
    { app: slug, actor }: Caller,
    request: AppChangeRequest,
  ): Promise<{ app: App; warnings: readonly Warning[] }> => {
    if (typeof request.adapter === 'string') demandAdapter(request.adapter);
    if (request.allowanceBytes !== undefined) requireAdmin(actor, 'change allowances');
    if (request.delivery !== undefined) demandDelivery(request.delivery, actor);
    return inTransaction(slug, actor, async ({ tx, app, record, invalidate }) => {
      const changed = withChange(app, request);
      if (request.signatures !== undefined || request.signedVersion !== undefined)
        requireUsableSigningKey(changed, await tx.listSigningKeys(slug));
      await tx.updateApp(slug, changed);
      await markUsage(tx, app, changed);
      await record({ action: 'app.change', subject: slug, detail: { ...request } });
      await invalidate();
      const delivery = request.delivery === undefined ? [] : deliveryWarnings(app.delivery, changed.delivery);
      const warnings = [...delivery, ...(await adapterWarnings(tx, app, changed))];
      return { app: changed, warnings };
    });
  };

  /** Only before the first release: a published version must keep its bytes forever. */
  const deleteApp = ({ app: slug, actor }: Caller): Promise<void> =>
    inTransaction(slug, actor, async ({ tx, record, invalidate }) => {
      if (await tx.hasPublished(slug)) {
        throw new Refusal(
          'app-has-releases',
          `"${slug}" has published releases and can’t be deleted. Withdraw them instead.`,
        );
      }
      await tx.deleteApp(slug);
      await record({ action: 'app.delete', subject: slug });
      await invalidate();
    });

  return { adapterFaults, createApp, getApp, listApps, changeApp, deleteApp };
};
export type AppAdmin = ReturnType<typeof createAppAdmin>;
