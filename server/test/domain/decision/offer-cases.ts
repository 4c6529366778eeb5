import type { Client } from '../../../src/domain/model/offer.ts';
import type { Policy } from '../../../src/domain/model/policy.ts';
import type { RolloutPlan } from '../../../src/domain/model/rollout.ts';

/* One suite for the decision "which update does this client get": it runs on the pure function and through HTTP. */

export interface CaseRelease {
  version: string;
  targets: readonly string[];
  pruned?: readonly string[];
  withdrawn?: boolean;
  policy?: Policy;
  /** Applies to all artifacts. */
  minimumSystem?: string;
  rollout?: Partial<Pick<RolloutPlan, 'cohorts' | 'manual' | 'rescue'>> & {
    percent?: number;
    paused?: boolean;
  };
}

export interface OfferCase {
  name: string;
  /** In order of publication. */
  releases: readonly CaseRelease[];
  request: { target: string; arch: string; currentVersion: string };
  /** Other client details. */
  client?: Pick<Client, 'id' | 'cohort' | 'manual' | 'system'>;
  /** The offered version, if any. */
  offered: string | undefined;
}

const linux = 'linux-x86_64';
const mac = 'darwin-aarch64';
const asLinux = (currentVersion: string) => ({ target: 'linux', arch: 'x86_64', currentVersion });

export const offerCases: readonly OfferCase[] = [
  { name: 'nothing was published', releases: [], request: asLinux('1.0.0'), offered: undefined },
  {
    name: 'the latest is newer',
    releases: [{ version: '1.1.0', targets: [linux] }],
    request: asLinux('1.0.0'),
    offered: '1.1.0',
  },
  {
    name: 'the client has the latest',
    releases: [{ version: '1.1.0', targets: [linux] }],
    request: asLinux('1.1.0'),
    offered: undefined,
  },
  {
    name: 'the client has the same version in another spelling',
    releases: [{ version: 'v1.1', targets: [linux] }],
    request: asLinux('1.1.0+build.7'),
    offered: undefined,
  },
  {
    name: 'the client is ahead',
    releases: [{ version: '1.1.0', targets: [linux] }],
    request: asLinux('2.0.0'),
    offered: undefined,
  },
  {
    name: 'ten is more than nine',
    releases: [{ version: '1.10.0', targets: [linux] }],
    request: asLinux('1.9.0'),
    offered: '1.10.0',
  },
  {
    name: 'a pre-release is older than the release',
    releases: [{ version: '2.0.0', targets: [linux] }],
    request: asLinux('2.0.0-rc.1'),
    offered: '2.0.0',
  },
  {
    name: 'the release is not replaced by its pre-release',
    releases: [{ version: '2.0.0-rc.1', targets: [linux] }],
    request: asLinux('2.0.0'),
    offered: undefined,
  },
  {
    name: 'a client with an unparsable version still gets an update',
    releases: [{ version: '1.0.0', targets: [linux] }],
    request: asLinux('nightly'),
    offered: '1.0.0',
  },
  {
    name: 'the order is that of publication: an older version published later is the latest',
    releases: [
      { version: '2.0.0', targets: [linux] },
      { version: '1.5.0', targets: [linux] },
    ],
    request: asLinux('1.0.0'),
    offered: '1.5.0',
  },
  {
    name: 'a client with a newer version is not downgraded',
    releases: [
      { version: '2.0.0', targets: [linux] },
      { version: '1.5.0', targets: [linux] },
    ],
    request: asLinux('1.7.0'),
    offered: undefined,
  },
  {
    name: 'a withdrawn release is passed over',
    releases: [
      { version: '1.0.0', targets: [linux] },
      { version: '2.0.0', targets: [linux], withdrawn: true },
    ],
    request: asLinux('0.9.0'),
    offered: '1.0.0',
  },
  {
    name: 'a release without the target is passed over',
    releases: [
      { version: '1.0.0', targets: [linux, mac] },
      { version: '2.0.0', targets: [mac] },
    ],
    request: asLinux('0.9.0'),
    offered: '1.0.0',
  },
  {
    name: 'a pruned artifact is passed over',
    releases: [
      { version: '1.0.0', targets: [linux] },
      { version: '2.0.0', targets: [linux, mac], pruned: [linux] },
    ],
    request: asLinux('0.9.0'),
    offered: '1.0.0',
  },
  {
    name: 'every release is pruned or withdrawn',
    releases: [
      { version: '1.0.0', targets: [linux], pruned: [linux] },
      { version: '2.0.0', targets: [linux], withdrawn: true },
    ],
    request: asLinux('0.9.0'),
    offered: undefined,
  },
  {
    name: 'a target that ends with the architecture is used as it is',
    releases: [{ version: '1.0.0', targets: [mac] }],
    request: { target: 'darwin-aarch64', arch: 'aarch64', currentVersion: '0.9.0' },
    offered: '1.0.0',
  },
  {
    name: 'a target that only contains the architecture is joined',
    releases: [{ version: '1.0.0', targets: ['aarch64-linux'] }],
    request: { target: 'aarch64-linux', arch: 'aarch64', currentVersion: '0.9.0' },
    offered: undefined,
  },
  {
    name: 'targets are compared exactly',
    releases: [{ version: '1.0.0', targets: ['Linux-x86_64'] }],
    request: asLinux('0.9.0'),
    offered: undefined,
  },
];
