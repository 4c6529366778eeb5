/** Whether an error is one readable line without a stack or an object. */
export const isOneSentence = (stderr: string): boolean => /^[^\n{}]+[.`?]\n$/.test(stderr);
