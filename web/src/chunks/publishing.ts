/* A new release, with what recognises, hashes and sends files. */
export { NewRelease } from '../screens/new-release.tsx';
