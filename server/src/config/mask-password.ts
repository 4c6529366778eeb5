export const passwordMask = '…';

/** Masks the password even in an otherwise invalid URL. */
export const maskPassword = (url: string): string =>
  url
    .replace(/^([a-z0-9+.-]+:\/\/)(.*)@/is, (_whole, scheme: string, user: string) => {
      const colon = user.indexOf(':');
      return `${scheme}${colon === -1 ? user : `${user.slice(0, colon)}:${passwordMask}`}@`;
    })
    .replace(/([?&][a-z_]*pass[a-z]*=)[^&#]*/gi, `$1${passwordMask}`);
