/* Releases and what is done with them: who looks at one screen of these goes on to the next. */
export { Explain } from '../screens/explain.tsx';
export { ReleaseScreen } from '../screens/release.tsx';
export { Releases } from '../screens/releases.tsx';
export { WithdrawAnywhere } from '../screens/withdraw-anywhere.tsx';
