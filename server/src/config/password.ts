/** What stands for a password. */
export const passwordMask = '…';

/** An address without its password, whatever is wrong with it otherwise. */
export const maskPassword = (url: string): string =>
  url
    .replace(/^([a-z0-9+.-]+:\/\/)(.*)@/is, (_whole, scheme: string, user: string) => {
      const colon = user.indexOf(':');
      return `${scheme}${colon === -1 ? user : `${user.slice(0, colon)}:${passwordMask}`}@`;
    })
    .replace(/([?&][a-z_]*pass[a-z]*=)[^&#]*/gi, `$1${passwordMask}`);
