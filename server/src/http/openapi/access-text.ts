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
  if (access === 'site-or-base') return 'Anyone, on the host of the app or the base host';
  if (access === 'site') return 'Anyone, on the host of the app';
  if (access === 'every-host') return 'Anyone, on every host';
  if (access === 'base') return 'Anyone, on the base host';
  if (access === 'anyone') return 'Anyone';
  if (access === 'any key') return 'Whoever holds a key, or has signed in';
  return access === 'admin'
    ? 'The admin key'
    : `A key of the app with the scope \`${access}\`, or the admin key`;
};
