import type { IncomingMessage } from 'node:http';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * Limits concurrent uploads, because each holds a connection, a file and a hash. Upload addresses and apps have their
 * own limits. At the process limit, the app with the most uploads loses the one that has received no bytes for longest,
 * so that one app never costs another an upload.
 */

export interface UploadOwner {
  /** Undefined for addresses signed by an older version, which don't name the app. */
  app: string | undefined;
  /** An object, or one part of it. */
  address: string;
}

interface UploadLimits {
  total: number;
  ofApp: number;
  ofAddress: number;
}

const defaultUploadLimits: UploadLimits = {
  total: bounds.uploads,
  ofApp: bounds.uploadsOfApp,
  ofAddress: bounds.uploadsOfAddress,
};

/** Uploads by group, ordered by when they last received bytes. */
const createGroups = () => {
  const groups = new Map<string, Set<IncomingMessage>>();
  const add = (name: string, request: IncomingMessage): Set<IncomingMessage> => {
    const group = groups.get(name) ?? new Set();
    groups.set(name, group.add(request));
    return group;
  };
  const remove = (name: string, request: IncomingMessage): void => {
    const group = groups.get(name);
    group?.delete(request);
    if (group?.size === 0) groups.delete(name);
  };
  return { groups, add, remove };
};

export const createUploadSlots = (limits: UploadLimits = defaultUploadLimits) => {
  const apps = createGroups();
  const addresses = createGroups();
  const uploads = new Map<IncomingMessage, { app: string; address: string; movedAt: number }>();
  let moves = 0;

  const leave = (request: IncomingMessage): void => {
    const upload = uploads.get(request);
    if (upload === undefined) return;
    uploads.delete(request);
    apps.remove(upload.app, request);
    addresses.remove(upload.address, request);
  };

  const closeStillest = (group: Iterable<IncomingMessage>): void => {
    const [stillest] = group;
    if (stillest === undefined) return;
    leave(stillest);
    stillest.destroy(new Error('stalled while other uploads waited'));
  };

  const movedAt = ([first]: Set<IncomingMessage>): number => (first && uploads.get(first)?.movedAt) ?? 0;

  /** The app with the most uploads; ties go to the one with the longest stalled upload. */
  const largest = (): Set<IncomingMessage> =>
    [...apps.groups.values()].reduce((most, group) => {
      const isLarger = group.size > most.size || (group.size === most.size && movedAt(group) < movedAt(most));
      return isLarger ? group : most;
    });

  const enter = (request: IncomingMessage, { app = '', address }: UploadOwner): void => {
    moves += 1;
    uploads.set(request, { app, address, movedAt: moves });
    const ofAddress = addresses.add(address, request);
    if (ofAddress.size > limits.ofAddress) closeStillest(ofAddress);
    const ofApp = apps.add(app, request);
    if (ofApp.size > limits.ofApp) closeStillest(ofApp);
    if (uploads.size > limits.total) closeStillest(largest());
  };

  const noteMove = (request: IncomingMessage): void => {
    const upload = uploads.get(request);
    if (upload === undefined) return;
    moves += 1;
    upload.movedAt = moves;
    for (const [groups, name] of [
      [apps, upload.app],
      [addresses, upload.address],
    ] as const) {
      const group = groups.groups.get(name);
      if (group?.delete(request)) group.add(request);
    }
  };

  return {
    /** Yields the upload's bytes and tracks its progress. */
    watch: async function* (request: IncomingMessage, owner: UploadOwner): AsyncGenerator<Uint8Array> {
      enter(request, owner);
      try {
        // Keep the connection when rejecting a body midway, so that the client gets the reason.
        for await (const chunk of request.iterator({ destroyOnReturn: false })) {
          noteMove(request);
          yield chunk;
        }
      } finally {
        leave(request);
      }
    },
    size: () => uploads.size,
  };
};
