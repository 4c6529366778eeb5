import { createSigner } from '../../lab/signer.ts';
import { electronFeed } from './import/old-place.ts';
import { adminKey } from './service.ts';

/* Calls every command once, in an order in which each has something to do. */

export interface Step {
  /** Separated by single spaces; `{name}` is a value that an earlier step captured. */
  words: string;
  /** The expected exit codes; defaults to 0. */
  codes?: number[];
  /** Overrides variables of the shared environment. */
  env?: Record<string, string | undefined>;
  input?: string;
  /** Saves a match in stdout for later steps. */
  capture?: { name: string; pattern: RegExp };
}

export interface Surroundings {
  app: string;
  /** The address of the server. */
  url: string;
  /** The address of an OIDC issuer that the server trusts. */
  issuer: string;
  /** The environment of a job of that issuer. */
  runner: Record<string, string>;
}

/** Files that the steps use, by path. */
export const projectFiles = (): Record<string, string> => ({
  'a.AppImage': 'the app',
  'next.pub': createSigner().publicKey.text,
  'NOTES.md': 'From a file',
  'package.json': '{ "name": "acme" }',
  'old/latest.yml': electronFeed('0.1.0', [{ name: 'Acme-Setup-0.1.0.exe', bytes: 'exe' }]),
  'old/Acme-Setup-0.1.0.exe': 'exe',
});

const setup = ({ app, url, issuer, runner }: Surroundings): Step[] => [
  { words: `apps create ${app} --adapter rest` },
  { words: 'apps list' },
  { words: `apps show ${app}` },
  { words: `apps change ${app} --page on` },
  { words: 'channels create beta' },
  { words: 'channels change beta --also-offers stable' },
  { words: 'channels list' },
  { words: 'keys create ci', capture: { name: 'key', pattern: /key_[0-9A-Za-z]+/ } },
  { words: 'keys list' },
  { words: 'keys delete {key} --yes' },
  { words: `domains create updates.${app}.example.com` },
  { words: 'domains list' },
  // Exits with 1 if the name does not resolve, which depends on the machine's resolver.
  { words: `domains check updates.${app}.example.com`, codes: [0, 1] },
  { words: `domains delete updates.${app}.example.com --yes` },
  {
    words: `trust add github acme/app --workflow release.yml --issuer ${issuer}`,
    capture: { name: 'trust', pattern: /tru_[0-9A-Za-z]+/ },
  },
  { words: 'trust list' },
  { words: 'auth exchange', env: { SLIPWAY_KEY: undefined, ...runner } },
  { words: 'trust remove {trust} --yes' },
  { words: 'whoami' },
  { words: `login --url ${url} --key-stdin`, env: { SLIPWAY_KEY: undefined }, input: adminKey },
  { words: `logout --url ${url}`, env: { SLIPWAY_KEY: undefined } },
  { words: 'init --key-stdin --yes', env: { SLIPWAY_KEY: undefined }, input: adminKey },
];

const target = '--target linux-x86_64=a.AppImage';

const releases: Step[] = [
  { words: `upload --release 1.0.0 ${target}` },
  { words: `publish --release 1.0.0 ${target} --yes` },
  { words: `publish --release 1.0.1-beta.1 --channel beta ${target} --yes` },
  { words: 'releases promote 1.0.1-beta.1 --channel beta --to stable --release 1.0.1 --publish --yes' },
  { words: 'releases list' },
  { words: 'releases show 1.0.1' },
  { words: 'releases notes 1.0.1 @NOTES.md' },
  { words: 'releases policy 1.0.1 --milestone settings' },
  { words: 'releases withdraw 1.0.1 --reason bad --yes' },
  { words: 'releases restore 1.0.1' },
  { words: `upload --release 1.0.2 ${target}` },
  { words: 'releases delete 1.0.2 --yes' },
  { words: 'import old --channel imported --all --yes' },
];

const rollouts: Step[] = [
  { words: `upload --release 1.1.0 ${target}` },
  { words: 'rollout plan 1.1.0 --rollout slow' },
  { words: `publish --release 1.1.0 ${target} --rollout standard --yes` },
  { words: 'rollout list' },
  { words: 'rollout simulate 1.1.0 --fleet-size 1000' },
  { words: 'rollout advance' },
  { words: 'rollout pause --reason crashes' },
  { words: 'rollout resume' },
  { words: 'rollout report --good 40 --bad 1' },
  { words: 'rollout report --verdict bad --reason crashes' },
  { words: 'rollout show' },
  // Exits with 1 because the verdict halted the rollout.
  { words: 'rollout watch --every 1s', codes: [1] },
  { words: 'rollout resume' },
  { words: 'rollout complete' },
];

const rest = ({ app }: Surroundings): Step[] => [
  { words: 'check linux x86_64 0.9.0' },
  { words: 'feeds' },
  { words: 'fleet' },
  { words: 'fleet --older-than 1.0.0' },
  { words: 'usage' },
  { words: 'audit' },
  { words: 'signing-keys add next.pub', capture: { name: 'signing', pattern: /sig_[0-9A-Za-z]+/ } },
  { words: 'signing-keys list' },
  { words: 'signing-keys change {signing} --name next' },
  { words: 'signing-keys retire {signing} --yes' },
  { words: 'prune 1.0.0 --yes' },
  { words: 'doctor' },
  ...['bash', 'zsh', 'fish', 'powershell'].map((shell) => ({ words: `completion ${shell}` })),
  { words: 'serve --help' },
  { words: 'server --help' },
  { words: `apps create ${app}-spare` },
  { words: `apps delete ${app}-spare --yes` },
];

/** Calls every command of the table at least once. */
export const everyCommand = (around: Surroundings): Step[] => [
  ...setup(around),
  ...releases,
  ...rollouts,
  ...rest(around),
];
