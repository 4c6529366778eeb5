export interface StorageError {
  code: string;
  detail: string;
  /** The storage received other bytes than declared. */
  isOtherBytes: boolean;
  canRetry: boolean;
}

const otherBytes = ['upload-hash-differs', 'upload-size-differs', 'BadDigest', 'XAmzContentSHA256Mismatch'];

const readCode = (status: number, text: string): { code: string; detail: string } => {
  try {
    const { code, detail } = JSON.parse(text) as { code?: unknown; detail?: unknown };
    return { code: String(code), detail: String(detail) };
  } catch {
    // S3 responds in XML: <Error><Code>AccessDenied</Code><Message>Request has expired</Message>…
    const [, code = `status-${status}`] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
    const [, detail = `Storage returned HTTP ${status}.`] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
    return { code, detail };
  }
};

/** Understands the server's problem JSON and S3's XML. A new URL helps against 403 and 404. */
export const parseStorageError = ({ status, text }: { status: number; text: string }): StorageError => {
  const read = readCode(status, text);
  const isOtherBytes = otherBytes.includes(read.code);
  const canPass = [403, 404, 408, 429].includes(status) || (status >= 500 && status !== 507);
  return { ...read, isOtherBytes, canRetry: canPass && !isOtherBytes };
};
