import type { ProblemCode } from '@slipway/api';
import { type Access, isPublic } from '../routing/route.ts';

/* What the documents say of who may call: in which group a call stands, whom it is for, what refuses others. */

/** What is answered without a key, and on no app's behalf. */
const isServiceAccess = (access: Access): boolean =>
  access === 'anyone' || access === 'base' || access === 'every-host';

export const requiresKey = (access: Access): boolean => !isServiceAccess(access) && !isPublic(access);

/** What any call of that kind may be answered with. A change needs room in the database. */
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
