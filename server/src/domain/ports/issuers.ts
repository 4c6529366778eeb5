import type { Claims } from '../model/trusted-publisher.ts';

/** Token issuers. The operator configures them; a caller cannot add one. */
export interface Issuers {
  readonly pinned: readonly string[];
  /**
   * Verifies the signature only; audience and validity are checked elsewhere. Throws Refusal 'token-rejected', or
   * 'issuer-unavailable' if the issuer's keys cannot be fetched.
   */
  verify(token: string): Promise<Claims>;
}
