import type { CaseRelease, OfferCase } from '../decision/offer-cases.ts';

/* Staged releases and their offers: on the pure function and through HTTP. */

const linux = 'linux-x86_64';
const mac = 'darwin-aarch64';
const as = (currentVersion: string, client: OfferCase['client'] = {}) => ({
  asked: { target: 'linux', arch: 'x86_64', currentVersion },
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
    name: 'who is not in a rollout gets the release before',
    releases: [one, rolling('2.0.0', 0)],
    ...as('0.9.0', { id: 'somebody' }),
    offered: '1.0.0',
  },
  {
    name: 'who has the release before stays there',
    releases: [one, rolling('2.0.0', 0)],
    ...as('1.0.0', { id: 'somebody' }),
    offered: undefined,
  },
  {
    name: 'who is ahead of the release before is not taken back',
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
    name: 'who presses the button is in above 0 %',
    releases: [one, rolling('2.0.0', 0.1)],
    ...as('1.0.0', { manual: true }),
    offered: '2.0.0',
  },
  {
    name: 'who presses the button is not in at 0 %',
    releases: [one, rolling('2.0.0', 0)],
    ...as('1.0.0', { manual: true }),
    offered: undefined,
  },
  {
    name: 'who presses the button is not in where the publisher says so',
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
    name: 'a paused rollout is for nobody, the button and the cohort included',
    releases: [one, rolling('2.0.0', 50, { cohorts: ['qa'], paused: true })],
    ...as('0.9.0', { cohort: 'qa', manual: true }),
    offered: '1.0.0',
  },
  {
    name: 'whoever sits on a withdrawn release is rescued by the next, whatever its percent',
    releases: [one, release('2.0.0', { withdrawn: true }), rolling('2.0.1', 0)],
    ...as('2.0.0'),
    offered: '2.0.1',
  },
  {
    name: 'a leading v does not keep anybody from being rescued',
    releases: [one, release('2.0.0', { withdrawn: true }), rolling('2.0.1', 0)],
    ...as('v2.0.0'),
    offered: '2.0.1',
  },
  {
    name: 'others wait',
    releases: [one, release('2.0.0', { withdrawn: true }), rolling('2.0.1', 0)],
    ...as('1.0.0'),
    offered: undefined,
  },
  {
    name: 'nobody is rescued where the publisher says so',
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
    name: 'the oldest of several comes first',
    releases: [
      release('1.5.0', { policy: milestone }),
      release('2.0.0', { policy: milestone }),
      release('3.0.0'),
    ],
    ...as('1.0.0'),
    offered: '1.5.0',
  },
  {
    name: 'who has a milestone goes on',
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
    name: 'a milestone that is held keeps its clients at what lies before it',
    releases: [one, release('2.0.0', { policy: { ...milestone, heldTargets: [linux] } }), release('3.0.0')],
    ...as('0.9.0'),
    offered: '1.0.0',
  },
  {
    name: 'so does one that a client’s system does not run, though all before it ask for a system, too',
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
    name: 'a system that is too old gets the newest that it runs',
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
    name: 'so does one that is named in other words',
    releases: [release('1.0.0', { minimumSystem: '10.15' }), release('2.0.0', { minimumSystem: '14.0' })],
    ...as('0.9.0', { system: 'macos-13.1' }),
    offered: '2.0.0',
  },
  {
    name: 'a version that a release must not follow gets the one before',
    releases: [one, release('1.5.0'), release('2.0.0', { policy: { from: { except: ['1.4.0'] } } })],
    ...as('1.4'),
    offered: '1.5.0',
  },
  {
    name: 'a version that nobody can read is not every version that a rule names',
    releases: [one, release('2.0.0', { policy: { from: { except: ['release-1.4'] } } })],
    ...as('nightly'),
    offered: '2.0.0',
  },
  {
    name: 'a version that is too old for a release gets the one before',
    releases: [one, release('2.0.0', { policy: { from: { atLeast: '0.9.0' } } })],
    ...as('0.8.0'),
    offered: '1.0.0',
  },
];
