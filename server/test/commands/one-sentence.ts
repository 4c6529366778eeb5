/** Says that a refusal is one line, for a person: no stack, no object. */
export const isOneSentence = (stderr: string): boolean => /^[^\n{}]+[.`?]\n$/.test(stderr);
