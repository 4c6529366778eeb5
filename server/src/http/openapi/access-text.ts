import type { ProblemCode } from '@slipway/api';
import { type Access, isPublic } from '../routing/route.ts';

/* Describes access in the API documents: groups, callers and problems. */

/** Routes without a key that belong to no app. */
const isServiceAccess = (access: Access): boolean =>
  access === 'anyone' || access === 'base' || access === 'every-host';

export const requiresKey = (access: Access): boolean => !isServiceAccess(access) && !isPublic(access);

/** Problems that any such call may return. Changes also need disk space for the database. */
export const accessProblems = (access: Access, method: string): ProblemCode[] => {
  if (!requiresKey(access)) return ['internal'];
  return [
    'unauthorized',
    ...(access === 'any key' ? [] : (['scope-missing'] as const)),
    'not-found',
    'too-many-requests',
    'internal',
    'database-unavailable',
    ...(method === 'GET' || access === 'read' ? [] : (['storage-full'] as const)),
  ];
};

export const openApiTag = (access: Access): string => {
  if (isPublic(access)) return 'Public';
  if (isServiceAccess(access) || access === 'any key') return 'Service';
  return access === 'admin' || access === 'manage' ? 'Management' : 'Publishing';
};

export const describeAccess = (access: Access): string => {
  if (access === 'site-or-base') return 'No key, on the app’s host or the base host';
  if (access === 'site') return 'No key, on the app’s host';
  if (access === 'every-host') return 'No key, on every host';
  if (access === 'base') return 'No key, on the base host';
  if (access === 'anyone') return 'No key';
  if (access === 'any key') return 'Any key or session';
  return access === 'admin' ? 'The admin key' : `A key with the scope \`${access}\`, or the admin key`;
};
