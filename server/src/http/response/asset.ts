export type ContentEncoding = 'br' | 'gzip' | 'identity';

export interface Asset {
  readonly headers: Readonly<Record<string, string>>;
  /** The digest of the uncompressed bytes. */
  readonly digest: string;
  bytes(encoding: ContentEncoding): Buffer;
}

export interface Documents {
  openapi(): Promise<Asset>;
  docs(): Promise<Asset>;
  home(): Promise<Asset>;
}
