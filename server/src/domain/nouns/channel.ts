import type { Instant } from './instant.ts';

export const defaultChannel = 'stable';

/** A named stream of releases. An inactive one takes no drafts and no publishes; its checks go on. */
export interface Channel {
  app: string;
  name: string;
  active: boolean;
  createdAt: Instant;
}
