import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/* Finds an installed Chromium, since no npm package has one for every platform. */

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const onPath = (name: string): string[] =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));

const findInstalled = (): string | undefined =>
  [...names.flatMap(onPath), ...usualPlaces].find((path) => existsSync(path));

/** Installs Debian's Chromium if this is Debian and the user is root. */
const install = (): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  const packages = ['chromium', 'fonts-liberation'];
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'ignore',
  });
};

/** The path of a Chromium; installs Debian's if there is none, or throws. */
export const findChromium = (): string => {
  const configured = process.env.SLIPWAY_CHROMIUM;
  if (configured !== undefined && configured !== '') return configured;
  if (findInstalled() === undefined) install();
  const found = findInstalled();
  if (found === undefined)
    throw new Error('The tests of the dashboard need Chromium: install it, or name one in SLIPWAY_CHROMIUM.');
  return found;
};
