/* The sentences of the list of apps and of the form for a new one. Pure. */

export const slugMissing = 'Enter a name.';

/** Validates a slug while the user types. */
export const slugError = (slug: string): string | undefined => {
  if (slug === '') return undefined;
  if (slug.length > 63) return 'Use at most 63 characters.';
  if (/[^a-z0-9-]/.test(slug)) return 'Use lowercase letters, digits, and hyphens.';
  if (/^-|-$/.test(slug)) return 'Don’t start or end with a hyphen.';
  return undefined;
};
