import type { Claims } from '../model/trusted-publisher.ts';

/** Those whose tokens are looked at: the operator's choice, never a caller's. */
export interface Issuers {
  readonly pinned: readonly string[];
  /**
   * The claims of a token that one of them signed; for whom it is and when it is good, others judge. Throws Refusal
   * 'token-rejected', or 'issuer-unavailable' where its keys cannot be had.
   */
  verify(token: string): Promise<Claims>;
}
