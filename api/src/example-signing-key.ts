/* The public half of the examples' signing key. */

const publicKey = 'RWQU8rq2Zeo4llJah2EN35lIDNNbJiDcZvS0joCxZ3GUgMzMyG2OHTU+';

export const exampleSigningKey = {
  id: 'sig_4XkTq8WmZr2NbYvD6HsLp9',
  kind: 'minisign',
  keyId: '9638EA65B6BAF214',
  publicKey,
  name: 'release key of 2026',
  fromVersion: null,
  state: 'active',
  createdAt: '2026-03-02T09:00:00.000Z',
  retiredAt: null,
};

export const exampleSigningKeyCreation = { publicKey, name: exampleSigningKey.name };
export const exampleSigningKeyChange = { state: 'retired' };
