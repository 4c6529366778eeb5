/** Where bytes are kept, read from SLIPWAY_STORAGE_URL. */
export type StorageConfig =
  | { kind: 'files'; root: string }
  | {
      kind: 's3';
      bucket: string;
      prefix: string;
      endpoint: string | undefined;
      region: string;
      pathStyle: boolean;
      sse: 'AES256' | 'aws:kms' | 'none';
    };

const known = ['endpoint', 'region', 'pathStyle', 'sse'];

/** The storage a URL names, or why it names none, as the end of a sentence about the variable. */
export const parseStorageUrl = (text: string): StorageConfig | string => {
  if (text.startsWith('file:')) {
    const root = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
    return root === '' ? 'must name a folder, as file:data/blobs' : { kind: 'files', root };
  }
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') return 'must begin with file: or s3://';
  if (url.username !== '' || url.password !== '')
    return 'must hold no credentials: they come from the AWS variables';
  if (url.hostname === '') return 'must name a bucket, as s3://bucket/prefix?region=eu-central-1';
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) return `knows no "${unknown}", only ${known.join(', ')}`;
  const sse = url.searchParams.get('sse') ?? 'AES256';
  if (sse !== 'AES256' && sse !== 'aws:kms' && sse !== 'none') return 'takes AES256, aws:kms or none as sse';
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    return 'must have an http or https address as endpoint';
  }
  if (endpoint !== undefined && (URL.parse(endpoint)?.username ?? '') !== '')
    return 'must hold no credentials: they come from the AWS variables';
  const pathStyle = url.searchParams.get('pathStyle') ?? 'false';
  if (pathStyle !== 'true' && pathStyle !== 'false') return 'takes true or false as pathStyle';
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: url.pathname.replace(/^\/+|\/+$/g, ''),
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
    pathStyle: pathStyle === 'true',
    sse,
  };
};

/** The hosts at which a storage of its own takes uploads, as far as its configuration names them. */
export const storageHostsOf = (storage: StorageConfig): string[] => {
  const endpoint = storage.kind === 's3' ? storage.endpoint : undefined;
  if (storage.kind !== 's3' || endpoint === undefined) return [];
  const { hostname } = new URL(endpoint);
  return storage.pathStyle ? [hostname] : [hostname, `${storage.bucket}.${hostname}`];
};

/** The origins to which files are sent; a bucket's own name before the endpoint's unless the path holds it. */
export const uploadOriginsOf = (storage: StorageConfig, uploadUrl: string): string[] => {
  if (storage.kind === 'files') return [new URL(uploadUrl).origin];
  const { region, bucket, pathStyle } = storage;
  const amazon = `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const { protocol, host, origin } = new URL(storage.endpoint ?? amazon);
  // No certificate is for a name with more dots than its own: such buckets are named in the path.
  return [pathStyle || bucket.includes('.') ? origin : `${protocol}//${bucket}.${host}`];
};
