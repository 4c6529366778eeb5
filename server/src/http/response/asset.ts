export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** The response to one URL, in each encoding. */
export interface Asset {
  readonly headers: Readonly<Record<string, string>>;
  /** Of the bytes before they are compressed. */
  readonly digest: string;
  bytes(encoding: ContentEncoding): Buffer;
}

/** The server's own documentation, ready to send. */
export interface Documents {
  openapi(): Promise<Asset>;
  docs(): Promise<Asset>;
  home(): Promise<Asset>;
}
