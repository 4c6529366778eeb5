import type { Config } from './config.ts';

/** Where the service answers, as the outside sees it. */
export interface ResolvedUrls {
  baseUrl: string;
  publicUrl: string;
  uploadUrl: string;
}

/** The addresses that are set; those that are not follow the ports. */
export const resolveUrls = ({ addresses }: Config, port: number, uploadPort: number): ResolvedUrls => ({
  baseUrl: addresses.baseUrl ?? `http://localhost:${port}`,
  publicUrl: addresses.publicUrl ?? `http://{slug}.localhost:${port}`,
  uploadUrl: addresses.uploadUrl ?? `http://localhost:${uploadPort}`,
});
