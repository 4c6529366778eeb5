/* Where one begins: loaded with the first screen after signing in. */
export { Apps } from '../screens/apps.tsx';
export { Overview } from '../screens/overview.tsx';
