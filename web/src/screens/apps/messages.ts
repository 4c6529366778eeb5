/* The sentences of the list of apps and of the form for a new one. Pure. */

export const slugMissing = 'Needs a name or a slug first.';

/** Validates a slug while the user types. */
export const slugError = (slug: string): string | undefined => {
  if (slug === '') return undefined;
  if (slug.length > 63) return 'At most 63 characters.';
  if (/[^a-z0-9-]/.test(slug)) return 'Only the letters a to z, digits and hyphens.';
  if (/^-|-$/.test(slug)) return 'A hyphen stands inside, not at an end.';
  return undefined;
};
