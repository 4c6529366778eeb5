import { bounds } from '../../domain/model/bounds.ts';

/* Places in a body as RFC 6901 writes them. A name that a stranger chose is shown no longer than a person would read. */

/** A member's name as it is shown. */
export const truncateName = (name: string): string =>
  name.length <= bounds.shownNameLength ? name : `${name.slice(0, bounds.shownNameLength)}…`.toWellFormed();

/** A member's name as a step of a pointer. */
export const pointerStep = (name: string): string =>
  `/${truncateName(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The pointer to a member of a body by its name as JSON; to the body itself where that is none. */
export const pointerToMember = (nameAsJson: Buffer): string => {
  try {
    return nameAsJson.length === 0 ? '' : pointerStep(JSON.parse(nameAsJson.toString()) as string);
  } catch {
    return '';
  }
};
