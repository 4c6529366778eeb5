/* The history of Lantern, the app in the pictures. */

/** When the pictures are taken. */
export const now = '2026-11-16T09:41:00.000Z';

export interface Build {
  target: string;
  format: string;
  /** Installer bytes in the first release; each later one is slightly larger. */
  size: number;
  /** Checks on a workday. */
  checks: number;
}

export const builds: readonly Build[] = [
  { target: 'darwin-aarch64', format: '.app.tar.gz', size: 21_200_000, checks: 15_230 },
  { target: 'darwin-x86_64', format: '.app.tar.gz', size: 22_700_000, checks: 4_410 },
  { target: 'linux-deb-x86_64', format: '.deb', size: 19_800_000, checks: 1_288 },
  { target: 'linux-x86_64', format: '.AppImage', size: 26_500_000, checks: 3_904 },
  { target: 'windows-x86_64', format: '.exe', size: 17_400_000, checks: 21_760 },
];

export interface PastRelease {
  version: string;
  channel: string;
  at: string;
  without?: readonly string[];
  notes?: string;
}

const notes150 = [
  'Projects open three times faster, and the editor no longer forgets where you were.',
  '',
  '### New',
  '',
  '- Pin a project to the start page',
  '- Search in all open files with `Ctrl+Shift+F`',
  '- Dark appearance follows the system',
  '',
].join('\n');

export const releases: readonly PastRelease[] = [
  { version: '1.3.0', channel: 'stable', at: '2026-09-17T14:02:10.000Z', notes: 'Search in all open files.' },
  { version: '1.4.1', channel: 'stable', at: '2026-10-07T13:40:22.000Z', notes: 'Fixes for large projects.' },
  {
    version: '1.4.2',
    channel: 'stable',
    at: '2026-10-26T14:11:05.000Z',
    notes: [
      'The editor no longer forgets where you were.',
      '',
      '- Files above 2 GB open',
      '- The start page shows projects on network drives',
      '- German and Portuguese are complete',
    ].join('\n'),
  },
  {
    version: '1.4.3',
    channel: 'stable',
    at: '2026-11-03T15:30:41.000Z',
    without: ['linux-deb-x86_64'],
    notes: 'Faster start on Windows.',
  },
  { version: '1.6.0-beta.1', channel: 'beta', at: '2026-11-06T09:20:00.000Z', notes: 'A first look at 1.6.' },
  {
    version: '1.5.0',
    channel: 'stable',
    at: '2026-11-10T14:02:36.000Z',
    without: ['linux-deb-x86_64'],
    notes: notes150,
  },
  {
    version: '1.6.0-beta.2',
    channel: 'beta',
    at: '2026-11-12T10:05:00.000Z',
    without: ['windows-x86_64'],
    notes: 'Fewer crashes in large folders.',
  },
  {
    version: '1.6.0-dev.418',
    channel: 'nightly',
    at: '2026-11-15T02:00:00.000Z',
    without: ['linux-deb-x86_64'],
  },
];
