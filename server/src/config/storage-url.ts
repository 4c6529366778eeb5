/** Parsed from SLIPWAY_STORAGE_URL. */
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

const allowedParameters = ['endpoint', 'region', 'pathStyle', 'sse'];

/** Parses a storage URL; returns the reason if invalid, as the end of a sentence about the variable. */
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
  const unknown = [...url.searchParams.keys()].find((name) => !allowedParameters.includes(name));
  if (unknown !== undefined) return `knows no "${unknown}", only ${allowedParameters.join(', ')}`;
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

/** The hosts of an external storage that receive uploads, as far as the configuration names them. */
export const storageHostsOf = (storage: StorageConfig): string[] => {
  const endpoint = storage.kind === 's3' ? storage.endpoint : undefined;
  if (storage.kind !== 's3' || endpoint === undefined) return [];
  const { hostname } = new URL(endpoint);
  return storage.pathStyle ? [hostname] : [hostname, `${storage.bucket}.${hostname}`];
};

/** The upload origins; the bucket name is a subdomain of the endpoint unless path style is set. */
export const uploadOriginsOf = (storage: StorageConfig, uploadUrl: string): string[] => {
  if (storage.kind === 'files') return [new URL(uploadUrl).origin];
  const { region, bucket, pathStyle } = storage;
  const amazon = `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const { protocol, host, origin } = new URL(storage.endpoint ?? amazon);
  // Wildcard certificates cover one label, so buckets with dots in their names need path style.
  return [pathStyle || bucket.includes('.') ? origin : `${protocol}//${bucket}.${host}`];
};
