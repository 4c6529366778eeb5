import type { Config } from './config.ts';

/** The server's URLs as clients see them. */
export interface ResolvedUrls {
  baseUrl: string;
  publicUrl: string;
  uploadUrl: string;
}

/** Unset URLs are derived from the ports. */
export const resolveUrls = ({ addresses }: Config, port: number, uploadPort: number): ResolvedUrls => ({
  baseUrl: addresses.baseUrl ?? `http://localhost:${port}`,
  publicUrl: addresses.publicUrl ?? `http://{slug}.localhost:${port}`,
  uploadUrl: addresses.uploadUrl ?? `http://localhost:${uploadPort}`,
});
