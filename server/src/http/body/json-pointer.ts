import { bounds } from '../../domain/model/bounds.ts';

/* JSON pointers (RFC 6901). Names from clients are truncated to a readable length. */

export const truncateName = (name: string): string =>
  name.length <= bounds.shownNameLength ? name : `${name.slice(0, bounds.shownNameLength)}…`.toWellFormed();

export const pointerStep = (name: string): string =>
  `/${truncateName(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The pointer to a member by its name as JSON; the root if the name is empty. */
export const pointerToMember = (nameAsJson: Buffer): string => {
  try {
    return nameAsJson.length === 0 ? '' : pointerStep(JSON.parse(nameAsJson.toString()) as string);
  } catch {
    return '';
  }
};
