import type { CaseRelease, OfferCase } from '../decision/offer-cases.ts';

/* Staged releases and their offers: on the pure function and through HTTP. */

const linux = 'linux-x86_64';
const mac = 'darwin-aarch64';
const as = (currentVersion: string, client: OfferCase['client'] = {}) => ({
  request: { target: 'linux', arch: 'x86_64', currentVersion },
  client,
});
const release = (version: string, more: Partial<CaseRelease> = {}): CaseRelease => ({
  version,
  targets: [linux],
  ...more,
});
const milestone = { milestone: { reason: 'It moves the data.' } };

const one = release('1.0.0');
const rolling = (version: string, percent: number, more: CaseRelease['rollout'] = {}) =>
  release(version, { rollout: { percent, ...more } });

export const rolloutCases: readonly OfferCase[] = [
  {
    name: 'a client outside a rollout gets the previous release',
    releases: [one, rolling('2.0.0', 0)],
    ...as('0.9.0', { id: 'somebody' }),
    offered: '1.0.0',
  },
  {
    name: 'a client outside with the previous release gets no offer',
    releases: [one, rolling('2.0.0', 0)],
    ...as('1.0.0', { id: 'somebody' }),
    offered: undefined,
  },
  {
    name: 'a client outside with a newer version is not downgraded',
    releases: [one, rolling('2.0.0', 0)],
    ...as('1.5.0', { id: 'somebody' }),
    offered: undefined,
  },
  {
    name: 'a cohort of the rollout is in at any percent',
    releases: [one, rolling('2.0.0', 0, { cohorts: ['qa'] })],
    ...as('1.0.0', { cohort: 'qa' }),
    offered: '2.0.0',
  },
  {
    name: 'another cohort is not',
    releases: [one, rolling('2.0.0', 0, { cohorts: ['qa'] })],
    ...as('1.0.0', { cohort: 'QA' }),
    offered: undefined,
  },
  {
    name: 'a manual check is in above 0 %',
    releases: [one, rolling('2.0.0', 0.1)],
    ...as('1.0.0', { manual: true }),
    offered: '2.0.0',
  },
  {
    name: 'a manual check is not in at 0 %',
    releases: [one, rolling('2.0.0', 0)],
    ...as('1.0.0', { manual: true }),
    offered: undefined,
  },
  {
    name: 'a manual check is not in if the publisher excludes it',
    releases: [one, rolling('2.0.0', 0.1, { manual: false })],
    ...as('1.0.0', { manual: true }),
    offered: undefined,
  },
  {
    name: 'without an id and without a network nobody is in below 100 %',
    releases: [one, rolling('2.0.0', 99.9)],
    ...as('0.9.0'),
    offered: '1.0.0',
  },
  {
    name: 'at 100 % everyone is',
    releases: [one, rolling('2.0.0', 100)],
    ...as('0.9.0'),
    offered: '2.0.0',
  },
  {
    name: 'a paused rollout admits nobody, not even manual checks and cohorts',
    releases: [one, rolling('2.0.0', 50, { cohorts: ['qa'], paused: true })],
    ...as('0.9.0', { cohort: 'qa', manual: true }),
    offered: '1.0.0',
  },
  {
    name: 'a client of a withdrawn release is rescued by the next one at any percent',
    releases: [one, release('2.0.0', { withdrawn: true }), rolling('2.0.1', 0)],
    ...as('2.0.0'),
    offered: '2.0.1',
  },
  {
    name: 'a client whose version has a leading v is rescued, too',
    releases: [one, release('2.0.0', { withdrawn: true }), rolling('2.0.1', 0)],
    ...as('v2.0.0'),
    offered: '2.0.1',
  },
  {
    name: 'clients of other versions are not rescued',
    releases: [one, release('2.0.0', { withdrawn: true }), rolling('2.0.1', 0)],
    ...as('1.0.0'),
    offered: undefined,
  },
  {
    name: 'nobody is rescued if the publisher turns it off',
    releases: [one, release('2.0.0', { withdrawn: true }), rolling('2.0.1', 0, { rescue: false })],
    ...as('2.0.0'),
    offered: undefined,
  },
  {
    name: 'no client skips a milestone',
    releases: [one, release('2.0.0', { policy: milestone }), release('3.0.0')],
    ...as('1.0.0'),
    offered: '2.0.0',
  },
  {
    name: 'the oldest of several milestones comes first',
    releases: [
      release('1.5.0', { policy: milestone }),
      release('2.0.0', { policy: milestone }),
      release('3.0.0'),
    ],
    ...as('1.0.0'),
    offered: '1.5.0',
  },
  {
    name: 'a client with the milestone gets the next release',
    releases: [one, release('2.0.0', { policy: milestone }), release('3.0.0')],
    ...as('2.0.0'),
    offered: '3.0.0',
  },
  {
    name: 'a withdrawn milestone binds nobody',
    releases: [one, release('2.0.0', { policy: milestone, withdrawn: true }), release('3.0.0')],
    ...as('1.0.0'),
    offered: '3.0.0',
  },
  {
    name: 'a milestone without the target binds nobody there',
    releases: [one, release('2.0.0', { policy: milestone, targets: [mac] }), release('3.0.0')],
    ...as('1.0.0'),
    offered: '3.0.0',
  },
  {
    name: 'a held milestone keeps clients at the release before it',
    releases: [one, release('2.0.0', { policy: { ...milestone, heldTargets: [linux] } }), release('3.0.0')],
    ...as('0.9.0'),
    offered: '1.0.0',
  },
  {
    name: 'so does a milestone that needs a newer system, even if all releases before it need one, too',
    releases: [
      release('1.0.0', { minimumSystem: '11.0' }),
      release('2.0.0', { policy: milestone, minimumSystem: '13.0' }),
      release('3.0.0', { minimumSystem: '11.0' }),
    ],
    ...as('0.9.0', { system: '12.0' }),
    offered: '1.0.0',
  },
  {
    name: 'a rollout behind a milestone waits for it',
    releases: [one, release('2.0.0', { policy: milestone }), rolling('3.0.0', 0, { cohorts: ['qa'] })],
    ...as('1.0.0', { cohort: 'qa' }),
    offered: '2.0.0',
  },
  {
    name: 'a held target gets the release before',
    releases: [one, release('2.0.0', { targets: [linux, mac], policy: { heldTargets: [linux] } })],
    ...as('0.9.0'),
    offered: '1.0.0',
  },
  {
    name: 'another target is not held',
    releases: [one, release('2.0.0', { targets: [linux, mac], policy: { heldTargets: [mac] } })],
    ...as('0.9.0'),
    offered: '2.0.0',
  },
  {
    name: 'a client with an old system gets the newest release that runs there',
    releases: [
      release('1.0.0', { minimumSystem: '10.15' }),
      release('2.0.0', { minimumSystem: '12.0' }),
      release('3.0.0', { minimumSystem: '14.0' }),
    ],
    ...as('0.9.0', { system: '12.7.6' }),
    offered: '2.0.0',
  },
  {
    name: 'an unknown system gets the latest',
    releases: [release('1.0.0', { minimumSystem: '10.15' }), release('2.0.0', { minimumSystem: '14.0' })],
    ...as('0.9.0'),
    offered: '2.0.0',
  },
  {
    name: 'so does a system in another format',
    releases: [release('1.0.0', { minimumSystem: '10.15' }), release('2.0.0', { minimumSystem: '14.0' })],
    ...as('0.9.0', { system: 'macos-13.1' }),
    offered: '2.0.0',
  },
  {
    name: 'a client with an excluded version gets the previous release',
    releases: [one, release('1.5.0'), release('2.0.0', { policy: { from: { except: ['1.4.0'] } } })],
    ...as('1.4'),
    offered: '1.5.0',
  },
  {
    name: 'an unparsable version matches no version of a rule',
    releases: [one, release('2.0.0', { policy: { from: { except: ['release-1.4'] } } })],
    ...as('nightly'),
    offered: '2.0.0',
  },
  {
    name: 'a client below the minimum version gets the previous release',
    releases: [one, release('2.0.0', { policy: { from: { atLeast: '0.9.0' } } })],
    ...as('0.8.0'),
    offered: '1.0.0',
  },
];
